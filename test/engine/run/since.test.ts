import { describe, expect, it } from 'vitest';
import { withOverlap } from '../../../engine/run/marks/since.ts';

const at = Date.parse;

describe('how far a read looks back', () => {
  it('is the overlap', () => {
    expect(withOverlap(at('2026-01-01T00:00:00Z'), 120_000)).toBe(at('2025-12-31T23:58:00Z'));
  });
  // https://learn.microsoft.com/sql/t-sql/data-types/datetime-transact-sql: January 1, 1753, through December 31, 9999.
  it('is never beyond what a datetime of SQL Server can hold, in any time zone', () => {
    for (const instant of ['0001-01-01T00:00:00Z', '1752-12-31T00:00:00Z', '1753-01-01T00:00:00Z']) {
      const furthest = withOverlap(at(instant), 86_400_000) - 14 * 3_600_000;
      expect(furthest).toBeGreaterThanOrEqual(at('1753-01-01T00:00:00Z'));
    }
  });
});
