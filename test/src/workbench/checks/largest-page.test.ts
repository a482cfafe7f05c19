/** The maximum of a page that the checks do not know: a service may have fewer rows in a page than were asked for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../../../src/contract/index.ts';
import { checksFor, knownEndpoints } from '../../../../src/workbench/checks/list.ts';
import { type Served, serve } from '../../../profiles/served.ts';
import { changing, type Defect, jsonOf, rowsOf } from './defective-service.ts';
import { runDefective } from './run-defective.ts';

const path = '/debtors/list';
const checks = checksFor(knownEndpoints(contract), undefined).filter(
  (check) => check.id === 'paging/has-more' && check.path === path,
);

let served: Served;
beforeAll(async () => {
  served = await serve({ name: 'demo', settings: {} });
});
afterAll(() => served?.close());

/** The service with a maximum of rows. */
const atMost =
  (maximum: number): Defect =>
  (call, forward) => {
    const request = jsonOf(call.body);
    const limit = Math.min(maximum, Number(request.limit));
    return forward(call.path === path ? { ...call, body: JSON.stringify({ ...request, limit }) } : call);
  };

const outcomes = async (defect: Defect) =>
  (await runDefective(served, checks, undefined, defect)).map(({ outcome }) => outcome.kind);

it('is that of the first page', async () => {
  expect(await outcomes(atMost(4))).toEqual(['passed']);
});

it('is no reason for a page without its last row', async () => {
  const cut = changing(path, (answer) => ({ ...answer, debtors: rowsOf(answer.debtors).slice(0, -1) }));
  expect(await outcomes(cut)).toEqual(['failed']);
});
