/** Milliseconds as `0.8 ms`, `120 ms` or `1.2 s`. */
export function duration(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(1)} s`;
  return ms >= 10 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`;
}
