/** Milliseconds as `0.8 ms`, `120 ms` or `1.2 s`. */
export function duration(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(1)} s`;
  return ms >= 10 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`;
}

/** Milliseconds after which a rest is estimated. */
const fewMs = 3_000;

/** The time that is left at the pace so far, as `40 s` or `3 min`. `ended` items took `ms`, and `left` are to come. Undefined if too little has ended. */
export function timeLeft(ms: number, ended: number, left: number): string | undefined {
  if (ms < fewMs || ended < 1 || left < 1) return undefined;
  const seconds = ((ms / ended) * left) / 1_000;
  return seconds < 90 ? `${Math.ceil(seconds / 5) * 5} s` : `${Math.round(seconds / 60)} min`;
}
