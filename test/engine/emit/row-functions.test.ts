/** Functions for rows work under every name of a column or field. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finishRow } from '../../../engine/compile/columns/finish-row.ts';
import { absence, rowCleaner } from '../../../engine/compile/columns/row-cleaner.ts';
import { computePlan, joinRows, mapCodes } from '../../../engine/plan/compute-row.ts';
import { joinKey } from '../../../engine/plan/join-key.ts';
import { rowReader } from '../../../engine/sources/sql/postgres/rows.ts';
import { compileExpression } from '../../../engine/transform/expression.ts';
import { names, property } from './hostile-names.ts';

describe('functions for rows', () => {
  const rowOf = (members: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
    Object.fromEntries(members);
  // The matchers do not compare a member with the name of the prototype.
  const same = (made: unknown, members: readonly (readonly [string, unknown])[]): void => {
    expect(JSON.stringify(made)).toBe(JSON.stringify(rowOf(members)));
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  };
  const three = fc.uniqueArray(names, { minLength: 3, maxLength: 3 });
  const isMissing = absence([]);

  it('read rows of PostgreSQL with every name of a column', () => {
    property(fc.tuple(three, fc.string({ unit: 'grapheme' })), ([columns, value]) => {
      const utf8 = Buffer.from(value);
      const length = Buffer.alloc(4);
      length.writeInt32BE(utf8.length);
      const bytes = Buffer.concat([length, utf8, Buffer.from([255, 255, 255, 255]), length, utf8]);
      const text = 25;
      const read = rowReader(
        columns.map((name) => ({ name, dataTypeID: text })),
        new Set(),
      );
      const row = read(bytes, bytes.toString('latin1'), 0);
      same(
        row,
        columns.map((name, at) => [name, at === 1 ? null : utf8.toString()]),
      );
    });
  });

  it('read the key of a join', () => {
    property(fc.tuple(three, names), ([[a = '', b = '', c = ''], value]) => {
      const key = joinKey([a, b]);
      const row = rowOf([
        [a, `x${value}x`],
        [b, 7],
        [c, 'other'],
      ]);
      expect(key.textOf.run(row)).toBe(`x${value}x\u00007`);
      expect(
        key.textOf.run(
          rowOf([
            [a, 'x'],
            [c, 'y'],
          ]),
        ),
      ).toBe(undefined);
      expect(
        key.isSame.run(
          row,
          rowOf([
            [a, `x${value}x`],
            [b, 7],
          ]),
        ),
      ).toBe(true);
      expect(
        key.isSame.run(
          row,
          rowOf([
            [a, `x${value}x`],
            [b, 8],
          ]),
        ),
      ).toBe(false);
    });
  });

  it('set the joined rows', () => {
    property(three, ([name = '', other = '']) => {
      const row = rowOf([[other, 1]]);
      joinRows(name).run(row, [2]);
      same(row, [
        [other, 1],
        [name, [2]],
      ]);
    });
  });

  it('clean rows under every name, and leave out values that mean none', () => {
    property(fc.tuple(three, three, names), ([given, made, value]) => {
      const columns = given.map((name, at) => ({ reportedName: name, name: made[at] ?? '' }));
      const clean = rowCleaner(columns, [], isMissing).run;
      same(
        clean(rowOf(given.map((name) => [name, value]))),
        made.map((name) => [name, value]),
      );
      same(clean(rowOf(given.map((name, at) => [name, at === 1 ? null : value]))), [
        [made[0] ?? '', value],
        [made[2] ?? '', value],
      ]);
    });
  });

  it('compute fields with every name', () => {
    const compiled = compileExpression('$value');
    if (!compiled.ok) throw new Error(compiled.message);
    const { expression } = compiled;
    property(fc.tuple(three, names), ([[kept = '', field = '', other = ''], value]) => {
      const bindings = { value };
      const making = computePlan([[field, expression]], { names: [kept], isMissing });
      same(
        making?.row.run(
          rowOf([
            [kept, [1]],
            [other, 2],
          ]),
          bindings,
          false,
        ),
        [
          [kept, [1]],
          [field, value],
        ],
      );
      same(making?.row.run(rowOf([[kept, null]]), bindings, false), [[field, value]]);
      const setting = computePlan([[field, expression]], undefined);
      same(setting?.row.run(rowOf([[other, 2]]), bindings, false), [
        [other, 2],
        [field, value],
      ]);
    });
  });

  it('map the codes of members with every name and text', () => {
    property(fc.tuple(three, names, names), ([[field = '', other = ''], from, to]) => {
      const row = rowOf([
        [field, `x${from}x`],
        [other, 'unchanged'],
      ]);
      mapCodes([[field, { entries: new Map([[`x${from}x`, to]]), otherwise: undefined }]]).run(row);
      same(row, [
        [field, to],
        [other, 'unchanged'],
      ]);
    });
  });

  it('join composite ids and convert times under every name', () => {
    property(three, ([id = '', part = '', time = '']) => {
      const composites = [{ field: id, columns: [part, time] }];
      const row = rowOf([
        [part, 'a'],
        [time, '20260317'],
      ]);
      const times = [{ name: time, type: 'date', form: 'yyyymmdd', zone: 'UTC' }] as const;
      same(finishRow(times, composites)?.run(row), [
        [part, 'a'],
        [time, '2026-03-17'],
        [id, 'a:2026-03-17'],
      ]);
    });
  });
});
