/** Expressions and filters by which an assistant would find out masked values of an ERP over HTTP. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { survivors } from '../record/canaries.ts';
import { session, shopIn } from './canary-erps.ts';
import { expressions, filters, plainFilters } from './revealing-http.ts';

const search = { endpoint: '/catalog/customers/search', request: { query: '', limit: 3 } };
const filter = '"contains(displayName, {{ query }})"';

/** Runs the search with each change of the profile. The session has begun with the profile as it was. */
async function refusedWith(changes: readonly string[], changed: (profile: string, change: string) => string) {
  const { assistant, file } = await shopIn();
  const profile = readFileSync(file, 'utf8');
  const refused: string[] = [];
  for (const change of changes) {
    writeFileSync(file, changed(profile, change));
    const { text } = await assistant.use('run', search);
    expect([change, text]).toEqual([change, expect.not.stringContaining('has errors')]);
    // A refusal repeats the expression.
    const shown = text.replaceAll(change, '').replaceAll(JSON.stringify(change).slice(1, -1), '');
    expect([change, survivors(shown), text.includes(session)]).toEqual([change, [], false]);
    if (text.includes('result is not shown')) refused.push(change);
  }
  return refused;
}

it('no expression computes from masked members', async () => {
  const erpName = (profile: string, text: string) =>
    profile.replace('erpName: displayName', () => `erpName: ${JSON.stringify(text)}`);
  expect(await refusedWith(expressions, erpName)).toEqual(expressions);
});

it('no filter of the profile compares masked members with a guess', async () => {
  const filtered = (profile: string, text: string) => profile.replace(filter, () => JSON.stringify(text));
  expect(await refusedWith([...filters, ...plainFilters], filtered)).toEqual(filters);
});

it.each([
  ['$orderby', 'displayName'],
  ['$search', 'Quarz'],
  ['$apply', 'groupby((displayName))'],
  ['q', 'Quarz*'],
  ['phone', '49763499844'],
])('the parameter %s=%s is refused', async (name, value) => {
  const params = (profile: string) =>
    profile.replace(`{ $filter: [${filter}] }`, () => `{ ${name}: ${JSON.stringify(value)} }`);
  expect(await refusedWith([value], params)).toEqual([value]);
});
