/** The view of a picture that is larger than its box: moved by dragging, scaled by buttons, keys and Ctrl with the wheel. */

import { Place } from '../layout/placed';

const LEAST_SCALE = 0.05;
const MOST_SCALE = 4;
/** The least scale at which the words of a whole picture are read; a larger picture begins at its top. */
const LEAST_FIT = 0.85;

export class Camera {
  private view = { x: 0, y: 0, scale: 1 };
  private size = { width: 0, height: 0 };
  private content: SVGGElement | null = null;
  /** What the view shows by itself, until the reader moves it; then it stays where it is. */
  private shows: number | null = null;
  /** What is in sight at first, where the picture is wider than its box. */
  private first: Place | null = null;

  constructor(private canvas: HTMLElement) {
    if (typeof ResizeObserver !== 'undefined') {
      new ResizeObserver(() => this.resized()).observe(canvas);
    }
    canvas.addEventListener('wheel', event => this.wheeled(event), { passive: false });
    canvas.addEventListener('pointerdown', event => this.dragged(event));
  }

  /** Looks at another picture of this size, which begins at the place `first`. */
  look(content: SVGGElement | null, width: number, height: number, first: Place | null = null): void {
    this.content = content;
    this.first = first;
    this.size = { width, height };
    this.move();
  }

  /** Shows all of the picture. */
  fit(): void {
    this.show(LEAST_SCALE);
  }

  /** The first view of a picture: from its top, as much of it as can be read. */
  begin(): void {
    this.show(LEAST_FIT);
  }

  scale(factor: number, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2): void {
    const scale = Math.min(Math.max(this.view.scale * factor, LEAST_SCALE), MOST_SCALE);
    const real = scale / this.view.scale;
    this.shows = null;
    this.view = { scale, x: x - (x - this.view.x) * real, y: y - (y - this.view.y) * real };
    this.move();
  }

  original(): void {
    this.scale(1 / this.view.scale);
  }

  centre(place: Place): void {
    this.shows = null;
    const { scale } = this.view;
    this.view.x = this.canvas.clientWidth / 2 - (place.left + place.width / 2) * scale;
    this.view.y = this.canvas.clientHeight / 2 - (place.top + place.height / 2) * scale;
    this.move();
  }

  /** Goes to the first of some places where none of them is in sight; not while the picture itself is out of sight. */
  keepInSight(...places: Place[]): void {
    const { clientWidth, clientHeight } = this.canvas;
    const { scale, x, y } = this.view;
    const inside = places.some(({ left, top, width, height }) => {
      const [from, above] = [left * scale + x, top * scale + y];
      return from >= 0 && above >= 0 && from + width * scale <= clientWidth && above + height * scale <= clientHeight;
    });
    if (places[0] !== undefined && clientWidth > 0 && !inside) {
      this.centre(places[0]);
    }
  }

  /** A panel was opened or closed, or the window was made smaller. */
  private resized(): void {
    if (this.shows !== null && this.canvas.clientWidth > 0) {
      this.show(this.shows);
    }
  }

  private show(least: number): void {
    this.shows = least;
    const { width, height } = this.size;
    const [wide, high] = [this.canvas.clientWidth || 480, this.canvas.clientHeight || 320];
    const scale = Math.max(Math.min(wide / (width + 16), high / (height + 24), 1), least);
    this.view = { scale, x: this.begins(wide, scale), y: 16 * Math.min(scale, 1) };
    this.move();
  }

  /** Where the left edge of the picture is: in the middle, or, where it is too wide for that, so that what is first is in sight. */
  private begins(wide: number, scale: number): number {
    const spare = wide - this.size.width * scale;
    if (spare >= 16 || this.first === null) {
      return Math.max(spare / 2, 8);
    }
    const middle = wide / 2 - (this.first.left + this.first.width / 2) * scale;
    return Math.min(Math.max(middle, spare - 8), 8);
  }

  private move(): void {
    const { x, y, scale } = this.view;
    this.content?.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})`);
  }

  private wheeled(event: WheelEvent): void {
    if (this.content === null || (!event.ctrlKey && !event.metaKey)) {
      return; // the page scrolls; with Ctrl the graph is scaled
    }
    event.preventDefault();
    const bounds = this.canvas.getBoundingClientRect();
    this.scale(Math.exp(-event.deltaY / 400), event.clientX - bounds.left, event.clientY - bounds.top);
  }

  private dragged(down: PointerEvent): void {
    if (this.content === null || down.button !== 0) {
      return;
    }
    const start = { ...this.view };
    const move = (event: PointerEvent): void => {
      this.shows = null;
      this.view.x = start.x + event.clientX - down.clientX;
      this.view.y = start.y + event.clientY - down.clientY;
      this.move();
    };
    const end = (): void => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
  }
}
