/** The whole view of a report: three panes that show one selection, and what belongs to them. */

import { Frame, Report, Side, Staged } from '../data';
import { Engine } from '../layout/engine';
import { ChangedLine, MODES, nextChanged, offered, passCode } from '../model/passes';
import { Hit, QueryError, find, parse } from '../model/search';
import { Selection } from '../model/selection';
import { COLOURS, ColourBy, FIRST, ViewState } from '../model/state';
import { remember } from '../shown';
import { CodePane } from './code';
import { details } from './details';
import { button, chooser, element } from './dom';
import { fileName, save } from './exporting';
import { GraphPane } from './graph';
import { Command, commandOf, help } from './keys';
import { liveTools } from './live';
import { outcome, remarks } from './notes';

export const PANES = ['source', 'generated', 'graph'] as const;
export type PaneName = (typeof PANES)[number];

const COLOUR_WORDS: Record<ColourBy, string> = {
  line: 'line',
  staged: 'staged or Python',
  operation: 'kind of operation',
  none: 'nothing'
};

export class ReportView {
  readonly node: HTMLElement;
  readonly graph: GraphPane;
  private source: CodePane;
  private generated: CodePane;
  private selection = new Selection();
  private search = element('input', {
    class: 'agn-search',
    type: 'search',
    placeholder: 'Search: while, /a.b/, op:If, line:7, staged:no',
    'aria-label': 'Search'
  });
  private found = element('span', { class: 'agn-found', role: 'status' });
  private said = element('div', { class: 'agn-said', role: 'status', 'aria-live': 'polite' });
  private passBar = element('div', { class: 'agn-passes', role: 'toolbar', 'aria-label': 'Passes of the conversion' });
  private about = element('div', { class: 'agn-details', role: 'region', 'aria-label': 'Details', tabindex: -1 });
  private panes: Record<PaneName, HTMLElement>;
  private legend = element('div', { class: 'agn-legend' });
  private rungs = element('div', { class: 'agn-rungs' });
  private tabs = element('div', { class: 'agn-tabs', role: 'tablist', 'aria-label': 'Panes' });
  private colours: HTMLSelectElement;
  private state: ViewState;
  private hits: Hit[] = [];
  private hit = -1;
  private staged: Staged | null = null;

  constructor(
    readonly report: Report,
    engine: Engine,
    state: ViewState = { ...FIRST },
    private kept: (state: ViewState) => void = () => undefined
  ) {
    this.state = state;
    this.source = new CodePane({ label: 'Source', choose: key => this.selection.select({ key, box: null }, this.source) });
    this.generated = new CodePane({
      label: 'Generated code',
      choose: key => this.selection.select({ key, box: null }, this.generated)
    });
    this.graph = new GraphPane({
      engine,
      choose: (key, box) => this.selection.select({ key, box }, this.graph),
      changed: (open, path) => this.keep({ open, path })
    });
    this.colours = chooser('Colour by', COLOURS.map(each => [each, `colour: ${COLOUR_WORDS[each]}`] as const), state.colour, each =>
      this.colourBy(each)
    );
    this.panes = {
      source: pane('source', 'Source', this.source.node),
      generated: pane('generated', 'Generated', this.passBar, this.generated.node),
      graph: pane('graph', 'Graph', this.rungs, this.graph.node)
    };
    this.selection.listen((now, from) => this.selected(now.key, now.box, from));
    this.search.addEventListener('input', () => this.searched());
    this.search.addEventListener('keydown', event => {
      if (event.key === 'Enter') {
        void this.nextHit(event.shiftKey ? -1 : 1);
      }
    });
    this.node = element(
      'div',
      {
        class: 'agn-report',
        id: report.id,
        role: 'region',
        'aria-label': report.title,
        tabindex: -1
      },
      this.head(),
      element(
        'div',
        { class: 'agn-sides' },
        ...report.sides.map(each => outcome(each, report.sides.length > 1, key => this.selection.select({ key, box: null })))
      ),
      ...remarks(report),
      this.legend,
      this.tabs,
      element('div', { class: 'agn-panes', 'data-panes': this.names.length }, ...this.names.map(name => this.panes[name])),
      this.about,
      this.said
    );
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
    const { show } = this.report;
    const code = show.includes('code');
    const has = { source: code, generated: code || show.includes('passes') || show.includes('xla'), graph: show.includes('graph') };
    return PANES.filter(name => has[name]);
  }

  // parts --------------------------------------------------------------------------------------

  private head(): HTMLElement {
    const names = this.side.functions.map((each, index) => [String(index), each.name] as const);
    const sides = this.report.sides.map((each, index) => [String(index), each.backend] as const);
    const tools = element(
      'div',
      { class: 'agn-toolbar', role: 'toolbar', 'aria-label': 'View' },
      liveTools(() => this.staged?.name ?? ''),
      sides.length > 1 ? chooser('Back end', sides, String(this.state.side), each => this.showSide(Number(each))) : null,
      names.length > 1 ? chooser('Function', names, String(this.state.function), each => this.showFunction(Number(each))) : null,
      this.colours,
      this.search,
      this.found,
      button('save …', 'Save the graph or the report as a file', () => this.exportMenu()),
      button('?', 'Keys', () => this.showHelp())
    );
    return element('div', { class: 'agn-head' }, element('b', {}, this.report.title), tools);
  }

