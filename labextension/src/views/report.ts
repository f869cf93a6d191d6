/** The whole view of a report: three panes that show one selection, and what belongs to them. */

import { Frame, Report, Side, Staged } from '../data';
import { Engine } from '../layout/engine';
import { Mark, Quiz, QuizState, firstQuiz } from '../model/quiz';
import { Hit } from '../model/search';
import { Selection } from '../model/selection';
import { ColourBy, FIRST, OVERLAYS, RUNGS, Rung, ViewState } from '../model/state';
import { remember } from '../shown';
import { CodePane } from './code';
import { details } from './details';
import { Dialogs, Export } from './dialogs';
import { button, chooser, element } from './dom';
import { copy, fileName, pageOf, pngOf, save } from './exporting';
import { GeneratedPane } from './generated';
import { GraphPane } from './graph';
import { Command, commandOf } from './keys';
import { liveTools } from './live';
import { LETTER_WORDS } from './marks';
import { outcome, remarks } from './notes';
import { offeredColours } from './overlays';
import { probes } from './probes';
import { QuizBar } from './quiz';
import { SearchField } from './searching';
import { traces } from './traces';

export const PANES = ['source', 'generated', 'graph'] as const;
export type PaneName = (typeof PANES)[number];

const COLOUR_WORDS: Record<ColourBy, string> = {
  line: 'line',
  staged: 'staged or Python',
  operation: 'kind of operation',
  none: 'nothing',
  time: 'time',
  type: 'type',
  shape: 'shape'
};
const RUNG_WORDS: Record<Rung, string> = { traced: 'as traced', optimized: 'optimized', compared: 'what the optimizer changed' };
/** Which parts of a report a pane shows: it is there where one of them was asked for. */
const PARTS_IN: Record<PaneName, string[]> = {
  source: ['code', 'trace', 'times'],
  generated: ['code', 'passes', 'xla', 'llvm', 'assembly'],
  graph: ['graph', 'optimized']
};

export class ReportView {
  readonly node: HTMLElement;
  readonly graph: GraphPane;
  private source: CodePane;
  private generated: GeneratedPane;
  private selection = new Selection();
  private search: SearchField;
  private dialogs: Dialogs;
  private quizBar: QuizBar;
  private said = element('div', { class: 'agn-said', role: 'status', 'aria-live': 'polite' });
  private about = region('details', 'Details');
  private traces = region('traces', 'Traces');
  private probes = region('probes', 'Probes');
  private panes: Record<PaneName, HTMLElement>;
  private legend = element('div', { class: 'agn-legend' });
  private rungs = element('div', { class: 'agn-rungs' });
  /** Where one pane is seen at a time: which. */
  private tabs = element('div', { class: 'agn-tabs', role: 'tablist', 'aria-label': 'Panes' });
  /** Where one is seen beside the source: which. */
  private beside = element('div', { class: 'agn-beside', role: 'tablist', 'aria-label': 'Beside the source' });
  private colours = element('span', {});
  private state: ViewState;
  private staged: Staged | null = null;
  private quiz: Quiz | null = null;

  /** `html` is the report as a fragment of HTML, where the output has it; `kept` is called with what the reader chose. */
  constructor(
    readonly report: Report,
    engine: Engine,
    state: ViewState = { ...FIRST },
    private kept: (state: ViewState) => void = () => undefined,
    private html: string | null = null
  ) {
    this.state = state;
    const choose = (from: unknown) => (key: number | null) => this.selection.select({ key, box: null }, from);
    this.source = new CodePane({
      label: 'Source',
      choose: key => choose(this.source)(key),
      letter: key => this.cycle(key)
    });
    this.generated = new GeneratedPane({
      choose: key => choose(this.generated)(key),
      keep: change => this.keep(change),
      say: text => this.say(text)
    });
    this.graph = new GraphPane({
      engine,
      choose: (key, box) => this.selection.select({ key, box }, this.graph),
      changed: (open, path) => this.keep({ open, path })
    });
    this.search = new SearchField(() => this.remark(), step => void this.nextHit(step));
    this.quizBar = new QuizBar({
      mark: mark => this.mark(mark),
      reveal: () => this.reveal(),
      again: () => this.setQuiz(this.quiz!.again()),
      stop: () => this.setQuiz({ ...this.quizState, on: false })
    });
    this.panes = {
      source: pane('source', 'Source', this.legend, this.source.node),
      generated: pane('generated', 'Generated', this.generated.bar, this.generated.code.node),
      graph: pane('graph', 'Graph', this.rungs, this.graph.node)
    };
    this.selection.listen((now, from) => this.selected(now.key, now.box, from));
    this.node = element(
      'div',
      { class: 'agn-report', id: report.id, role: 'region', 'aria-label': report.title, tabindex: -1 },
      this.head(),
      element(
        'div',
        { class: 'agn-sides' },
        ...report.sides.map(each => outcome(each, report.sides.length > 1, key => choose(null)(key)))
      ),
      ...remarks(report),
      this.quizBar.node,
      this.tabs,
      element('div', { class: 'agn-panes', 'data-panes': this.names.length }, this.beside, ...this.names.map(name => this.panes[name])),
      element('div', { class: 'agn-below' }, this.about, this.probes, this.traces),
      this.said
    );
    this.dialogs = new Dialogs(this.node, text => this.say(text));
    // The application looks at keys on their way down from the document: ours are taken before, while the focus is here.
    this.node.addEventListener('focusin', () => window.addEventListener('keydown', this.pressed, true));
    this.node.addEventListener('focusout', () => window.removeEventListener('keydown', this.pressed, true));
    remember(this);
    this.makeTabs();
    this.state.side = Math.min(state.side, report.sides.length - 1);
    this.showFunction(Math.min(state.function, this.side.functions.length - 1));
  }

