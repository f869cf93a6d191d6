// jsdom has no DragEvent, which Lumino's drag and drop reads when it is loaded.
(globalThis as { DragEvent?: unknown }).DragEvent ??= class extends MouseEvent {};
// jsdom lays nothing out: what is watched is seen at once, where it is in the page or not.
(globalThis as { IntersectionObserver?: unknown }).IntersectionObserver ??= class {
  constructor(private tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe(): void {
    this.tell([{ isIntersecting: true }]);
  }
};
