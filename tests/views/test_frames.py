"""Checks how frames are walked: boxes that are seen, the boxes of one graph, and the counts."""

from ag_notebook.views.frames import Box, Frame


def box(name, *frames, kind="op", count=1):
    return Box(name, None, name, "", frames, kind=kind, count=count)


def frame(name, *boxes):
    return Frame(name, "", name, 0, boxes, ())


def test_open_groups_are_seen_by_their_frames_alone():
    body = frame("body", box("d"))
    group = box("", frame("group", box("b"), box("c", body)), kind="group", count=3)
    main = frame("main", box("a"), group)
    assert [(depth, f.id, b.id) for depth, f, b in main.walk()] == [
        (0, "main", "a"), (1, "group", "b"), (1, "group", "c"), (2, "body", "d"),
    ]  # fmt: skip
    assert [(f.id, b.id) for f, b in main.level()] == [("main", "a"), ("group", "b"), ("group", "c")]
    assert [f.id for f in main.frames()] == ["main", "group", "body"]
    assert main.box_count == 4
    assert group.is_open
    assert not box("e", kind="group").is_open
    assert not box("c", body).is_open
