"""The words that the front end colours in the magic's line are those that the magic takes."""

import json
from pathlib import Path

from ag_notebook.notebook.magics import Autograph
from ag_notebook.notebook.rewriting import MAGIC, RUN_PYTHON
from ag_notebook.notebook.words import SECTIONS

WORDS = Path(__file__).parents[2] / "labextension" / "src" / "words.json"


def words():
    """What the file has to say, read from the magic's parser."""
    options = [action for action in Autograph.autograph.parser._actions if action.option_strings]
    shown = {action.dest: list(action.choices) for action in options if action.choices} | {
        "show": list(SECTIONS)
    }
    return {
        "magic": MAGIC,
        "runPython": list(RUN_PYTHON),
        "flags": [name for action in options if action.nargs == 0 for name in action.option_strings],
        "valued": [name for action in options if action.nargs != 0 for name in action.option_strings],
        "commas": [
            name for action in options if "[," in (action.metavar or "") for name in action.option_strings
        ],
        "lists": {
            name: shown[action.dest]
            for action in options
            if action.dest in shown
            for name in action.option_strings
        },
    }


def test_the_front_end_knows_the_words_of_the_magic():
    wanted = json.dumps(words(), indent=2) + "\n"
    assert WORDS.read_text() == wanted, f"{WORDS.name} has to be:\n{wanted}"
