/** A fixture database that does not answer is reported once, not as a failure of each case. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type DeclaredSource, loadCases } from '../../../../engine/tools/index.ts';
import { contract } from '../../../../src/contract/index.ts';
import type { Fixtures } from '../../../../src/workbench/testing/fixture/fixture.ts';
import { createProfileChecks } from '../../../../src/workbench/testing/profile-checks.ts';
import { runFile } from '../../../../src/workbench/testing/run-file.ts';
import { kinds } from '../../../support/kinds.ts';
import { folderWith } from '../../service/server/fixture.ts';

const path = '/debtors/list';
const small = { ...contract, endpoints: contract.endpoints.filter((endpoint) => endpoint.path === path) };
const profile = `profile: away
contract: "1"
sources: { erp: { sql: postgres, connection: { url: postgres://erp } } }
endpoints:
  ${path}:
    page: { key: [erpDebtorId] }
    query: SELECT no AS erpDebtorId, name AS name, mail AS email FROM customer
`;
const cases = `cases:
  - { case: the first page, call: ${path}, response: { debtors: [], hasMore: false } }
  - { case: the second page, call: ${path}, request: { page: 2 }, response: { debtors: [], hasMore: false } }
`;

it('is reported once', async () => {
  const folder = folderWith({ 'profile.yaml': profile });
  const sources: readonly DeclaredSource[] = [{ kind: 'sql', name: 'erp', databaseKind: kinds.postgres, clock: 'UTC' }];
  const loaded = loadCases(cases, 'a.yaml', small, { sources: [] }).loaded;
  if (loaded === undefined) throw new Error('no cases');
  // Nothing listens there.
  const url = 'postgres://engine:secret@127.0.0.1:1/erp';
  const fixture = {
    connections: new Map([['erp', { url }]]),
    connectors: new Map(),
    databases: new Map(),
    store: { kind: 'file', file: join(folder, 'store.sqlite') },
    drop: async () => undefined,
  } as const;
  const fixtures: Fixtures = {
    make: async () => ({ kind: 'made', fixture }),
    notes: () => [],
    close: async () => undefined,
  };
  const result = await runFile({
    contract: small,
    fixtures,
    checks: createProfileChecks(),
    profileFile: join(folder, 'profile.yaml'),
    profileName: 'profile.yaml',
    locate: () => {
      throw new Error('the profile extends nothing');
    },
    folders: [folder],
    environment: {},
    sources,
    loaded,
    isSelected: () => true,
    now: Date.now,
  });
  expect(result).toMatchObject({ kind: 'refused', diagnostics: [{ code: 'CFG521', severity: 'error' }] });
});
