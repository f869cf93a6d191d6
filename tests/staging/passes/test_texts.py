"""What the pass of `passes/texts.py` makes of small functions: text in, text out."""

from __future__ import annotations

from collections.abc import Callable

from ag_notebook.staging.passes.texts import LowerTexts

Check = Callable[..., None]


def test_parts(check: Check) -> None:
    check(
        LowerTexts,
        """
        def f(x, xs):
            return f'x={x:.2f}!', f'{x!r:>{k}}{{}}', f'a', f'{x=}'
        """,
        """
        def f(x, xs):
            return ag.text('x=', (x, '', '.2f'), '!'), ag.text((x, 'r', ('>', (k, '', ''))), '{}'), 'a', ag.text('x=', (x, 'r', ''))
        """,
    )
