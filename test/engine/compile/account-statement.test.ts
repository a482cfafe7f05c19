import { describe, expect, it } from 'vitest';
import { checkProfile } from '../../../engine/index.ts';
import { contract } from '../../../src/contract/index.ts';

describe('the entries of a statement', () => {
  it.each(['fields: { amount: "-amount" }', 'codes: { date: { a: b } }'])(
    'cannot be changed by %s after the database has added them up',
    async (key) => {
      const text = `profile: p
contract: "1"
sources: { erp: { sql: sqlite, connection: { file: x } } }
endpoints:
  /customer-statement/get:
    statement:
      currency: SELECT 'EUR' AS currency WHERE :customerErpId = 1
      entries:
        query: SELECT 1 AS amount, '2026-01-01' AS date WHERE :customerErpId = 1
        ${key}
`;
      const all = await checkProfile(text, 'profile.yaml', contract, {});
      const diagnostics = all.filter(({ code }) => !['MAP261', 'MAP281', 'MAP285'].includes(code));
      expect(diagnostics.map(({ code, place }) => `${code} ${place?.line}`)).toEqual(['MAP113 10']);
    },
  );
});
