"""The one style sheet of a report: an improvement on inline styles that already make it readable.

Each rule begins with the report's own id, because a style sheet in a notebook's output reaches every cell. Colours
are those of the notebook's theme; where there is none they stay as the page has them, which is always legible.
"""

from __future__ import annotations

from collections.abc import Iterable

RULES_LIMIT = 300
WRAPPED = "white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere"
"""Of a `<pre>`: long lines go on below, between words where that is possible (notebooks break them anywhere)."""
# On the lit ground a theme's colours may be too faint, so lit code has the colour of plain text.
_THEMED = "80%"
_LIT = "background:rgba(86,140,235,.2);--ag-plain:currentColor"

TOKENS = {
    "ag-k": "--jp-mirror-editor-keyword-color",
    "ag-c": "--jp-content-font-color2",
    "ag-s": "--jp-mirror-editor-string-color",
    "ag-n": "--jp-mirror-editor-number-color",
    "ag-f": "--jp-mirror-editor-def-color",
    "ag-b": "--jp-mirror-editor-builtin-color",
}

PAGE_COLOURS = {
    "light": {
        "--jp-layout-color0": "#ffffff",
        "--jp-content-font-color1": "#1a1a1a",
        "--jp-content-font-color2": "#595959",
        "--jp-content-link-color": "#0b57d0",
        "--jp-border-color2": "#c8c8c8",
        "--jp-mirror-editor-keyword-color": "#006b1a",
        "--jp-mirror-editor-string-color": "#a31515",
        "--jp-mirror-editor-number-color": "#00618f",
        "--jp-mirror-editor-def-color": "#1b3fb5",
        "--jp-mirror-editor-builtin-color": "#6b3fa0",
    },
    "dark": {
        "--jp-layout-color0": "#111111",
        "--jp-content-font-color1": "#e6e6e6",
        "--jp-content-font-color2": "#b0b0b0",
        "--jp-content-link-color": "#8ab4f8",
        "--jp-border-color2": "#4a4a4a",
        "--jp-mirror-editor-keyword-color": "#7fd492",
        "--jp-mirror-editor-string-color": "#ff9d8a",
        "--jp-mirror-editor-number-color": "#7cc4f0",
        "--jp-mirror-editor-def-color": "#9db7ff",
        "--jp-mirror-editor-builtin-color": "#d0aaff",
    },
}
"""Colours of a page of its own; in a notebook the theme gives them."""


def style_block(report_id: str, keys: Iterable[int], more: Iterable[str] = ()) -> str:
    """The `<style>` of one report: token colours, linked highlight of everything that belongs to one line, and `more`."""
    root = f"#{report_id}"
    font = "font-family:var(--jp-code-font-family,monospace);font-size:13px;line-height:1.45"
    rules = [
        f"{root} pre{{background:none;border:0;padding:0;{font}}}",
        f"{root} a{{text-decoration:none}}",
        f"{root} .ag-graph a{{color:inherit;background:var(--jp-layout-color0,transparent)}}",
        f"{root} .ag-graph a:hover,{root} .ag-graph a:focus{{overflow:visible;z-index:2}}",
        f"{root} .ag-title{{background:var(--jp-layout-color0,transparent)}}",
        f"{root} .ag-picture{{container-type:inline-size}}",
        f"{root} .ag-num{{user-select:none}}",
        f"{root} summary{{cursor:pointer}}",
        f"{root} ins{{background:rgba(0,158,115,.18)}}",
        f"{root} del{{background:rgba(213,94,0,.18)}}",
        f"{root} table{{border-collapse:collapse}}",
        f"{root} .ag-code>div{{border-top:1px solid var(--jp-border-color2,rgba(128,128,128,.35))}}",
    ]
    for name, variable in TOKENS.items():
        themed = f"var({variable},currentColor)"
        # A theme's colours are made for its own ground, and generated code stands on a tint: some text colour is added.
        mixed = f"color-mix(in srgb,{themed} {_THEMED},currentColor)"
        rules.append(f"{root} .{name}{{color:var(--ag-plain,{themed});color:var(--ag-plain,{mixed})}}")
    for key in list(keys)[:RULES_LIMIT]:
        name = f".l{key}"
        rules.append(f"{root}:has({name}:hover) {name},{root}:has({name}:focus-within) {name}{{{_LIT}}}")
    return f"<style>{''.join([*rules, *dict.fromkeys(more)])}</style>"


def page_style() -> str:
    """The `<style>` of a document of its own, light or dark as the reader's system is."""
    light, dark = (_variables(PAGE_COLOURS[theme]) for theme in ("light", "dark"))
    return (
        f"<style>:root{{color-scheme:light dark;{light}}}@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"
        "body{margin:24px auto;padding:0 20px;max-width:1280px;font:14px/1.5 system-ui,sans-serif;"
        "background:var(--jp-layout-color0);color:var(--jp-content-font-color1)}"
        "a{color:var(--jp-content-link-color)}hr{border:0;border-top:1px solid var(--jp-border-color2);margin:32px 0}"
        "@media print{:root{color-scheme:light}}</style>"
    )


def _variables(colours: dict[str, str]) -> str:
    return "".join(f"{name}:{value};" for name, value in colours.items())
