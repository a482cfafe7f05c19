/** Named expressions and request parts: the inserted text, and the place where each piece of it was written. */
import { describe, expect, it } from 'vitest';
import type { Path } from '../../../../engine/base/place.ts';
import { expandParts } from '../../../../engine/profile/parts/expand-parts.ts';
import { mergeFiles } from '../overlay/merged.ts';

const base = `profile: base
parts:
  open: { expression: "$subtract(total, {paid})" }
  paid: { expression: "paid ?? 0" }
  option:
    expression: |
      function($text) { { 'name': { 'of': $text }} }
  call: { request: { jsonrpc: "2.0", id: 1, params: { service: object, args: ["\${database}", "{{ $user }}"] } } }
  login: { request: ["\${database}", 7] }
  filter: { request: [blocked eq false, "country eq {{ {paid} }}"] }
endpoints:
  /invoices/list:
    post: "/{{ {open} }}/{open}"
    params: { $filter: [{ $part: filter }, no gt 1], $top: 10 }
    json: { $part: call, id: 2, params: { args: { $after: [account.move] } } }
    fields: { amountOpen: "{open}", status: "{open} > 0 ? '{open}'" }
    one: "Only {{ {open} }} of {{ {option}(kind) }}"
  /payments/list:
    query: SELECT {open} FROM t
    json: [{ $part: login }, sale.order, { $part: call }]
`;

async function expand(overlay?: string) {
  const files = { 'base.yaml': base, ...(overlay !== undefined && { 'acme.yaml': overlay }) };
  const { document } = await mergeFiles(files, overlay === undefined ? 'base.yaml' : 'acme.yaml');
  if (document === undefined) throw new Error('The profile was not read.');
  const expanded = expandParts(document, []);
  const at = (path: Path): unknown =>
    path.reduce<unknown>(
      (value, key) => (typeof value === 'object' && value ? Reflect.get(value, key) : undefined),
      expanded.document.value,
    );
  /** The text of the file at a place. */
  const shown = (path: Path, text?: string): string => {
    const value = at(path);
    const offset = typeof value === 'string' && text !== undefined ? value.indexOf(text) : 0;
    const range = text === undefined ? undefined : { offset, length: text.length };
    const textAt = (place: ReturnType<typeof expanded.document.usedAt>) => {
      const line = expanded.document.texts.get(place?.file ?? '')?.split('\n')[(place?.line ?? 0) - 1] ?? '';
      return place && `${place.file}:${place.line} ${line.slice(place.column - 1, place.column - 1 + place.length)}`;
    };
    const used = textAt(expanded.document.usedAt(path, range));
    return `${textAt(expanded.document.place(path, 'value', range))}${used === undefined ? '' : ` used at ${used}`}`;
  };
  return { ...expanded, at, shown };
}

const invoices: Path = ['endpoints', '/invoices/list'];
const payments: Path = ['endpoints', '/payments/list'];

describe('a named expression', () => {
  it('is inserted in brackets, alone without them, and in templates only inside of {{ }}', async () => {
    const { at, diagnostics } = await expand();
    expect(diagnostics).toEqual([]);
    expect(at([...invoices, 'fields'])).toEqual({
      amountOpen: '$subtract(total, (paid ?? 0))',
      status: "($subtract(total, (paid ?? 0))) > 0 ? '{open}'",
    });
    expect(at([...invoices, 'post'])).toBe('/{{ $subtract(total, (paid ?? 0)) }}/{open}');
    // Two closing braces would end the {{ }}.
    expect(at([...invoices, 'one'])).toBe(
      "Only {{ $subtract(total, (paid ?? 0)) }} of {{ (function($text) { { 'name': { 'of': $text } } })(kind) }}",
    );
    expect(at([...payments, 'query'])).toBe('SELECT {open} FROM t');
  });

  it('has the place of its own text, and where it is used', async () => {
    const { shown } = await expand();
    const status: Path = [...invoices, 'fields', 'status'];
    expect(shown(status, 'total')).toBe('base.yaml:3 total used at base.yaml:16 {open}');
    expect(shown(status, 'paid')).toBe('base.yaml:4 paid used at base.yaml:16 {open}');
    expect(shown(status, '> 0')).toBe('base.yaml:16 > 0');
    expect(shown([...invoices, 'one'], "'of'")).toBe("base.yaml:7 'of' used at base.yaml:17 {option}");
  });
});

describe('a part of a request', () => {
  it('is changed by the keys next to it, and inserts its items into a list', async () => {
    const { at } = await expand();
    expect(at([...invoices, 'json'])).toEqual({
      jsonrpc: '2.0',
      id: 2,
      params: { service: 'object', args: ['${database}', '{{ $user }}', 'account.move'] },
    });
    expect(at([...invoices, 'params'])).toEqual({
      $filter: ['blocked eq false', 'country eq {{ paid ?? 0 }}', 'no gt 1'],
      $top: 10,
    });
    expect(at([...payments, 'json'])).toMatchObject(['${database}', 7, 'sale.order', { jsonrpc: '2.0', id: 1 }]);
  });

  it('has the place of its own text, and where it is used', async () => {
    const { shown } = await expand();
    expect(shown([...invoices, 'json', 'params', 'service'])).toBe('base.yaml:8 object used at base.yaml:15 call');
    expect(shown([...invoices, 'json', 'id'])).toBe('base.yaml:15 2');
    expect(shown([...invoices, 'json', 'params', 'args', 2])).toBe('base.yaml:15 account.move');
    expect(shown([...invoices, 'params', '$filter', 1], 'paid')).toBe('base.yaml:4 paid used at base.yaml:14 filter');
    expect(shown([...invoices, 'params', '$filter', 2])).toBe('base.yaml:14 no gt 1');
    expect(shown([...payments, 'json', 1])).toBe('base.yaml:9 7 used at base.yaml:20 login');
  });
});

describe('an overlay', () => {
  it('changes a part of its base wherever it is used, and uses parts of its base', async () => {
    const { at, shown } = await expand(`extends: ./base.yaml
parts:
  paid: { expression: paidAmount }
  call: { request: { id: 9 } }
endpoints:
  /payments/list: { json: { $part: call, more: "{{ {paid} }}", params: { $without: [service], args: { $before: [1] } } } }
`);
    expect(at([...invoices, 'fields', 'amountOpen'])).toBe('$subtract(total, (paidAmount))');
    expect(at([...invoices, 'json', 'id'])).toBe(2);
    expect(at([...payments, 'json'])).toEqual({
      jsonrpc: '2.0',
      id: 9,
      more: '{{ paidAmount }}',
      params: { args: [1, '${database}', '{{ $user }}'] },
    });
    expect(shown([...invoices, 'fields', 'amountOpen'], 'paidAmount')).toBe(
      'acme.yaml:3 paidAmount used at base.yaml:16 {open}',
    );
    expect(shown([...payments, 'json', 'id'])).toBe('acme.yaml:4 9 used at acme.yaml:6 call');
    expect(shown([...payments, 'json', 'jsonrpc'])).toBe('base.yaml:8 "2.0" used at acme.yaml:6 call');
  });
});
