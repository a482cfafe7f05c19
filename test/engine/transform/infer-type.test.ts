/** What is told of an expression before it is evaluated. Expected shapes are written by hand, from JSONata's own documentation. */
import { describe, expect, it } from 'vitest';
import { toDecimalText } from '../../../engine/base/decimal.ts';
import { compileExpression } from '../../../engine/transform/expression.ts';
import type { Inference } from '../../../engine/transform/infer-type.ts';
import { closedObject, unknownType, type ValueType } from '../../../engine/transform/value-type.ts';

const line = closedObject([
  ['sku', { kind: 'text' }],
  ['qty', { kind: 'number' }],
  ['tags', { kind: 'list', items: { kind: 'text' } }],
]);
const row = closedObject([
  ['name', { kind: 'text' }],
  ['total', { kind: 'number' }],
  ['due', { kind: 'date' }],
  ['free', unknownType],
  ['lines', { kind: 'list', items: line }],
  ['item', closedObject([['price', { kind: 'number' }]])],
]);

function infer(text: string): Inference {
  const compiled = compileExpression(text);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.expression.infer(row, new Map([['first', line]]));
}

/** A type in short: `text`, `sequence number`, `{sku, qty}`, `text | nothing`. */
function short(type: ValueType): string {
  switch (type.kind) {
    case 'union':
      return [...new Set(type.types.map(short))].sort().join(' | ');
    case 'list':
    case 'sequence':
      return `${type.kind} ${short(type.items)}`;
    case 'object': {
      const members = [...type.members].map(([name, member]) => `${name}: ${short(member.type)}`);
      return `{${[...members, ...(type.open ? ['...'] : [])].join(', ')}}`;
    }
    default:
      return type.kind;
  }
}

const expressions = [
  ["'web'", 'text'],
  ['12.5', 'number'],
  ['true', 'boolean'],
  ['null', 'nothing'],
  ['name', 'text'],
  ['free', 'unknown'],
  ['due', 'date'],
  ["name & ' ' & free", 'text'],
  ['total > 0', 'boolean'],
  ["name in ['a', 'b']", 'boolean'],
  ['total > 0 and name', 'boolean'],
  ['total * 2', 'number'],
  ['-total', 'number'],
  ["total > 0 ? 'debit' : total", 'number | text'],
  ["total > 0 ? 'debit'", 'nothing | text'],
  ["name ?? 'none'", 'text'],
  ['name ?: free', 'text | unknown'],
  ['lines', 'list {sku: text, qty: number, tags: list text}'],
  ['lines.qty', 'sequence number'],
  ['lines[0].qty', 'nothing | number'],
  ['lines.tags[0]', 'sequence text'],
  ['lines.[sku, qty]', 'unknown'],
  ['lines[0][]', 'list nothing | {sku: text, qty: number, tags: list text}'],
  ['lines[qty > 1].sku', 'sequence text'],
  ['lines.tags', 'sequence text'],
  ['lines^(>qty).sku', 'sequence text'],
  ['lines.qty[]', 'list number'],
  ['item.price', 'number'],
  ["lines.{ 'sku': sku, 'amount': qty * 2 }", 'sequence {sku: text, amount: number}'],
  ["{ 'a': name, name: total }", '{a: text, ...}'],
  ['[1, 2]', 'list number'],
  ['[lines.qty]', 'list number'],
  ['[[1], [2]]', 'list list number'],
  ['[]', 'list nothing'],
  ['[1..3]', 'list number'],
  ['$sum(lines.qty)', 'number'],
  ['$total(lines.qty)', 'number'],
  ['$string(total)', 'text'],
  ['$exists(name)', 'boolean'],
  ['$addDays(due, 30)', 'date'],
  ['$count(lines)', 'number'],
  ['lines.qty ~> $sum', 'number'],
  ["name ~> $replace('a', 'b')", 'text'],
  ['$filter(lines, function($l) { $l.qty > 1 }).sku', 'sequence text'],
  ['$map(lines, function($l) { $l.qty })', 'sequence number'],
  ['$first.qty', 'number'],
  ['$somewhere.else', 'unknown'],
  ['($t := total; $t)', 'number'],
  ['($total := name; $total)', 'text'],
  ['($round := name; $round)', 'text'],
  ['function($x) { $x }', 'function'],
  ['$uppercase', 'unknown'],
  ['/a/', 'function'],
  // Nothing is said of what cannot be told.
  ['lines@$l.free', 'unknown'],
  ['lines.%.name', 'unknown'],
  ['**.sku', 'unknown'],
  ['lines{ sku: qty }', 'unknown'],
  ['$lookup(item, "price")', 'unknown'],
  ['free.anything.at.all', 'unknown'],
  ['$reduce(lines.qty, function($a, $b) { $a + $b })', 'unknown'],
  ['item ~> | $ | { "price": "x" } |', 'unknown'],
] as const;

