/** The changes of a rehearsed write as lines of text. */
import type { TableChanges } from '../../../engine/tools/index.ts';
import type { RunRecord } from '../../service/lifecycle/recorder.ts';
import { shown } from '../../workbench/testing/statement-lines.ts';
import { cell, columns, table } from '../shared/text-table.ts';
import { curlOf, indented, rowCount, type TextLimits } from './steps.ts';

type Row = Readonly<Record<string, unknown>>;

function updatedLines({ key, updated }: TableChanges, { rows, width }: TextLimits): readonly string[] {
  const lines = updated.slice(0, rows).flatMap(({ before, after }) => {
    const name = key.map((column) => `${column} ${shown(after[column])}`).join(', ');
    return Object.keys(after)
      .filter((column) => cell(before[column]) !== cell(after[column]))
      .map((column) => [name, column, cell(before[column]), `-> ${cell(after[column])}`]);
  });
  return columns(lines, width - 2);
}

function tableLines(changes: TableChanges, limits: TextLimits): readonly string[] {
  const { source, table: name, inserted, updated, deleted, unseen } = changes;
  const part = (sign: string, what: string, rows: readonly Row[]): readonly string[] =>
    rows.length === 0
      ? []
      : [`${sign} ${rowCount(rows.length)} ${what}`, ...indented(table(rows, limits.rows, limits.width - 4))];
  const all = [
    ...part('+', 'inserted', inserted),
    ...(updated.length === 0
      ? []
      : [`~ ${rowCount(updated.length)} changed`, ...indented(updatedLines(changes, limits))]),
    ...part('-', 'deleted', deleted),
    ...(unseen === undefined ? [] : [`(${unseen})`]),
  ];
  return [`${source}, ${name}:${all.length === 0 ? ' no difference' : ''}`, ...indented(all)];
}

/** What a rollback does not undo. */
const rollbackNote =
  'Rolled back: the database is unchanged, except that assigned numbers (sequences, identity, AUTO_INCREMENT) stay used. Effects of triggers outside of the database are not undone.';

/** Blocks of lines: the unsent requests as curl commands, or the changes of each table. Empty where the call was no rehearsal. */
export function rehearsalBlocks({ changes, unsent }: RunRecord, limits: TextLimits): readonly (readonly string[])[] {
  if (unsent.length > 0)
    return unsent.map(({ source, request }, index) => {
      const why = index === 0 ? 'because it would change the ERP' : 'with {{ }} for values of earlier answers';
      return [`${source}: not sent, ${why}:`, `  ${curlOf(request)}`];
    });
  if (changes === undefined) return [];
  return [...changes.map((one) => tableLines(one, limits)), [rollbackNote]];
}
