/** Colours the line of our magic in the editor of a cell; the body of the cell is coloured as Python by the notebook. */

import { Extension, Prec, RangeSetBuilder, Text } from '@codemirror/state';
import { Decoration, DecorationSet, EditorView, ViewPlugin, ViewUpdate } from '@codemirror/view';
import words from '../words.json';
import { magicLine } from './magic';
import { Kind, tokens } from './tokens';

/** Magics stand on the first lines: what comes further down is never read. */
const MOST_LINES = 50;

const mark = (kind: Kind): Decoration =>
  Decoration.mark({
    class: `agn-magic-${kind}`,
    ...(kind === 'unknown' ? { attributes: { title: `%%${words.magic} does not take this.` } } : {})
  });
const MARKS: Record<Kind, Decoration> = {
  magic: mark('magic'),
  option: mark('option'),
  value: mark('value'),
  string: mark('string'),
  name: mark('name'),
  unknown: mark('unknown')
};

function decorations(text: Text): DecorationSet {
  const made = new RangeSetBuilder<Decoration>();
  const line = magicLine(text.sliceString(0, text.line(Math.min(text.lines, MOST_LINES)).to));
  for (const token of line === null ? [] : tokens(line.text)) {
    made.add(line!.from + token.from, line!.from + token.to, MARKS[token.kind]);
  }
  return made.finish();
}

class Colours {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = decorations(view.state.doc);
  }

  update(update: ViewUpdate): void {
    if (update.docChanged) {
      this.decorations = decorations(update.state.doc);
    }
  }
}

/** The marks lie inside of those of the language, whose colours they replace. */
export const magicColours: Extension = Prec.highest(ViewPlugin.fromClass(Colours, { decorations: each => each.decorations }));
