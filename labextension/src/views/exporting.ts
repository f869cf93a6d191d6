/** Saves what is shown as files, which the page makes by itself. */

/** Pixels of a picture along its longer side; browsers draw no larger ones. */
const LARGEST = 12_000;
const SHARPNESS = 2;

export function save(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A name that every file system takes. */
export function fileName(title: string, suffix: string): string {
  return `${title.replace(/[^\p{L}\p{N}_-]+/gu, '_').replace(/^_+|_+$/g, '').slice(0, 60) || 'graph'}.${suffix}`;
}

/** A picture as PNG, twice as fine as on the screen where that is not too large. */
export async function pngOf(svgText: string, ground: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText)}`;
  await image.decode();
  const scale = Math.min(SHARPNESS, LARGEST / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(image.width * scale);
  canvas.height = Math.ceil(image.height * scale);
  const pen = canvas.getContext('2d');
  if (pen === null) {
    throw new Error('This browser draws no pictures.');
  }
  pen.fillStyle = ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/png'));
  if (blob === null) {
    throw new Error('The picture is too large for this browser: save it as SVG.');
  }
  return blob;
}

/** The report's HTML as a page of its own, which runs and loads nothing. */
export function pageOf(title: string, html: string): string {
  const head = document.createElement('title');
  head.textContent = title;
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
  return (
    `<!DOCTYPE html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">${head.outerHTML}</head>` +
    `<body style="font-family:sans-serif">${html}</body></html>\n`
  );
}

/** Puts a text into the clipboard; where a page may not, as over plain HTTP, by a field that is copied from. */
export async function copy(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (!done) {
    throw new Error('The browser lets this page copy nothing.');
  }
}
