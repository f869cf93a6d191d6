/** Seconds as people read them. */
export function timeText(seconds: number): string {
  for (const [unit, size] of [['s', 1], ['ms', 1e-3], ['µs', 1e-6]] as const) {
    if (seconds >= size) {
      const count = seconds / size;
      return `${count.toFixed(count < 10 ? 1 : 0)} ${unit}`;
    }
  }
  return seconds > 0 ? `${Math.round(seconds * 1e9)} ns` : '0';
}
