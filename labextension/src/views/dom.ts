/** Makes elements. Texts become text nodes and nothing else: what a report says is never read as markup. */

type Child = Node | string | null | false;
type Attributes = Record<string, string | number | boolean | null | ((event: never) => void)>;

const SVG = 'http://www.w3.org/2000/svg';

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), attributes, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled<E extends Element>(made: E, attributes: Attributes, children: Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      made.addEventListener(name, value as EventListener);
    } else if (value === true) {
      made.setAttribute(name, '');
    } else if (value !== false && value !== null) {
      made.setAttribute(name, String(value));
    }
  }
  made.append(...children.filter((child): child is Node | string => child !== null && child !== false));
  return made;
}

/** A sentence of ours: what stands between backticks is code. What users wrote is no such sentence and is shown as it is. */
export function prose(sentence: string): Child[] {
  return sentence.split(/`([^`]+)`/).map((part, at) => (at % 2 ? element('code', {}, part) : part));
}

/** A button that says what it does. */
export function button(label: string, title: string, click: () => void): HTMLButtonElement {
  return element('button', { type: 'button', class: 'agn-button', title, 'aria-label': title, click }, label);
}

/** Chooses one of several. */
export function chooser<T extends string>(
  title: string,
  options: readonly (readonly [value: T, label: string])[],
  value: T,
  choose: (value: T) => void
): HTMLSelectElement {
  const select = element('select', { class: 'agn-select', title, 'aria-label': title });
  for (const [each, label] of options) {
    select.append(element('option', { value: each, selected: each === value }, label));
  }
  select.addEventListener('change', () => choose(select.value as T));
  return select;
}

/** Brings an element into sight within the box that scrolls it, and moves nothing around that box. */
export function reveal(target: Element, scroller: HTMLElement): void {
  const [inner, outer] = [target.getBoundingClientRect(), scroller.getBoundingClientRect()];
  if (inner.top < outer.top) {
    scroller.scrollTop -= outer.top - inner.top + 24;
  } else if (inner.bottom > outer.bottom) {
    scroller.scrollTop += inner.bottom - outer.bottom + 24;
  }
}

/** Lets the page do what waits to be done, so that no single piece of work holds it up for long. */
export function pause(): Promise<void> {
  return new Promise(done => setTimeout(done));
}