  /** The panes that there are: those of what was asked for. */
  private get names(): PaneName[] {
    return PANES.filter(name => PARTS_IN[name].some(part => this.report.show.includes(part)));
  }

  // parts --------------------------------------------------------------------------------------

  private head(): HTMLElement {
    const names = this.side.functions.map((each, index) => [String(index), each.name] as const);
    const sides = this.report.sides.map((each, index) => [String(index), each.backend] as const);
    const quiz = button('quiz', 'Predict what becomes of each line before you see it', () => this.setQuiz({ ...this.quizState, on: true }));
    const tools = element(
      'div',
      { class: 'agn-toolbar', role: 'toolbar', 'aria-label': 'View' },
      liveTools(() => this.staged?.name ?? ''),
      sides.length > 1 ? chooser('Back end', sides, String(this.state.side), each => this.showSide(Number(each))) : null,
      names.length > 1 ? chooser('Function', names, String(this.state.function), each => this.showFunction(Number(each))) : null,
      this.colours,
      ...(names.length ? [this.search.input, this.search.found, quiz] : []),
      button('save …', 'Save the graph or the report as a file', () => this.exportMenu()),
      button('?', 'Keys', () => this.dialogs.help())
    );
    return element('div', { class: 'agn-head' }, element('b', {}, this.report.title), tools);
  }

  /** In a narrow view one pane is seen at a time, in a wider one the source and one of the others. The style sheet says which. */
  private makeTabs(): void {
    const tab = (name: PaneName): HTMLElement =>
      element('button', { type: 'button', role: 'tab', 'data-pane': name, click: () => this.showPane(name) }, name);
    const others = this.names.filter(name => name !== 'source');
    this.tabs.append(...this.names.map(tab));
    this.beside.append(...others.map(tab));
    this.choosePanes(this.names[0], others[0]);
  }

  private showPane(name: PaneName): void {
    const hadSize = this.panes.graph.offsetParent !== null;
    this.choosePanes(name, name === 'source' ? this.node.dataset.beside : name);
    if (name === 'graph' && !hadSize && this.panes.graph.offsetParent !== null) {
      this.graph.begin();
    }
  }

  private choosePanes(alone: string | undefined, beside: string | undefined): void {
    this.node.dataset.pane = alone ?? '';
    this.node.dataset.beside = beside ?? '';
    for (const [tabs, chosen] of [[this.tabs, alone], [this.beside, beside]] as const) {
      for (const tab of tabs.children) {
        tab.setAttribute('aria-selected', String((tab as HTMLElement).dataset.pane === chosen));
      }
    }
  }

  private get side(): Side {
    return this.report.sides[this.state.side]!;
  }

  private showSide(index: number): void {
    this.keep({ side: index, open: null, path: [], code: null, rung: 'traced', box: null });
    this.showFunction(this.state.function);
  }

  private showFunction(index: number): void {
    const staged = this.side.functions[index];
    if (staged === undefined) {
      return;
    }
    const again = index === this.state.function;
    this.staged = staged;
    if (!again) {
      this.keep({ function: index, key: null, box: null, open: null, path: [], code: null, rung: 'traced' });
    }
    this.showAll();
    this.selection.select({ key: this.state.key, box: this.state.box }, this);
    this.showAbout();
  }

