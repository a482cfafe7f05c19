/** Every contract check fails on a service with the defect that it is for, and passes on the same service without it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Declared } from '../../../engine/tools/index.ts';
import { type Check, type CheckResult, openContext, runChecks } from '../../../src/checks/core/index.ts';
import { checksFor, knownEndpoints } from '../../../src/checks/index.ts';
import { createCaller } from '../../../src/checks/validation/index.ts';
import { contract } from '../../../src/contract/index.ts';
import { type Served, serve } from '../../profiles/served.ts';
import { isDeep, sampleOf } from '../../support/depth.ts';
import { type Defect, serveDefective } from './defective-service.ts';
import { accessDefects } from './planted/access.ts';
import { agreementDefects, linesLarger } from './planted/agreement.ts';
import type { PlantedDefect } from './planted/defect.ts';
import { listDefects } from './planted/lists.ts';
import { lookupDefects } from './planted/lookups.ts';
import { searchDefects } from './planted/searches.ts';
import { statementDefects } from './planted/statements.ts';
import { writeDefects } from './planted/writes.ts';

const planted: readonly PlantedDefect[] = [
  ...accessDefects,
  ...searchDefects,
  ...lookupDefects,
  ...statementDefects,
  ...listDefects,
  ...writeDefects,
  ...agreementDefects,
];
const endpoints = knownEndpoints(contract);
const demoSku = 'CONNECTION-TEST-SKU';

let served: Served;
beforeAll(async () => {
  served = await serve({ name: 'demo', settings: {} });
}, 120_000);
afterAll(() => served?.close());

const notProvided = ({ endpoints: declared, ...profile }: Declared, path: string): Declared => {
  const endpoint = { unavailable: 'It has none.', answersEmpty: false, largestPage: undefined, since: undefined };
  return { ...profile, endpoints: new Map([...declared, [path, endpoint]]) };
};

/** Runs one check on the service behind a defect. */
async function runOne(check: Check, profile: Declared, defect: Defect): Promise<CheckResult | undefined> {
  const { service, access } = served;
  const proxy = await serveDefective(service.baseUrl, defect);
  const settings = {
    ...{ writes: true, customer: undefined, sku: undefined, debtor: undefined, currency: undefined, demoSku },
    ...{ maxPages: 2_000, mostSamples: 12, concurrency: 5, largestPage: () => 500, banks: [], deviations: new Map() },
  };
  try {
    const { ordering, receivables } = service.keys;
    const openCaller = () => createCaller({ baseUrl: proxy.baseUrl, keys: { ordering, receivables } });
    const context = openContext({ openCaller, settings, profile, fixture: access, now: Date.now });
    const results: CheckResult[] = [];
    await runChecks(context, [check], (result) => results.push(result));
    return results.at(-1);
  } finally {
    await proxy.close();
  }
}

const named = planted.map((one) => ({ ...one, name: `${one.id} ${one.path}: ${one.what}` }));
const passing: Defect = (call, forward) => forward(call);

describe('a check', { timeout: 120_000 }, () => {
  it.each(sampleOf(named, 66))('$name', async (one) => {
    const { id, path, rule, defect, unavailable } = one;
    const { service, profile } = served;
    const declared = unavailable === true ? notProvided(profile, path) : profile;
    const check = checksFor(endpoints, declared).find((each) => each.id === id && each.path === path);
    if (check === undefined) throw new Error(`there is no check ${id} of ${path}`);
    const [orderingKey, receivablesKey] = [service.keys.ordering.reveal(), service.keys.receivables.reveal()];
    const run = { orderingKey, receivablesKey, baseUrl: service.baseUrl };
    // Without a defect, the sample passes in the test of `engine sandbox --mock`.
    if (isDeep && unavailable !== true)
      expect((await runOne(check, declared, passing))?.outcome, 'without the defect').toEqual({ kind: 'passed' });
    const outcome = (await runOne(check, declared, defect(run)))?.outcome;
    expect(outcome?.kind === 'failed' ? outcome.findings[0]?.rule : outcome).toBe(rule);
  });

  it('of the sum of lines accepts a difference that rounding explains, and no larger one', async () => {
    const { profile } = served;
    const check = checksFor(endpoints, profile).find(({ id }) => id === 'agreement/lines-within');
    if (check === undefined) throw new Error('there is no such check');
    const verdict = async (defect: Defect) => (await runOne(check, profile, defect))?.outcome.kind;
    expect(await verdict(linesLarger(1, 'first'))).toBe('passed');
    expect(await verdict(linesLarger(2, 'all'))).toBe('failed');
  });

  it('of the list has a planted defect', () => {
    const ids = new Set(checksFor(endpoints, undefined).map(({ id }) => id));
    expect([...new Set(planted.map(({ id }) => id))].sort()).toEqual([...ids, 'unavailable/answer'].sort());
  });

  it('has an id that no other check of its endpoint has, and a clause', () => {
    const checks = checksFor(endpoints, undefined);
    expect(new Set(checks.map(({ id, path }) => `${id} ${path}`)).size).toBe(checks.length);
    for (const { clause } of checks) expect(clause).toMatch(/^(contract \d|ruling: [a-z])/);
  });
});
