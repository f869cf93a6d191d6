"""What a run changes outside of the program is noticed, and put back."""

import os
import shutil
import tempfile
import threading

from ag_notebook.staging.checking import world
from ag_notebook.staging.checking.world import World


def test_files(tmp_path):
    old, new, gone, moved = (tmp_path / name for name in ("old", "new", "gone", "moved"))
    binary = tmp_path / "binary"
    old.write_text("a")
    gone.write_text("b")
    binary.write_bytes(b"\xff")
    outside = World()
    with outside.watched():
        old.write_text("c")
        new.write_text("d")
        gone.unlink()
        new.rename(moved)
        with binary.open("ab") as file:
            file.write(b"\xfe")
        old.read_text()
    assert outside.contents() == {str(old): "c", str(moved): "d", str(binary): b"\xff\xfe"}
    outside.restore()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "old": b"a",
        "gone": b"b",
        "binary": b"\xff",
    }
    assert outside.others == {}


def test_the_environment(monkeypatch):
    monkeypatch.setenv("AG_TEST_OLD", "1")
    monkeypatch.setenv("AG_TEST_GONE", "2")
    monkeypatch.delenv("AG_TEST_NEW", raising=False)
    outside = World()
    with outside.watched():
        os.environ["AG_TEST_OLD"] = "3"
        os.environ["AG_TEST_OLD"] = "4"
        os.environ["AG_TEST_NEW"] = "5"
        del os.environ["AG_TEST_GONE"]
    assert outside.contents() == {"os.environ['AG_TEST_OLD']": "4", "os.environ['AG_TEST_NEW']": "5"}
    outside.restore()
    assert (os.environ["AG_TEST_OLD"], os.environ["AG_TEST_GONE"]) == ("1", "2")
    assert "AG_TEST_NEW" not in os.environ


def test_the_working_directory_and_relative_paths(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "inner").mkdir()
    outside = World()
    with outside.watched():
        os.chdir("inner")
        with open("a", "w") as file:
            file.write("b")
    assert outside.contents() == {"a": "b", "os.getcwd()": str(tmp_path / "inner")}
    outside.restore()
    assert os.getcwd() == str(tmp_path)
    assert list((tmp_path / "inner").iterdir()) == []


def test_what_cannot_be_put_back_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(world, "LARGEST", 3)
    (tmp_path / "large").write_text("more")
    outside = World()
    with outside.watched():
        os.mkdir(tmp_path / "made")
        (tmp_path / "large").write_text("a")
        with tempfile.TemporaryDirectory() as folder, open(os.path.join(folder, "a"), "w"):
            pass
        with open(os.devnull, "w"):
            pass
    assert outside.contents() == {}
    assert list(outside.others)[:3] == ["os.mkdir", "opening a file for writing", "temporary files"]
    assert not {"shutil.rmtree", "os.rmdir"} & outside.others.keys()


def test_other_threads_are_not_looked_at(tmp_path):
    outside = World()
    with outside.watched():
        thread = threading.Thread(target=(tmp_path / "a").write_text, args=("b",))
        thread.start()
        thread.join()
    (tmp_path / "later").write_text("c")
    assert (outside.contents(), outside.others) == ({}, {})


def listed(folder):
    """What is in a folder: contents, modes and where links lead."""
    return {
        path.name: (
            path.read_text() if path.is_file() else None,
            path.lstat().st_mode,
            os.readlink(path) if path.is_symlink() else None,
        )
        for path in folder.iterdir()
    }


def test_modes_and_links(tmp_path):
    def run():
        (tmp_path / "secret").unlink()
        (tmp_path / "run").write_text("y")
        (tmp_path / "open").chmod(0o777)
        (tmp_path / "link").unlink()
        (tmp_path / "dangling").unlink()
        (tmp_path / "followed").write_text("new")
        (tmp_path / "replaced").unlink()
        (tmp_path / "replaced").write_text("a file")
        (tmp_path / "away").rename(tmp_path / "here")
        (tmp_path / "begun").write_text("new")

    for name, mode in (("secret", 0o600), ("run", 0o755), ("open", 0o640), ("away", 0o600), ("aim", 0o644)):
        (tmp_path / name).write_text(name)
        (tmp_path / name).chmod(mode)
    for name in ("link", "followed", "replaced"):
        (tmp_path / name).symlink_to(tmp_path / "aim")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "begun").symlink_to("later")
    before, outside = listed(tmp_path), World()
    with outside.watched():
        run()
    found = {name.removeprefix(f"{tmp_path}/"): held for name, held in outside.contents().items()}
    assert found["open (mode)"] == "0o777"
    assert found["begun (link)"] == "later"
    assert "link" not in found
    assert listed(tmp_path) != before
    outside.restore()
    assert listed(tmp_path) == before
    assert outside.others == {}


def test_a_folder_that_is_removed_comes_back(tmp_path):
    (tmp_path / "a" / "b" / "empty").mkdir(parents=True)
    (tmp_path / "a" / "b" / "file").write_text("kept")
    (tmp_path / "alone").mkdir()
    outside = World()
    with outside.watched():
        shutil.rmtree(tmp_path / "a")
        (tmp_path / "alone").rmdir()
    assert list(tmp_path.iterdir()) == []
    assert "shutil.rmtree" in outside.others
    outside.restore()
    assert (tmp_path / "a" / "b" / "file").read_text() == "kept"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "alone", "b", "empty", "file"]
