/** Document states: known words are mapped to states of the contract; all others lead to a question. */

import { countedValues, countsOf } from '../match/counts.ts';
import { bestColumn } from '../match/field.ts';
import { distinct } from '../match/shapes.ts';
import type { Column } from '../model/database.ts';
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
    return state === 'draft' && !listsDrafts ? 'left out' : written(state);
  });
}

/** `codes` for the states with the number of rows of each; a value without a known word is a comment to complete. */
function codeLines(column: Column, meaningOf: (value: string) => string | undefined): readonly string[] {
  const counts = countsOf(column);
  const entries = distinct(column).flatMap((value) => {
    const meaning = meaningOf(value);
    if (meaning === 'left out') return [];
    const count = counts.get(value) ?? 0;
    const rows = `${count} ${count === 1 ? 'row' : 'rows'}`;
    const key = JSON.stringify(value);
    return [
      {
        isKnown: meaning !== undefined,
        line: meaning === undefined ? `# ${key}: ? # ${rows}` : `${key}: ${meaning} # ${rows}`,
      },
    ];
  });
  if (entries.length === 0) return [];
  if (entries.some(({ isKnown }) => isKnown))
    return ['codes:', '  status:', ...entries.map(({ line }) => `    ${line}`)];
  return ['# codes:', '#   status:', ...entries.map(({ line }) => `#     ${line.replace('# ', '')}`)];
}

/** Excludes drafts, if a known word identifies them. */
export function withoutDrafts(draft: Draft): void {
  const column = bestColumn(draft.table, 'status')?.column;
  const value = column && distinct(column).find((one) => stateOf(one) === 'draft');
  if (column === undefined || value === undefined) return;
  draft.where.push(`${sqlOf(draft, column.name)} <> ${valueLiteral(draft.dialect, value, column.kind === 'number')}`);
}
