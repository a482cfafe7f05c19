/** Durations in profiles and settings. */

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of a duration such as `500ms`, `10s`, `2m`, `1h` or `1d`. Throws for any other text, which the grammar rejects before. */
export function milliseconds(text: string): number {
  const match = /^(\d+)(ms|s|m|h|d)$/.exec(text);
  const unit = Object.entries(units).find(([name]) => name === match?.[2])?.[1];
  if (match === null || unit === undefined) throw new Error(`"${text}" is not a duration`);
  return Number(match[1]) * unit;
}
