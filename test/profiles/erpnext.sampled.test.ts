/** The profile for ERPNext: its cases cover all of it, and the conformance checks pass with its double. */
import { describe, expect, it } from 'vitest';
import { root, runHere } from '../src/cli/here.ts';
import { isDeep } from '../support/depth.ts';
import { hasMysql } from '../support/dialects.ts';
import { providedUrl } from '../support/provided.ts';
import { holdCases } from './figures.ts';
import { passesConformance } from './passes-conformance.ts';

const env = { ENGINE_TEST_MYSQL: providedUrl('mysqlUrl') };

describe.skipIf(!hasMysql)('the profile for ERPNext', () => {
  if (isDeep) {
    it('is reached by its cases in all parts', async () => {
      const { status, out } = await runHere(
        ['test', 'erpnext', '--strict', '--coverage', '--coverage-threshold', '100'],
        { env, cwd: root },
      );
      expect(out).not.toContain('FAIL');
      expect(status).toBe(0);
      holdCases('erpnext', out);
    });

    it('passes the conformance checks', () => passesConformance('erpnext', env));
  } else {
    it('passes its cases of payments', async () => {
      const { status, out } = await runHere(['test', 'erpnext', '--strict', '--filter', 'payment'], { env, cwd: root });
      expect(out).toMatch(/\n[1-9]\d* passed, 0 failed\.$/m);
      expect(status).toBe(0);
    });
  }
});
