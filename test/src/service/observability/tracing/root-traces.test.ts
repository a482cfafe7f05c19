/** Which requests begin a trace that is kept: as often as the sampler keeps one, and only with ids that it keeps. */
import { createHash } from 'node:crypto';
import { AlwaysOffSampler, AlwaysOnSampler, type Sampler, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import { expect, it } from 'vitest';
import { RootTraces } from '../../../../../src/service/observability/tracing/index.ts';
import { seed } from '../../../../support/seed.ts';

/** The ids that the traces of this many requests get. */
function idsOf(sampler: Sampler, requests: number): readonly (string | undefined)[] {
  let drawn = 0;
  const generateTraceId = (): string => {
    drawn += 1;
    return createHash('md5').update(`${seed} ${drawn}`).digest('hex');
  };
  const roots = new RootTraces({ generateTraceId }, sampler);
  return Array.from({ length: requests }, () => roots.next());
}

/** The number that OpenTelemetry compares with the ratio: the four words of the id, added without carry; from 0 to 1. */
const partOf = (id: string): number =>
  ([0, 8, 16, 24].reduce((sum, at) => sum ^ Number.parseInt(id.slice(at, at + 8), 16), 0) >>> 0) / 2 ** 32;

it.each([0.5, 0.05, 0.001])('keeps the part %d of the traces, with ids of their own', (ratio) => {
  const requests = 50_000;
  const kept = idsOf(new TraceIdRatioBasedSampler(ratio), requests).filter((id) => id !== undefined);
  const deviation = Math.sqrt(requests * ratio * (1 - ratio));
  expect(Math.abs(kept.length - requests * ratio)).toBeLessThan(5 * deviation);
  expect(new Set(kept).size).toBe(kept.length);
  expect(kept.filter((id) => partOf(id) > ratio)).toEqual([]);
});

it('keeps all, or none', () => {
  const all = idsOf(new AlwaysOnSampler(), 1_000);
  expect(all).not.toContain(undefined);
  expect(new Set(all).size).toBe(1_000);
  expect(new Set(idsOf(new AlwaysOffSampler(), 1_000))).toEqual(new Set([undefined]));
});