  /** In a narrow view one pane is seen at a time. */
  private makeTabs(): void {
    for (const name of this.names) {
      const tab = element('button', { type: 'button', role: 'tab', 'aria-selected': String(name === this.names[0]), 'data-pane': name }, name);
      tab.addEventListener('click', () => this.showPane(name));
      this.tabs.append(tab);
    }
    this.node.dataset.pane = this.names[0];
  }

  private showPane(name: PaneName): void {
    this.node.dataset.pane = name;
    for (const tab of this.tabs.children) {
      tab.setAttribute('aria-selected', String((tab as HTMLElement).dataset.pane === name));
    }
    if (name === 'graph') {
      this.graph.fit();
    }
  }

  private get side(): Side {
    return this.report.sides[this.state.side]!;
  }

  private showSide(index: number): void {
    this.keep({ side: index, open: null, path: [], code: null, optimized: false, box: null });
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
      this.keep({ function: index, key: null, box: null, open: null, path: [], code: null, optimized: false });
    }
    this.legend.textContent = Object.entries(this.side.letters).map(([letter, words]) => `${letter} ${words}`).join(' · ');
    this.source.source(staged.source);
    this.showCode();
    this.showGraph();
    this.searched();
    this.selection.select({ key: this.state.key, box: this.state.box }, this);
    this.about.replaceChildren(...details(staged, this.selection.current));
  }

  /** The graph as it was traced, or as the optimizer leaves it. */
  private get shownGraph(): Frame | null {
    const staged = this.staged!;
    return this.state.optimized && staged.optimized !== null ? staged.optimized : staged.graph;
  }

  private showGraph(): void {
    const staged = this.staged!;
    const facts = new Map(staged.source.map(line => [line.key, { colour: line.colour, letter: line.letter }]));
    const rungs = [['', 'as traced'], ['optimized', 'optimized']] as const;
    this.rungs.replaceChildren(
      staged.optimized === null
        ? ''
        : chooser('Graph', rungs, this.state.optimized ? 'optimized' : '', each => {
            this.keep({ optimized: each === 'optimized', open: null, path: [] });
            this.showGraph();
            this.searched();
          })
    );
    this.graph.colourBy(this.state.colour);
    void this.graph.show(this.shownGraph, facts, this.state.open, this.state.path).then(() => this.remark());
  }

  // code ---------------------------------------------------------------------------------------

  /** The number of the pass that is chosen, or null. */
  private get pass(): number | null {
    const chosen = Number(/^pass (\d+)$/.exec(this.state.code ?? '')?.[1] ?? NaN);
    return chosen < this.staged!.passes.length ? chosen : null;
  }

  private code(): ChangedLine[] {
    const staged = this.staged!;
    const program = staged.compiled[Number(/^program (\d+)$/.exec(this.state.code ?? '')?.[1] ?? NaN)];
    if (this.pass !== null) {
      return passCode(staged, this.pass, this.state.mode);
    }
    return (program?.lines ?? staged.generated).map(line => ({ ...line, sign: '' }));
  }

  private showCode(): void {
    const staged = this.staged!;
    const colours = new Map(staged.source.map(line => [line.key, line.colour]));
    this.generated.generated(this.code(), colours);
    this.generated.select(this.selection.current.key, false);
    const passes = offered(staged, this.state.onlyChanged).map(index => {
      const pass = staged.passes[index]!;
      return [`pass ${index}`, `${index + 1} ${pass.name}${pass.changed ? '' : ' (no change)'}`] as const;
    });
    const programs = staged.compiled.map((each, index) => [`program ${index}`, each.name] as const);
    const only = element('input', { type: 'checkbox', checked: this.state.onlyChanged });
    only.addEventListener('change', () => {
      this.keep({ onlyChanged: only.checked });
      this.showCode();
    });
    const modes = chooser('What is shown of a pass', MODES.map(each => [each, each] as const), this.state.mode, each => {
      this.keep({ mode: each });
      this.showCode();
    });
    modes.disabled = this.pass === null;
    const summary = this.pass === null ? '' : staged.passes[this.pass]!.summary;
    this.passBar.replaceChildren(
      chooser('Code', [['', 'the code that ran'], ...passes, ...programs], this.state.code ?? '', each => this.chooseCode(each || null)),
      ...(staged.passes.length ? [modes, element('label', {}, only, ' only changed')] : []),
      element('span', { class: 'agn-summary' }, summary)
    );
  }

  private chooseCode(code: string | null): void {
    this.keep({ code });
    this.showCode();
    this.say(this.pass === null ? (code ?? 'the code that ran') : `pass ${this.pass + 1}, ${this.staged!.passes[this.pass]!.name}`);
  }

  private stepPass(step: 1 | -1): void {
    const staged = this.staged;
    if (staged?.passes.length) {
      const from = this.pass ?? staged.passes.length;
      const next = nextChanged(staged, from, step);
      if (next !== from) {
        this.chooseCode(`pass ${next}`);
      } else if (step > 0) {
        this.chooseCode(null);
      }
    }
  }

  // selection ----------------------------------------------------------------------------------

  private selected(key: number | null, box: string | null, from: unknown): void {
    this.source.select(key, from !== this.source);
    this.generated.select(key, from !== this.generated);
    this.graph.select(key, box);
    if (this.staged !== null) {
      this.about.replaceChildren(...details(this.staged, { key, box }));
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

  private colourBy(colour: ColourBy): void {
    this.colours.value = colour;
    this.keep({ colour });
    this.graph.colourBy(colour);
    this.say(`colours by ${COLOUR_WORDS[colour]}`);
  }

  // search -------------------------------------------------------------------------------------

  private searched(): void {
    this.hits = [];
    this.hit = -1;
    this.search.removeAttribute('aria-invalid');
    if (this.staged !== null) {
      try {
        this.hits = find(parse(this.search.value), this.staged, this.shownGraph);
        this.found.textContent = this.search.value.trim() ? `${this.hits.length} found` : '';
      } catch (error) {
        if (!(error instanceof QueryError)) {
          throw error;
        }
        this.search.setAttribute('aria-invalid', 'true');
        this.found.textContent = error.message;
      }
    }
    this.remark();
  }

  private remark(): void {
    const of = (where: Hit['where']): Set<number> =>
      new Set(this.hits.flatMap(hit => (hit.where === where && hit.key !== null ? [hit.key] : [])));
    this.source.mark(of('source'));
    this.generated.mark(of('generated'));
    this.graph.mark(new Set(this.hits.flatMap(hit => (hit.box === null ? [] : [hit.box]))));
  }

  async nextHit(step: number): Promise<void> {
    if (!this.hits.length) {
      return;
    }
    this.hit = (this.hit + step + this.hits.length) % this.hits.length;
    const hit = this.hits[this.hit]!;
    this.found.textContent = `${this.hit + 1}/${this.hits.length}`;
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

  private do(command: Command): boolean {
    const inGraph = this.graph.node.contains(document.activeElement);
    const code = this.generated.node.contains(document.activeElement) ? this.generated : this.source;
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
        this.stepPass(-1);
        return true;
      case 'next pass':
        this.stepPass(1);
        return true;
      case 'enter':
        this.graph.enter();
        return true;
      case 'fold':
        this.graph.fold();
        return true;
      case 'colour':
        this.colourBy(COLOURS[(COLOURS.indexOf(this.state.colour) + 1) % COLOURS.length]!);
        return true;
      case 'search':
        this.search.focus();
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
      case 'export':
        this.exportMenu();
        return true;
      case 'help':
        this.showHelp();
        return true;
      case 'leave':
        return this.leave();
    }
  }

  /** Closes what lies over the view, or gives the focus back to the notebook. */
  private leave(): boolean {
    const over = this.node.querySelector('.agn-help, .agn-menu');
    if (over !== null) {
      over.remove();
      this.source.focus();
      return true;
    }
    const around = this.node.closest<HTMLElement>('.jp-Cell, .jp-Notebook, [tabindex="0"]');
    (document.activeElement as HTMLElement | null)?.blur();
    around?.focus();
    return true;
  }

  private showHelp(): void {
    this.node.querySelector('.agn-help')?.remove();
    const made = help();
    this.node.append(made);
    made.focus();
  }

  /** Asks as what file the graph or the report is to be saved. */
  exportMenu(): void {
    this.node.querySelector('.agn-menu')?.remove();
    const before = document.activeElement as HTMLElement | null;
    const name = this.staged?.name ?? 'report';
    const entry = (label: string, suffix: string, type: string, text: () => string): HTMLElement =>
      button(label, `Save ${fileName(name, suffix)}`, () => {
        save(fileName(name, suffix), type, text());
        menu.remove();
        (before !== null && this.node.contains(before) ? before : this.node).focus();
        this.say(`${fileName(name, suffix)} saved`);
      });
    const menu: HTMLElement = element(
      'div',
      { class: 'agn-menu', role: 'dialog', 'aria-label': 'Save as a file', tabindex: -1 },
      entry('SVG', 'svg', 'image/svg+xml', () => this.graph.svgText()),
      entry('DOT', 'dot', 'text/vnd.graphviz', () => this.graph.dot()),
      entry('JSON', 'json', 'application/json', () => JSON.stringify(this.report, null, 1))
    );
    this.node.append(menu);
    (menu.firstElementChild as HTMLElement).focus();
  }
}

function pane(name: PaneName, title: string, ...children: HTMLElement[]): HTMLElement {
  return element('section', { class: `agn-pane agn-pane-${name}`, 'aria-label': title }, element('h3', {}, title), ...children);
}
