import { describe, expect, it } from 'vitest';
import { memoryBookmarks } from '../../../engine/index.ts';
import type { VersionPlan } from '../../../engine/plan/read.ts';
import type { RunContext } from '../../../engine/run/context/context.ts';
import { markVersion } from '../../../engine/run/marks/versions.ts';
import type { Cell } from '../../../engine/sources/source.ts';
import { compileStatement } from '../../../engine/sources/sql/text/statement.ts';
import { parseTemplate } from '../../../engine/sources/sql/text/template.ts';
import { dialects } from '../../support/kinds.ts';

const text = 'select now from counter';

function planOf(form: VersionPlan['form']): VersionPlan {
  const statement = compileStatement(parseTemplate(text, dialects.sqlite.lexicon).template, {}, dialects.sqlite);
  const query = {
    source: 'erp',
    statement,
    values: new Map(),
    optional: new Set<string>(),
    columns: [],
    clean: (row: object) => ({ ...row }),
  };
  return { kind: 'version', overlap: 0, query, text, form };
}

/** A database that answers with this cell, and takes five seconds for it. */
function contextOf(cell: Cell): { readonly context: RunContext; readonly kept: unknown[][] } {
  const kept: unknown[][] = [];
  let time = 1_000;
  const context: RunContext = {
    endpoint: '/invoices/list',
    call: { deadline: 0 },
    state: { request: {}, values: {}, steps: {}, key: undefined, rows: [], settings: {}, now: time },
    send: () => Promise.reject(new Error('no request is sent for a version')),
    execute: async () => {
      time += 5_000;
      return [{ now: cell }];
    },
    bookmarks: memoryBookmarks(),
    versions: {
      find: async () => undefined,
      keep: async (...mark) => void kept.push(mark),
    },
    identity: 'one',
    requestSettings: new Map(),
    settingsDigest: '',
    zone: 'UTC',
    clock: () => time,
    log: () => undefined,
    trace: undefined,
  };
  return { context, kept };
}

describe('a mark', () => {
  it('has the time after the answer: what was committed while the database was asked may have a lower version', async () => {
    const { context, kept } = contextOf(41);
    await markVersion(planOf('integer'), context);
    expect(kept).toEqual([['["one","erp","select now from counter"]', 6_000, '41']]);
  });
  it.each<[VersionPlan['form'], Cell, string]>([
    ['integer', 9_223_372_036_854_775_807n, '9223372036854775807'],
    ['integer', '9223372036854775807', '9223372036854775807'],
    ['integer', 0, '0'],
    ['binary', Uint8Array.of(0, 0, 0, 0, 0, 0, 7, 0xd1), '00000000000007d1'],
  ])('of %s %s is %s', async (form, cell, version) => {
    const { context, kept } = contextOf(cell);
    await markVersion(planOf(form), context);
    expect(kept[0]?.[2]).toBe(version);
  });
  it.each<[VersionPlan['form'], Cell]>([
    ['integer', null],
    ['integer', 1.5],
    ['integer', 'abc'],
    ['integer', Uint8Array.of(1)],
    ['binary', 41],
    ['binary', null],
  ])('is not made of what is no version: %s %s', async (form, cell) => {
    const { context, kept } = contextOf(cell);
    await expect(markVersion(planOf(form), context)).rejects.toMatchObject({ kind: 'value' });
    expect(kept).toEqual([]);
  });
});
