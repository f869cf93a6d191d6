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

  constructor(private canvas: HTMLElement) {
    if (typeof ResizeObserver !== 'undefined') {
      new ResizeObserver(() => this.resized()).observe(canvas);
    }
    canvas.addEventListener('wheel', event => this.wheeled(event), { passive: false });
    canvas.addEventListener('pointerdown', event => this.dragged(event));
  }

  /** Looks at another picture of this size. */
  look(content: SVGGElement | null, width: number, height: number): void {
    this.content = content;
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

  keepInSight(place: Place): void {
    const { scale, x, y } = this.view;
    const [left, top] = [place.left * scale + x, place.top * scale + y];
    const inside =
      left >= 0 &&
      top >= 0 &&
      left + place.width * scale <= this.canvas.clientWidth &&
      top + place.height * scale <= this.canvas.clientHeight;
    if (!inside) {
      this.centre(place);
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
    this.view = { scale, x: Math.max((wide - width * scale) / 2, 8), y: 16 * Math.min(scale, 1) };
    this.move();
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
