/** The check of a sandbox run that reads from the admin listener what disagrees with the vendor's description. */
import { afterEach, expect, it } from 'vitest';
import { Secret } from '../../../../../engine/index.ts';
import { openContext } from '../../../../../src/workbench/checks/core/context.ts';
import { type CheckResult, runChecks } from '../../../../../src/workbench/checks/core/run-checks.ts';
import { descriptionCheck } from '../../../../../src/workbench/checks/sandbox/description-check.ts';
import { createCaller } from '../../../../../src/workbench/checks/validation/caller.ts';
import { closeAll, httpDouble, json } from '../../../../engine/sources/http/double.ts';

afterEach(closeAll);

const source = (disagreements?: readonly string[]): object => ({ name: 'erp', kind: 'http', disagreements });

async function outcomeOf(url: string, service?: string): Promise<CheckResult['outcome'] | undefined> {
  const keys = { ordering: new Secret('a'), receivables: new Secret('b') };
  const settings = {
    ...{ writes: false, customer: undefined, sku: undefined, debtor: undefined, currency: undefined, demoSku: 'X' },
    ...{ maxPages: 1, banks: [], deviations: new Map(), mostSamples: 1, concurrency: 1, largestPage: () => 1 },
  };
  const openCaller = () => createCaller({ baseUrl: url, keys });
  const opened = openContext({ openCaller, settings, profile: undefined, fixture: undefined, now: Date.now });
  const results: CheckResult[] = [];
  await runChecks(opened, [descriptionCheck({ url, service })], (result) => results.push(result));
  return results[0]?.outcome;
}

async function outcomeFor(status: object, service?: string): Promise<unknown> {
  const admin = await httpDouble(({ path }, response) => json(response, path === '/status' ? status : {}));
  return outcomeOf(admin.url, service);
}

const failedWith = (...messages: readonly string[]): object => ({
  kind: 'failed',
  findings: messages.map((message) => expect.objectContaining({ rule: 'description', message })),
});

const notTested = (reason: string): object => ({
  kind: 'not tested',
  gap: { kind: 'not possible here', reason: expect.stringContaining(reason) },
});

it.each([
  [{ sources: [source([])] }, undefined, { kind: 'passed' }],
  [{ sources: [source(), source(['one', 'two'])] }, undefined, failedWith('one', 'two')],
  [{ sources: [source()] }, undefined, notTested('the service compares nothing')],
  [
    {
      services: [
        { name: 'a', sources: [source(['one'])] },
        { name: 'b', sources: [source([])] },
      ],
    },
    'b',
    { kind: 'passed' },
  ],
  [
    {
      services: [
        { name: 'a', sources: [source(['one'])] },
        { name: 'b', sources: [] },
      ],
    },
    undefined,
    failedWith('one'),
  ],
  [{ hello: 'world' }, undefined, notTested('does not answer with the state of a service')],
])('with the state %j of service %s', async (status, service, outcome) => {
  expect(await outcomeFor(status, service)).toMatchObject(outcome);
});

it('is not tested without an answer, or with one that is not JSON', async () => {
  const page = await httpDouble((_request, response) => response.end('<html>'));
  expect(await outcomeOf(page.url)).toMatchObject(notTested('gives no answer'));
  page.stop();
  expect(await outcomeOf(page.url)).toMatchObject(notTested('gives no answer'));
});