describe('what an expression gives', () => {
  it.each(expressions)('%s: %s', (text, expected) => {
    const { type, faults } = infer(text);
    expect({ type: short(type), faults }).toEqual({ type: expected, faults: [] });
  });
});

/** Whether a value is what its type says. */
function conforms(value: unknown, type: ValueType): boolean {
  switch (type.kind) {
    case 'unknown':
      return true;
    case 'nothing':
      return value === undefined || value === null;
    case 'union':
      return type.types.some((one) => conforms(value, one));
    case 'list':
      return Array.isArray(value) && value.every((item) => conforms(item, type.items));
    case 'sequence':
      if (Array.isArray(value)) return value.every((item) => conforms(item, type.items));
      return value === undefined || conforms(value, type.items);
    case 'object':
      return (
        typeof value === 'object' &&
        value !== null &&
        [...type.members].every(([name, member]) => conforms(Reflect.get(value, name), member.type))
      );
    case 'function':
      return typeof value === 'function' || (typeof value === 'object' && value !== null);
    case 'number':
      return typeof value === 'number' || toDecimalText(value) !== undefined;
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
    case 'date':
    case 'instant':
    case 'time':
      return typeof value === 'string';
  }
}

describe('what is told of an expression is true', () => {
  // A function is no data, and cannot be handed out as such.
  const told = expressions.filter(([, type]) => type !== 'function');
  const bolts = { sku: 'B', qty: 2, tags: ['small', 'round'] };
  const rows = [
    { name: 'n', total: 1.5, due: '2026-01-31', free: 'x', lines: [bolts], item: { price: 3 } },
    {
      name: '',
      total: 0,
      due: '2026-02-28',
      free: [1, { a: 2 }],
      lines: [bolts, { ...bolts, qty: 1 }],
      item: { price: 0 },
    },
    { name: 'b', total: -1, due: '2026-03-31', free: undefined, lines: [], item: { price: 9 } },
  ];

  it.each(told)('%s', async (text) => {
    const compiled = compileExpression(text);
    if (!compiled.ok) throw new Error(compiled.message);
    const { type } = infer(text);
    for (const one of rows) {
      const value = await compiled.expression.evaluate(one, { first: bolts });
      // A function of an absent value gives none.
      expect([value, value === undefined || conforms(value, type)]).toEqual([value, true]);
    }
  });
});

describe('members that there are not', () => {
  it.each([
    { text: 'lines.qyt', name: 'qyt', among: ['sku', 'qty', 'tags'] },
    { text: 'lines[qyt > 1].sku', name: 'qyt', among: ['sku', 'qty', 'tags'] },
    { text: 'lines.(qyt * 2)', name: 'qyt', among: ['sku', 'qty', 'tags'] },
    { text: "lines.{ 'a': qyt }", name: 'qyt', among: ['sku', 'qty', 'tags'] },
    { text: 'lines^(qyt).sku', name: 'qyt', among: ['sku', 'qty', 'tags'] },
    { text: '$sum(lines.qyt)', name: 'qyt', among: ['sku', 'qty', 'tags'] },
    { text: '$map(lines, function($l) { $l.qyt })', name: 'qyt', among: ['sku', 'qty', 'tags'] },
    { text: '$first.qyt', name: 'qyt', among: ['sku', 'qty', 'tags'] },
    { text: '(name ?? free) & item.prise', name: 'prise', among: ['price'] },
    { text: 'lines[0].qyt', name: 'qyt', among: ['sku', 'qty', 'tags'] },
    { text: 'name.first', name: 'first', among: undefined },
    { text: '($l := lines; $l.qyt)', name: 'qyt', among: ['sku', 'qty', 'tags'] },
  ])('$text has no $name', ({ text, name, among }) => {
    expect(infer(text).faults).toEqual([{ kind: 'member', name, offset: text.indexOf(name), among }]);
  });

  it('leaves names of the input itself to those who know what they are', () => {
    expect(infer('nmae & (tota; $.item.price)').faults).toEqual([]);
  });

  it('says nothing where one of several values may have it', () => {
    expect(infer('(total > 0 ? item : free).prise').faults).toEqual([]);
    expect(infer('(total > 0 ? item : lines).sku').faults).toEqual([]);
  });
});
