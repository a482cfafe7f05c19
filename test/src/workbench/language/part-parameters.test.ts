/** Parameters of parts: changes of names, hover and completion. */
import { describe, expect, it } from 'vitest';
import { linesOf } from './navigation-text.ts';
import { file, head, marked, opened } from './service-here.ts';

describe('parameters of parts', () => {
  const profile = `${head.replace('  account:', '  balance: { with: [debtor, kind], sql: "(SELECT SUM(l.open_amount) FROM ledger l WHERE l.debtor = {debtor} AND l.kind = {kind})" }\n  account:')}endpoints:
  /debtors/list:
    page: { key: [erpDebtorId] }
    query: SELECT c.no AS erpDebtorId, {balance(c.no, :settings.branch)} AS name FROM customer c
`;
  const here = (word: string, from = '') => {
    const place = profile.indexOf(word, profile.indexOf(from));
    return marked(`${profile.slice(0, place)}§${profile.slice(place)}`);
  };
  it.each([
    ['a parameter, from its use', here('debtor} AND'), 'debtor', 2],
    ['a parameter, from its declaration', here('kind], '), 'kind', 2],
    ['a part with arguments', here('balance(c.no'), 'balance', 2],
    ['a setting in an argument', here('branch)}'), 'branch', 3],
  ])('%s: its declaration and all its uses', async (_what, { text, position }, name, count) => {
    const service = await opened(text);
    expect(linesOf(service.definition(file, position), text)).toEqual([name]);
    expect(linesOf(service.references(file, position, true), text)).toEqual(Array.from({ length: count }, () => name));
  });

  it('change their names in the part alone', async () => {
    const { text, position } = here('debtor} AND');
    const renamed = (await opened(text)).rename(file, position, 'account_no');
    if (!renamed.ok) throw new Error(renamed.reason);
    expect(linesOf(renamed.edits, text)).toEqual(['debtor', 'debtor']);
    expect(renamed.edits.every(({ range }) => range.start.line === renamed.edits[0]?.range.start.line)).toBe(true);
  });

  it('are shown by hover, with the part', async () => {
    const use = here('balance(c.no');
    const service = await opened(use.text);
    expect(service.hover(file, use.position)?.text).toContain('**{balance(debtor, kind)}** is');
    expect(service.hover(file, here('debtor} AND').position)?.text).toBe(
      '**{debtor}**: a parameter of the part balance',
    );
  });

  it('are proposed in the part, and a use of the part with all of its arguments', async () => {
    const inside = marked(profile.replace('{kind})"', '{§})"'));
    const service = await opened(inside.text);
    const names = service.complete(file, inside.position).items.map(({ label }) => label);
    expect(names).toEqual(expect.arrayContaining(['debtor', 'kind', 'open_invoice']));
    const use = marked(profile.replace('{balance(c.no, :settings.branch)}', '{bal§'));
    const [item] = (await opened(use.text)).complete(file, use.position).items;
    expect([item?.label, item?.insert, item?.snippet]).toEqual(['balance', 'balance(${1:debtor}, ${2:kind})\\}', true]);
  });

  it('names in arguments are those of the statement around the part', async () => {
    const { text, position } = marked(profile.replace('{balance(c.no,', '{balance(c.§,'));
    const names = (await opened(text)).complete(file, position).items.map(({ label }) => label);
    expect(names).toContain('no');
  });
});
