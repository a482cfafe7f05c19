import { describe, expect, it } from 'vitest';
import { milliseconds } from '../../../engine/base/duration.ts';

describe('milliseconds', () => {
  it.each([
    ['0s', 0],
    ['500ms', 500],
    ['10s', 10_000],
    ['2m', 120_000],
    ['1h', 3_600_000],
    ['3d', 259_200_000],
  ])('%s is %i', (text, wanted) => {
    expect(milliseconds(text)).toBe(wanted);
  });

  it.each(['', '10', 's', '1.5s', '-1s', '1 s', '1w', '1S', '10ms10'])('%j is not a duration', (text) => {
    expect(() => milliseconds(text)).toThrow('not a duration');
  });
});
