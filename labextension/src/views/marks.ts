/** The mark of a source line, which all panes show: the classes that the style sheet has colours for. */

const COLOURS = 8;

/** One of eight colours, in one of three widths, in the order in which lines appear. */
export function markClasses(place: number | null): string[] {
  if (place === null) {
    return ['agn-unmarked'];
  }
  return [`agn-colour-${place % COLOURS}`, `agn-width-${Math.floor(place / COLOURS) % 3}`];
}

export const LETTER_WORDS: Record<string, string> = {
  G: 'in the graph',
  P: 'decided by Python while tracing',
  U: 'unrolled',
  '.': 'not reached',
  C: 'called as is'
};

/** What a screen reader says of a letter. */
export function letterWord(letter: string): string {
  return LETTER_WORDS[letter.charAt(0)] ?? 'nothing recorded';
}
