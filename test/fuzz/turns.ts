/** How long requests have blocked the event loop of the service: the turns that turn-meter.ts has written. */

/** Flag of Node that loads the meter into the service. */
export const turnMeterFlag = `--import=${new URL('./turn-meter.ts', import.meta.url)}`;

/** From and to, in milliseconds since the epoch. */
export type Period = readonly [number, number];

/** The longest turns in these periods, in milliseconds of processor time, the longest first. The meter leaves out those below 10 ms. */
export function turnsIn(output: string, periods: readonly Period[]): readonly number[] {
  return [...output.matchAll(/^turn ([\d.]+) ms at (\d+)$/gm)]
    .filter(([, , at]) => periods.some(([from, to]) => Number(at) >= from && Number(at) <= to))
    .map(([, took]) => Number(took))
    .toSorted((one, other) => other - one);
}
