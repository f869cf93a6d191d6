// jsdom has no DragEvent, which Lumino's drag and drop reads when it is loaded.
(globalThis as { DragEvent?: unknown }).DragEvent ??= class extends MouseEvent {};
