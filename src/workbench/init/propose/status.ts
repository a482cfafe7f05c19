/** Document states: known words are mapped to states of the contract; all others lead to a question. */

import { countedValues, countsOf } from '../match/counts.ts';
import { bestColumn } from '../match/field.ts';
import { distinct } from '../match/shapes.ts';
import type { Column, Table } from '../model/database.ts';
import { addField, type Draft, sqlOf } from './draft.ts';
import { type State, stateOf, valueLiteral } from './words.ts';

/**
 * Adds the field `status`. Returns the YAML line that maps its values. `written` returns the name of a state in the
 * contract.
 */
export function addStatus(draft: Draft, written: (state: State) => string, listsDrafts = true): readonly string[] {
  const match = addField(draft, 'status', 'status');
  if (match === undefined) return [];
  const values = distinct(match.column);
  const unknown = values.filter((value) => stateOf(value) === undefined);
  if (unknown.length > 0) {
    const remark = values.length === unknown.length ? '' : ' The other values are words that are known.';
    draft.questions.set(
      'status',
      `What do the values of ${draft.table.name}.${match.column.name} mean: ${countedValues(match.column)}?${remark} Write them as codes: { status: ... }.`,
    );
  }
  return codeLines(match.column, (value) => {
    const state = stateOf(value);
    if (state === undefined) return undefined;
    return state === 'draft' && !listsDrafts ? undefined : written(state);
  });
}

/** `codes` for the states with the number of rows of each; a value without a known word is a comment to complete. */
function codeLines(column: Column, meaningOf: (value: string) => string | undefined): readonly string[] {
  const counts = countsOf(column);
  const entries = distinct(column).map((value) => {
    const meaning = meaningOf(value);
    const count = counts.get(value) ?? 0;
    const rows = `${count} ${count === 1 ? 'row' : 'rows'}`;
    const key = JSON.stringify(value);
    return {
      isKnown: meaning !== undefined,
      line: meaning === undefined ? `# ${key}: ? # ${rows}` : `${key}: ${meaning} # ${rows}`,
    };
  });
  if (entries.length === 0) return [];
  if (entries.some(({ isKnown }) => isKnown))
    return ['codes:', '  status:', ...entries.map(({ line }) => `    ${line}`)];
  return ['# codes:', '#   status:', ...entries.map(({ line }) => `#     ${line.replace('# ', '')}`)];
}

/** A question for each column that may mark voided, cancelled or draft invoices. */
export const questionsOnMarks = (table: Table): readonly string[] =>
  (['voided', 'voidedAt', 'draft'] as const).flatMap((role) => {
    const column = bestColumn(table, role)?.column;
    if (column === undefined) return [];
    const counts = column.kind === 'date' || column.kind === 'datetime' ? '' : countedValues(column);
    return `Does ${table.name}.${column.name}${counts === '' ? '' : ` (${counts})`} mark voided, cancelled or draft invoices? There is no condition on it: voided invoices are listed with their state, drafts are left out.`;
  });

/**
 * Asks about the columns that may mark voided, cancelled or draft invoices: a condition on them without an answer would lose voided invoices,
 * which both lists contain with their state.
 */
export function askForUnfinished(draft: Draft): void {
  const { table, questions } = draft;
  const status = bestColumn(table, 'status')?.column;
  const value = status && distinct(status).find((one) => stateOf(one) === 'draft');
  const sentences = [
    ...questionsOnMarks(table),
    ...(status === undefined || value === undefined
      ? []
      : [
          `Are the ${countsOf(status).get(value) ?? 0} rows with ${value} in ${table.name}.${status.name} drafts? Then leave them out: ${sqlOf(draft, status.name)} <> ${valueLiteral(draft.dialect, value, status.kind === 'number')}.`,
        ]),
  ];
  if (sentences.length === 0) return;
  questions.set('status', [questions.get('status'), ...sentences].filter((one) => one !== undefined).join(' '));
}