  /** Shows the function anew: source, code, graph and what belongs to them. */
  private showAll(): void {
    const staged = this.staged!;
    this.quiz = new Quiz(this.quizState, this.state.side, staged);
    this.node.classList.toggle('agn-quizzing', this.hidden);
    const { letters } = this.side; // in a saved notebook they are in the order of the alphabet
    const used = this.hidden ? [] : Object.keys(LETTER_WORDS).filter(letter => letter in letters);
    this.legend.replaceChildren(...used.map(letter => element('span', {}, element('b', {}, letter), ` ${letters[letter]}`)));
    this.source.source(staged.source, this.quiz);
    this.source.select(this.state.key, true);
    this.generated.show(staged, this.state, this.hidden, this.state.key);
    this.showColours();
    this.showGraph();
    this.quizBar.show(this.quiz, this.quizState.on, this.state.key);
    this.search.in(staged, this.shownGraph, this.hidden);
  }

  /** The states of the graph that are in the report. */
  private get offeredRungs(): Rung[] {
    const { graph, optimized, compared } = this.staged!;
    const has = { traced: graph, optimized, compared };
    return RUNGS.filter(rung => has[rung]);
  }

  /** The state of the graph that is shown: what was chosen, or where that is not in the report, what tells most. */
  private get rung(): Rung {
    const offered = this.offeredRungs;
    return offered.includes(this.state.rung) ? this.state.rung : offered.includes('traced') ? 'traced' : (offered.at(-1) ?? 'traced');
  }

  /** The graph as it was traced, as the optimizer leaves it, or both in one. */
  private get shownGraph(): Frame | null {
    const { graph, optimized, compared } = this.staged!;
    return { traced: graph, optimized, compared }[this.rung] ?? null;
  }

  private showGraph(): void {
    const staged = this.staged!;
    const rungs = this.offeredRungs;
    const made = chooser('State of the graph', rungs.map(each => [each, RUNG_WORDS[each]] as const), this.rung, rung => {
      this.keep({ rung, open: null, path: [] });
      this.selection.select({ key: this.selection.current.key, box: null }, this);
      this.showGraph();
      this.search.in(staged, this.shownGraph, this.hidden);
      this.showAbout();
    });
    this.rungs.replaceChildren(rungs.length > 1 && !this.hidden ? made : '');
    if (this.hidden) {
      this.graph.hide('The graph is shown after the quiz.');
      return;
    }
    const facts = new Map(staged.source.map(line => [line.key, { colour: line.colour, letter: line.letter }]));
    this.graph.colourBy(this.state.colour);
    void this.graph
      .show(this.shownGraph, facts, this.state.open, this.state.path, this.rung !== 'traced')
      .then(() => this.remark());
  }

  private showColours(): void {
    const offered = offeredColours(this.staged!);
    if (!offered.includes(this.state.colour)) {
      this.state.colour = 'line';
    }
    const made = chooser('Colour by', offered.map(each => [each, `colour: ${COLOUR_WORDS[each]}`] as const), this.state.colour, each =>
      this.colourBy(each)
    );
    made.disabled = this.hidden;
    this.colours.replaceChildren(made);
  }

  private colourBy(colour: ColourBy): void {
    this.keep({ colour });
    this.showColours();
    this.graph.colourBy(colour);
    this.say(`colours by ${COLOUR_WORDS[colour]}`);
  }

  /** Colours by the next of these for which there is data. */
  private nextColour(isOverlay: boolean): void {
    const offered = offeredColours(this.staged!).filter(each => OVERLAYS.some(overlay => overlay === each) === isOverlay);
    const at = offered.indexOf(this.state.colour) + 1;
    this.colourBy(offered[isOverlay ? at : at % offered.length] ?? 'line');
  }

  private showAbout(): void {
    const { current } = this.selection;
    const staged = this.staged!;
    const go = (key: number): void => this.selection.select({ key, box: null });
    this.about.hidden = !this.names.length; // nothing can be chosen
    this.about.replaceChildren(...details(staged, this.shownGraph, current, this.hidden));
    this.traces.hidden = this.hidden || !staged.traces.length || !this.report.show.includes('trace');
    this.traces.replaceChildren(...(this.traces.hidden ? [] : traces(staged, go)));
    this.probes.hidden = this.hidden || !staged.probes?.length;
    this.probes.replaceChildren(
      ...(this.probes.hidden ? [] : probes(staged, current.key, { go, copy: (text, what) => void this.copy(text, what) }))
    );
  }

  private async copy(text: string, what: string): Promise<void> {
    try {
      await copy(text);
      this.say(`${what} copied`);
    } catch (error) {
      this.dialogs.notice(`Nothing was copied. ${(error as Error).message}`);
    }
  }

