import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../../engine/base/secret.ts';
import { contract } from '../../../../../src/contract/index.ts';
import { digestOf, type Key } from '../../../../../src/service/config/api-keys.ts';
import { openContext } from '../../../../../src/workbench/checks/core/context.ts';
import { type CheckResult, runChecks } from '../../../../../src/workbench/checks/core/run-checks.ts';
import { knownEndpoints } from '../../../../../src/workbench/checks/list.ts';
import { keyRotation } from '../../../../../src/workbench/checks/themes/key-rotation.ts';
import { appOf, createCaller, paths } from '../../../../../src/workbench/checks/validation/index.ts';
import { fakeEngine, hits, listen } from '../../../service/server/fixture.ts';

const [old, next, receivables] = ['the-old-key-of-ordering', 'the-next-key-of-ordering', 'the-key-of-receivables'];
const keyOf = (text: string, app: Key['app']): Key => ({ name: text, app, digest: digestOf(text), until: undefined });
const settings = {
  ...{ writes: false, customer: undefined, sku: undefined, debtor: undefined },
  ...{
    currency: 'EUR',
    demoSku: 'DEMO-SKU',
    maxPages: 1,
    mostSamples: 1,
    concurrency: 1,
    largestPage: () => 1,
    banks: [],
    deviations: new Map(),
  },
};

/** Checks of a rotation against a service whose keys `rotate` changes when it is told to. */
async function rotated(keys: Key[], rotate: () => void): Promise<readonly CheckResult[]> {
  const { url } = await listen(
    fakeEngine(() => hits),
    { keys: () => keys },
  );
  const both = { ordering: new Secret(old), receivables: new Secret(receivables) };
  const results: CheckResult[] = [];
  const caller = createCaller({ baseUrl: url, keys: both });
  const given = { openCaller: () => caller, settings, profile: undefined, fixture: undefined, now: Date.now };
  const rotation = { next: new Secret(next), timeoutMs: 60_000, waiting: rotate };
  const checks = keyRotation(knownEndpoints(contract), both, rotation);
  await runChecks(openContext(given), checks, (result) => results.push(result));
  return results;
}

const failed = (results: readonly CheckResult[]): readonly string[] =>
  results.flatMap(({ check, outcome }) =>
    outcome.kind === 'failed' ? outcome.findings.map(({ rule }) => `${rule} ${check.path}`) : [],
  );

describe('a rotation of keys', () => {
  it('ends the old key on every endpoint that it opened, and no other key', async () => {
    const keys = [keyOf(old, 'ordering'), keyOf(receivables, 'receivables')];
    const checks = await rotated(keys, () => keys.splice(0, 1, keyOf(next, 'ordering')));
    expect(failed(checks)).toEqual([]);
    const opened = paths.filter((path) => appOf(path) !== 'receivables');
    expect(checks.slice(1).map(({ check }) => check.path)).toEqual(opened);
  });

  it('that leaves the old key in force is a finding on each', async () => {
    const keys = [keyOf(old, 'ordering'), keyOf(receivables, 'receivables')];
    const failures = failed(await rotated(keys, () => keys.push(keyOf(next, 'ordering'))));
    expect(failures).toEqual(
      paths.filter((path) => appOf(path) !== 'receivables').map((path) => `key-rotation ${path}`),
    );
  });
});
