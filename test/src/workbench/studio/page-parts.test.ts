/** Parts of the studio's page that need no browser: answers as tables, and the layout of the lineage. */
import { EditorSelection, EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import type { FormField } from '../../../../src/workbench/operations/protocol/project.ts';
import { placedInColumns } from '../../../../src/workbench/studio/page/parts/column-layout.ts';
import { timeLeft } from '../../../../src/workbench/studio/page/parts/duration.ts';
import { newText } from '../../../../src/workbench/studio/page/parts/new-text.ts';
import { formValues, requestJson } from '../../../../src/workbench/studio/page/parts/request-form.ts';
import { answerTables, prettyJson } from '../../../../src/workbench/studio/page/parts/try/json-text.ts';

describe('an answer', () => {
  const json =
    '{"schemaVersion":"1","currency":"EUR","closing":12345678901234567.10,"lines":[{"a":1.50,"b":"1.5"},{"b":null,"c":[1]}]}';

  it('is shown as tables in which numbers keep their digits', () => {
    expect(answerTables(json)).toEqual([
      { name: '', rows: { columns: ['currency', 'closing'], rows: [['EUR', '12345678901234567.10']], count: 1 } },
      {
        name: 'lines',
        rows: {
          columns: ['a', 'b', 'c'],
          rows: [
            ['1.50', '1.5', null],
            [null, null, '1 item'],
          ],
          count: 2,
        },
      },
    ]);
  });

  it('is shown as JSON with its own digits', () => {
    expect(prettyJson('{"a":[1.50,{"b":"x, {y}"}],"c":[]}')).toBe(
      '{\n  "a": [\n    1.50,\n    {\n      "b": "x, {y}"\n    }\n  ],\n  "c": []\n}',
    );
  });
});

describe('a request', () => {
  const field = (name: string, type: FormField['type'], required = false): FormField => {
    return { name, type, description: '', required };
  };
  const fields: readonly FormField[] = [
    ...[field('query', 'text', true), field('note', 'text'), field('amount', 'decimal'), field('open', 'boolean')],
    { ...field('lines', 'list'), items: [field('sku', 'text'), field('qty', 'integer')] },
  ];

  it.each([
    '{ "query": "", "amount": 12345678901234567.10, "open": false }',
    '{ "query": "0", "note": "1.50", "lines": [{ "sku": "4-7", "qty": 3 }, { "qty": -1 }] }',
  ])('is the same after it was shown as a form: %s', (json) => {
    expect(requestJson(fields, formValues(fields, json) ?? {})).toBe(json);
  });

  it.each([
    ['an unknown field', '{ "query": "", "other": "1" }'],
    ['a null', '{ "query": null }'],
    ['a required text that is missing', '{ "note": "x" }'],
    ['a text that is empty', '{ "query": "", "note": "" }'],
    ['a number instead of a text', '{ "query": 17 }'],
    ['a text instead of a number', '{ "query": "", "amount": "17" }'],
    ['a number with an exponent', '{ "query": "", "amount": 1e3 }'],
    ['an empty list', '{ "query": "", "lines": [] }'],
    ['an unknown field in a list', '{ "query": "", "lines": [{ "price": 1 }] }'],
    ['a text that is no JSON', '{ "query"'],
  ])('cannot be shown as a form with %s', (_, json) => {
    expect(formValues(fields, json)).toBeUndefined();
  });
});

describe('the time that is left', () => {
  it.each([
    [2_999, 10, 10, undefined],
    [10_000, 0, 50, undefined],
    [10_000, 50, 0, undefined],
    [3_000, 30, 90, '10 s'],
    [10_000, 20, 22, '15 s'],
    [60_000, 10, 30, '3 min'],
  ])('after %i ms for %i items, with %i to come', (ms, ended, left, expected) => {
    expect(timeLeft(ms, ended, left)).toBe(expected);
  });
});

describe('the lineage', () => {
  const size = { width: 100, height: 40 };
  // The second field skips the column of expressions; the first one is computed of what the third one reads.
  const pairs = [
    ['one', 'expression'],
    ['two', 'x'],
    ['three', 'y'],
    ['expression', 'y'],
    ['expression', 'z'],
  ] as const;
  const placed = placedInColumns({ first: ['one', 'two', 'three'], last: ['x', 'y', 'z'], pairs, size });
  const at = (id: string) => placed.centres.get(id) ?? { x: Number.NaN, y: Number.NaN };

  it('keeps the order of the contract, and the columns of the ERP on the right', () => {
    expect(['one', 'two', 'three'].map((id) => at(id).x)).toEqual([62, 62, 62]);
    expect(at('one').y).toBeLessThan(at('two').y);
    expect(at('two').y).toBeLessThan(at('three').y);
    expect(new Set(['x', 'y', 'z'].map((id) => at(id).x))).toEqual(new Set([334]));
    expect(at('expression').x).toBe(198);
  });

  it('has no overlaps: neither of nodes, nor of edges with nodes', () => {
    const nodes = [...placed.centres.values()];
    for (const [index, one] of nodes.entries())
      for (const other of nodes.slice(index + 1))
        expect(one.x !== other.x || Math.abs(one.y - other.y) >= size.height).toBe(true);
    for (const line of placed.lines)
      for (const point of line.slice(1, -1))
        for (const { x, y } of nodes)
          expect(Math.abs(point.x - x) > size.width / 2 || Math.abs(point.y - y) > size.height / 2).toBe(true);
  });

  it('is empty without fields', () => {
    expect(placedInColumns({ first: [], last: [], pairs: [], size })).toMatchObject({ width: 0, height: 0, lines: [] });
  });
});

describe('a text that changes on disk', () => {
  /** The text and the selection after the change. `selected`: the selected text. */
  function changed(before: string, selected: string, after: string) {
    const from = before.indexOf(selected);
    const selection = EditorSelection.range(from, from + selected.length);
    const state = EditorState.create({ doc: before, selection });
    const next = state.update(newText(state, after)).state;
    const { from: start, to } = next.selection.main;
    return { text: next.doc.toString(), before: next.sliceDoc(0, start), selected: next.sliceDoc(start, to) };
  }

  it('leaves the cursor at its text, and selects nothing: the next key would delete it', () => {
    expect(changed('one two three', 'two', 'zero one two three')).toEqual({
      ...{ text: 'zero one two three', before: 'zero one two', selected: '' },
    });
    expect(changed('one two three', 'two', 'one 2 three')).toMatchObject({ text: 'one 2 three', selected: '' });
    expect(changed('a', 'a', '')).toEqual({ text: '', before: '', selected: '' });
  });

  it('keeps its lines, whatever breaks them', () => {
    expect(changed('a\nb\nc', 'b', 'a\r\nb\r\nd\r\nc')).toEqual({ text: 'a\nb\nd\nc', before: 'a\nb', selected: '' });
  });
});
