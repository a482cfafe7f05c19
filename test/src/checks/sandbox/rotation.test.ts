import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../engine/base/secret.ts';
import type { Check } from '../../../../src/checks/sandbox/check.ts';
import { rotation } from '../../../../src/checks/sandbox/scenarios/rotation.ts';
import { openSession } from '../../../../src/checks/sandbox/session.ts';
import { createCaller } from '../../../../src/checks/validation/caller.ts';
import { appOf, paths } from '../../../../src/checks/validation/endpoint.ts';
import { digestOf, type Key } from '../../../../src/config/api-keys.ts';
import { fakeEngine, hits, listen } from '../../server/fixture.ts';

const [old, next, receivables] = ['the-old-key-of-ordering', 'the-next-key-of-ordering', 'the-key-of-receivables'];
const keyOf = (text: string, app: Key['app']): Key => ({ name: text, app, digest: digestOf(text), until: undefined });
const settings = {
  ...{ writes: false, customer: undefined, sku: undefined, debtor: undefined },
  ...{ currency: 'EUR', demoSku: 'DEMO-SKU', maxPages: 1 },
};

/** Checks of a rotation against a service whose keys `rotate` changes when it is told to. */
async function rotated(keys: Key[], rotate: () => void): Promise<readonly Check[]> {
  const { url } = await listen(
    fakeEngine(() => hits),
    { keys: () => keys },
  );
  const both = { ordering: new Secret(old), receivables: new Secret(receivables) };
  const checks: Check[] = [];
  const caller = createCaller({ baseUrl: url, keys: both });
  const session = openSession({ caller, settings, now: Date.now, done: (check) => checks.push(check) });
  await rotation(session, { next: new Secret(next), patience: 5_000, waiting: rotate });
  return checks;
}

const failed = (checks: readonly Check[]): readonly string[] =>
  checks.flatMap(({ path, outcome }) =>
    outcome.kind === 'failed' ? outcome.findings.map(({ rule }) => `${rule} ${path}`) : [],
  );

describe('a rotation of keys', () => {
  it('ends the old key on every endpoint that it opened, and no other key', async () => {
    const keys = [keyOf(old, 'ordering'), keyOf(receivables, 'receivables')];
    const checks = await rotated(keys, () => keys.splice(0, 1, keyOf(next, 'ordering')));
    expect(failed(checks)).toEqual([]);
    const opened = paths.filter((path) => appOf(path) !== 'receivables');
    expect(checks.slice(1).map(({ path }) => path)).toEqual(opened);
  });

  it('that leaves the old key in force is a finding on each', async () => {
    const keys = [keyOf(old, 'ordering'), keyOf(receivables, 'receivables')];
    const found = failed(await rotated(keys, () => keys.push(keyOf(next, 'ordering'))));
    expect(found).toEqual(paths.filter((path) => appOf(path) !== 'receivables').map((path) => `key-rotation ${path}`));
  });
});
