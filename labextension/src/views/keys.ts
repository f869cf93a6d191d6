/** The keys of the view. They act only while something in it has the focus: the notebook's own keys stay the notebook's. */

export type Command =
  | 'next line' | 'previous line' | 'counterpart' | 'back' | 'previous pass' | 'next pass' | 'enter' | 'fold'
  | 'colour' | 'search' | 'next hit' | 'previous hit' | 'fit' | 'larger' | 'smaller' | 'export' | 'help' | 'leave'
  | 'up' | 'down' | 'left' | 'right' | 'overlay' | 'mark G' | 'mark P' | 'mark U';

/** Keys in the order in which the help names them. */
export const KEYS: readonly (readonly [keys: string, command: Command, words: string])[] = [
  ['j', 'next line', 'next line'],
  ['k', 'previous line', 'previous line'],
  ['ArrowDown', 'down', 'next line; in the graph, along the arrows'],
  ['ArrowUp', 'up', 'previous line; in the graph, against the arrows'],
  ['ArrowLeft', 'left', 'in the graph, the box before'],
  ['ArrowRight', 'right', 'in the graph, the next box'],
  ['Enter', 'counterpart', 'from a line to its operations, and back'],
  ['Backspace', 'back', 'what was selected before'],
  ['[', 'previous pass', 'the pass before that changed something'],
  [']', 'next pass', 'the next pass that changed something'],
  ['e', 'enter', 'show the graphs inside of a box alone, or leave them'],
  ['f', 'fold', 'open or close a box'],
  ['Shift+Enter', 'fold', 'open or close a box'],
  ['c', 'colour', 'colour by line, by what was staged, by kind of operation'],
  ['o', 'overlay', 'colour by time, type or shape, as far as they are known'],
  ['/', 'search', 'search'],
  ['n', 'next hit', 'next hit'],
  ['N', 'previous hit', 'hit before'],
  ['0', 'fit', 'fit the graph'],
  ['+', 'larger', 'larger'],
  ['-', 'smaller', 'smaller'],
  ['x', 'export', 'save as a file'],
  ['g', 'mark G', 'in a quiz: the line is in the graph'],
  ['p', 'mark P', 'in a quiz: Python decides it while tracing'],
  ['u', 'mark U', 'in a quiz: the line is unrolled'],
  ['?', 'help', 'these keys'],
  ['Escape', 'leave', 'leave the view']
];

/** The command of a key that was pressed, or null: keys of texts and of other programs are not ours. */
export function commandOf(event: KeyboardEvent): Command | null {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return null;
  }
  const target = event.target as HTMLElement;
  const writing = target.matches('input, textarea, select, [contenteditable]');
  if (writing && event.key !== 'Escape') {
    return null;
  }
  if (event.key === 'Enter' && target.matches('button, summary, a')) {
    return null;
  }
  const pressed = event.key === 'Enter' && event.shiftKey ? 'Shift+Enter' : event.key;
  return KEYS.find(([key]) => key === pressed)?.[1] ?? null;
}

/** A key as it stands on a keyboard. */
export function keyName(key: string): string {
  return key.replace('Arrow', '').replace('+E', ' + E');
}