  // quiz ---------------------------------------------------------------------------------------

  get quizState(): QuizState {
    return this.state.quiz ?? firstQuiz(this.report);
  }

  /** Whether what became of the lines is not to be seen yet. */
  private get hidden(): boolean {
    return this.quiz?.hidden ?? false;
  }

  private setQuiz(quiz: QuizState): void {
    const inside = this.node.contains(document.activeElement);
    this.keep({ quiz });
    this.showAll();
    this.showAbout();
    if (inside) {
      this.source.focus();
    }
  }

  /** Says what becomes of the selected line. */
  private mark(mark: Mark | null): boolean {
    const { key } = this.selection.current;
    if (key === null || !this.hidden || !this.quiz!.asks(key)) {
      return false;
    }
    const onRow = this.source.node.contains(document.activeElement);
    this.keep({ quiz: this.quiz!.marked(key, mark) });
    this.quiz = new Quiz(this.quizState, this.state.side, this.staged!);
    this.source.source(this.staged!.source, this.quiz);
    this.source.select(key, true);
    this.quizBar.show(this.quiz, true, key);
    if (onRow) {
      this.source.focus();
    }
    const line = this.staged!.source.find(each => each.key === key);
    this.say(`line ${line?.number} marked ${mark ?? 'with nothing'}, ${this.quiz.answered} of ${this.quiz.count} marked`);
    return true;
  }

  /** Goes on to the next mark of a line: nothing, G, P, U. */
  private cycle(key: number): void {
    if (this.hidden && this.quiz!.asks(key)) {
      this.mark({ '': 'G' as const, G: 'P' as const, P: 'U' as const, U: null }[this.quiz!.answer(key) ?? '']);
    }
  }

  private reveal(): void {
    this.setQuiz(this.quiz!.shown());
    this.say(`${this.quiz!.right} of ${this.quiz!.count} right`);
  }

  // selection ----------------------------------------------------------------------------------

  private selected(key: number | null, box: string | null, from: unknown): void {
    this.source.select(key, from !== this.source);
    this.generated.select(key, from !== this.generated);
    this.graph.select(key, box, from !== this.graph);
    if (this.staged !== null) {
      this.quizBar.show(this.quiz!, this.quizState.on, key);
      this.showAbout();
    }
    this.keep({ key, box });
    const line = this.staged?.source.find(each => each.key === key);
    if (from !== this && line !== undefined) {
      this.say(`line ${line.number} selected`);
    }
  }

  /** Shows a line of a function that a back end made, and gives it the focus. */
  explain(side: number, index: number, key: number): void {
    this.choose('Back end', side, this.state.side);
    this.choose('Function', index, this.state.function);
    this.selection.select({ key, box: null });
    this.showPane('source');
    this.source.focus();
    this.node.scrollIntoView({ block: 'nearest' });
  }

  /** As if the reader chose in the toolbar. */
  private choose(title: string, wanted: number, now: number): void {
    const select = this.node.querySelector<HTMLSelectElement>(`.agn-toolbar select[aria-label="${title}"]`);
    if (select !== null && wanted !== now) {
      select.value = String(wanted);
      select.dispatchEvent(new Event('change'));
    }
  }

  private counterpart(): void {
    const { key } = this.selection.current;
    if (this.graph.node.contains(document.activeElement)) {
      this.graph.chooseFocused();
      this.showPane('source');
      this.source.focus();
    } else if (key !== null) {
      this.showPane('graph');
      this.graph.focus();
    }
  }

  private say(text: string): void {
    this.said.textContent = text;
  }

  /** Notes a choice of the reader's; a notebook that is only opened is not changed. */
  private keep(change: Partial<ViewState>): void {
    const before = JSON.stringify(this.state);
    this.state = { ...this.state, ...change };
    if (JSON.stringify(this.state) !== before) {
      this.kept(this.state);
    }
  }

  // search -------------------------------------------------------------------------------------

  private remark(): void {
    const { hits } = this.search;
    const of = (where: Hit['where']): Set<number> =>
      new Set(hits.flatMap(hit => (hit.where === where && hit.key !== null ? [hit.key] : [])));
    this.source.mark(of('source'));
    this.generated.code.mark(of('generated'));
    this.graph.mark(new Set(hits.flatMap(hit => (hit.box === null ? [] : [hit.box]))));
  }

  async nextHit(step: number): Promise<void> {
    const hit = this.search.next(step);
    if (hit === null) {
      return;
    }
    if (hit.box !== null) {
      await this.graph.reveal(hit.box, hit.above);
      this.remark();
    }
    this.selection.select({ key: hit.key, box: hit.box });
  }

