/** What a rehearsed write would have done, as lines of text. */
import type { TableChanges } from '../../../engine/index.ts';
import { shown } from '../../testing/statement-lines.ts';
import { cell, columns, table } from '../shared/text-table.ts';
import type { RunRecord } from './record.ts';
import { counted, curlOf, type Look } from './steps.ts';

type Row = Readonly<Record<string, unknown>>;

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);

function updatedLines({ key, updated }: TableChanges, { rows, width }: Look): readonly string[] {
  const lines = updated.slice(0, rows).flatMap(({ before, after }) => {
    const name = key.map((column) => `${column} ${shown(after[column])}`).join(', ');
    return Object.keys(after)
      .filter((column) => cell(before[column]) !== cell(after[column]))
      .map((column) => [name, column, cell(before[column]), `-> ${cell(after[column])}`]);
  });
  return columns(lines, width - 2);
}

function tableLines(changes: TableChanges, look: Look): readonly string[] {
  const { source, table: name, inserted, updated, deleted, unseen } = changes;
  const part = (sign: string, what: string, rows: readonly Row[]): readonly string[] =>
    rows.length === 0
      ? []
      : [`${sign} ${counted(rows.length, 'row')} ${what}`, ...indented(table(rows, look.rows, look.width - 4))];
  const all = [
    ...part('+', 'inserted', inserted),
    ...(updated.length === 0
      ? []
      : [`~ ${counted(updated.length, 'row')} changed`, ...indented(updatedLines(changes, look))]),
    ...part('-', 'deleted', deleted),
    ...(unseen === undefined ? [] : [`(${unseen})`]),
  ];
  return [`${source}, ${name}:${all.length === 0 ? ' no difference' : ''}`, ...indented(all)];
}

/** What a rollback does not take back. */
const remains =
  'Rolled back: no row of it is left. Numbers that the database has given out (sequences, identity, AUTO_INCREMENT) stay used, and what a trigger did outside of the database stays done.';

export function rehearsalBlocks({ changes, stopped }: RunRecord, look: Look): readonly (readonly string[])[] {
  if (stopped !== undefined)
    return [[`${stopped.source}: not sent, since it would change the ERP:`, `  ${curlOf(stopped.request)}`]];
  if (changes === undefined) return [];
  return [...changes.map((one) => tableLines(one, look)), [remains]];
}
