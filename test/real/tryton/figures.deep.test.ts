/** The profile over a real Tryton: every figure of every read endpoint is the one of Tryton's own classes, before and after the work of the platform. */
import { describe, expect, it } from 'vitest';
import { nameOf } from '../../../src/workbench/checks/core/check.ts';
import { type ReportedPart, runReal } from '../run.ts';
import { hasTryton, provideTryton } from './provided.ts';

/** Read endpoints of the contract. */
const reads = 14;

describe.skipIf(!hasTryton)('the profile for Tryton', () => {
  it('answers what Tryton says, also after the sandbox has written', async () => {
    await using end = new AsyncDisposableStack();
    const erp = await provideTryton(end);
    const parts: ReportedPart[] = [];
    await runReal(erp, { writes: true, currency: 'EUR', report: (part) => parts.push(part) });
    expect(parts.map(({ kind }) => kind)).toEqual(['figures', 'sandbox', 'figures']);
    for (const part of parts) {
      if (part.kind === 'sandbox') {
        const failed = part.results.flatMap(({ check, outcome }) =>
          outcome.kind === 'failed'
            ? outcome.findings.map(({ path, message }) => `${nameOf(check)}: ${path} ${message}`)
            : [],
        );
        expect(failed).toEqual([]);
        expect(part.results.filter(({ outcome }) => outcome.kind === 'passed').length).toBeGreaterThan(150);
        continue;
      }
      if (part.kind === 'trials') continue;
      expect(part.compared.flatMap(({ differences }) => differences)).toEqual([]);
      expect(part.compared.map(({ path }) => path)).toHaveLength(reads);
      expect(part.compared.filter(({ figures }) => figures === 0)).toEqual([]);
    }
  });
});