  // keys ---------------------------------------------------------------------------------------

  private pressed = (event: KeyboardEvent): void => {
    if (!this.node.contains(event.target as Node)) {
      return;
    }
    const command = commandOf(event);
    if (command !== null && this.do(command)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  /** Does what a key asks for; false where it means nothing here. */
  private do(command: Command): boolean {
    if (this.staged === null && !['export', 'help', 'leave'].includes(command)) {
      return false; // a report of the result alone
    }
    const inGraph = this.graph.node.contains(document.activeElement);
    const code = this.generated.code.node.contains(document.activeElement) ? this.generated.code : this.source;
    switch (command) {
      case 'next line':
      case 'previous line':
        (inGraph ? this.source : code).move(command === 'next line' ? 1 : -1);
        return true;
      case 'up':
      case 'down':
        if (inGraph) {
          this.graph.move(command);
        } else if (code.node.contains(document.activeElement)) {
          code.move(command === 'down' ? 1 : -1);
        } else {
          return false;
        }
        return true;
      case 'left':
      case 'right':
        if (inGraph) {
          this.graph.move(command);
        }
        return inGraph;
      case 'counterpart':
        this.counterpart();
        return true;
      case 'back':
        this.selection.back();
        return true;
      case 'previous pass':
      case 'next pass':
        if (!this.generated.step(command === 'next pass' ? 1 : -1)) {
          this.dialogs.notice('This report has no passes: --show passes puts them into it.');
        }
        return true;
      case 'enter':
        this.graph.enter();
        return true;
      case 'fold':
        this.graph.fold();
        return true;
      case 'colour':
      case 'overlay':
        if (!this.hidden) {
          this.nextColour(command === 'overlay');
        }
        return true;
      case 'search':
        this.search.input.focus();
        return true;
      case 'next hit':
      case 'previous hit':
        void this.nextHit(command === 'next hit' ? 1 : -1);
        return true;
      case 'fit':
        this.graph.fit();
        return true;
      case 'larger':
      case 'smaller':
        this.graph.zoom(command === 'larger' ? 1.25 : 1 / 1.25);
        return true;
      case 'mark G':
      case 'mark P':
      case 'mark U':
        return this.mark(command.slice(-1) as Mark);
      case 'export':
        this.exportMenu();
        return true;
      case 'help':
        this.dialogs.help();
        return true;
      case 'leave':
        return this.leave();
    }
  }

  /** Closes what lies over the view, or gives the focus back to the notebook. */
  private leave(): boolean {
    if (!this.dialogs.close()) {
      const around = this.node.closest<HTMLElement>('.jp-Cell, .jp-Notebook, [tabindex="0"]');
      (document.activeElement as HTMLElement | null)?.blur();
      around?.focus();
    }
    return true;
  }

  /** Asks as what file the graph or the report is to be saved. */
  exportMenu(): void {
    if (this.hidden) {
      this.dialogs.notice('Files would give the quiz away: reveal it first.');
      return;
    }
    const name = this.staged?.name ?? 'report';
    const entry = (label: string, type: string, made: () => string | Promise<Blob>): Export => {
      const file = fileName(name, label.toLowerCase());
      return { label, file, save: async () => save(file, type, await made()) };
    };
    const picture = this.graph.svgText();
    const entries = [
      entry('SVG', 'image/svg+xml', () => picture),
      entry('DOT', 'text/vnd.graphviz', () => this.graph.dot()),
      entry('JSON', 'application/json', () => JSON.stringify(this.report, null, 1)),
      entry('PNG', 'image/png', () => pngOf(picture, this.graph.ground)),
      entry('HTML', 'text/html', () => pageOf(this.report.title, this.html ?? ''))
    ];
    const there = { SVG: picture !== '', PNG: picture !== '', DOT: this.graph.dot() !== '', HTML: this.html !== null };
    this.dialogs.exports(
      entries.filter(({ label }) => there[label as keyof typeof there] ?? true),
      there.SVG ? '' : 'No picture is shown that could be saved.'
    );
  }
}

function pane(name: PaneName, title: string, ...children: HTMLElement[]): HTMLElement {
  return element('section', { class: `agn-pane agn-pane-${name}`, 'aria-label': title }, element('h3', {}, title), ...children);
}

/** A part below the panes, which scrolls by itself. */
function region(name: string, title: string): HTMLElement {
  const made = element('div', { class: `agn-part agn-${name}`, role: 'region', 'aria-label': title, tabindex: 0 });
  made.hidden = true; // until there is something in it
  return made;
}
