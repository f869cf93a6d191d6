"""Says in words why the state of a statement is what it is.

    while n > 1:
        half = n // 2        ->     The state is n, steps: both are modified in the loop; n is read again in the
        n = half                    next iteration; steps is live after it.
        steps += 1                  half is no state: each iteration binds it before reading it, and it is not …

Which names are the state is control flow's to decide; here its grounds become sentences (Moldovan et al. 2019, §7.2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

WHERE = {"if": "a branch", "while": "the loop", "for": "the loop", "try": "the block"}
_NOT_LIVE = {
    "if": "not live after the `if`",
    "try": "not live after the `try`",
    "while": "not live after the loop, and each iteration binds {it} before reading {it}",
    "for": "not live after the loop, and each iteration binds {it} before reading {it}",
}


def state_sentence(word: str, state: Sequence[str], grounds: Mapping[str, Collection[str]]) -> str:
    """Why these names are the state: each for the first ground whose names it is among."""
    where = WHERE[word]
    if not state:
        return "There is no state: no variable is modified in it that is needed afterwards."
    groups: dict[str, list[str]] = {}
    for name in state:
        ground = next((text for text, names in grounds.items() if name in names), "")
        groups.setdefault(ground, []).append(name)
    everyone = {1: "it is", 2: "both are"}.get(len(state), "all are")
    sentence = f"The state is {listed(state)}: {everyone} modified in {where}"
    if len(groups) == 1:
        (ground,) = groups
        return f"{sentence} and {ground}."
    said = [f"{listed(names)} {_are(names)} {ground}" for ground, names in groups.items()]
    return "; ".join([sentence, *said]) + "."


def no_state_sentence(word: str, names: Sequence[str]) -> str:
    """Why names that the statement modifies are no part of its state."""
    it = "it" if len(names) == 1 else "them"
    reason = _NOT_LIVE[word].format(it=it)
    return f"{listed(names)} {_are(names)} modified in {WHERE[word]}, but {_are(names)} {reason}: no state."


def unbound_sentence(word: str, names: Sequence[str], ag: str) -> str:
    """Why names of the state begin as unbound ones."""
    starts = ", ".join(f"`{ag}.Undefined({name!r})`" for name in names)
    verb = "it starts" if len(names) == 1 else "they start"
    return f"{listed(names)} may be unbound before the `{word}`, so {verb} as {starts}."


def listed(names: Iterable[str]) -> str:
    """`a, b`."""
    return ", ".join(names)


def _are(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"
