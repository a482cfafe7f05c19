/** Guesses in the bodies of requests: members are in quotes there, as values are. */
import { expect, it } from 'vitest';
import { givenTexts, strangeSentText } from '../../../../../src/workbench/mcp/mask/sent-words.ts';

/** The ERP has answered with masked names and phones, and with open states. `request`: that of the call. */
function strangeIn(body: string, request: unknown): string | undefined {
  const names = ['name', 'phones', 'state', 'fields', 'domain', 'method', 'args', 'query', 'customer'];
  const sent = { method: 'POST', url: 'https://erp.example/json', headers: {}, body };
  return strangeSentText([{ kind: 'exchange', source: 'erp', request: sent, ms: 1 }], {
    named: new Set([...names, 'search_read', 'search', 'read', 'posted', 'db', 'key']),
    literals: new Set(['posted']),
    given: givenTexts(request),
    ids: new Set(['k10003']),
    isDescribed: () => false,
    isMasked: (name) => name === 'name' || name === 'phones',
    isAgreed: () => false,
  });
}

it.each([
  ['[["name", "=like", "Q%"]]', 'Q%'],
  ['[["name", ">", "Q"]]', 'Q'],
  ['{"domain": [["state", "=", "posted"], ["phones", ">", 4976]]}', '4976'],
  ['{"name": {"$gt": "Q"}, "limit": 80}', 'Q'],
  ['{"phones": {"$gt": 4976}}', '4976'],
  ['{"phones": {"$gt": 4976}, "state": "posted?"}', '4976'],
  [`{"query": "select * from Customer where name >= 'Q' startposition 1"}`, 'Q'],
])('the body %s compares a masked member with a guess', (body, guess) => {
  const strange = strangeIn(body, { query: '' });
  expect(strange).toContain(guess);
});

it.each([
  ['[["name", "ilike", "%Meier & Söhne%"]]', { query: 'Meier & Söhne' }],
  ['{"name": "K10003", "limit": 80}', { query: 'K10003' }],
  ['[["state", "=", "posted"]]', {}],
  [
    '{"method": "search_read", "args": ["db", 2, "key", [["state", "=", "posted"]], {"fields": ["name", "phones"], "limit": 80}]}',
    {},
  ],
])('the body %s has only what the request or the profile gives', (body, request) => {
  expect(strangeIn(body, request)).toBeUndefined();
});
