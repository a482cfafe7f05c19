/** States of documents: words that are known become the contract's, all others are asked for. */
import { bestColumn } from '../match/field.ts';
import { distinct } from '../match/shapes.ts';
import { wanted } from '../match/wanted.ts';
import { addField, type Draft, sqlOf } from './draft.ts';
import { type State, stateOf, valueLiteral } from './words.ts';

/** Adds the field `status`, and gives the line of YAML with its values. `written` is how the contract's side writes a state. */
export function addStatus(draft: Draft, written: (state: State) => string, listsDrafts = true): readonly string[] {
  const match = addField(draft, 'status', 'status');
  if (match === undefined) return [];
  const values = distinct(match.column);
  const unknown = values.filter((value) => stateOf(value) === undefined);
  if (unknown.length > 0) {
    const known = values.length === unknown.length ? '' : ' The other values are words that are known.';
    draft.questions.set(
      'status',
      `What do ${unknown.join(', ')} mean in ${draft.table.name}.${match.column.name}?${known}`,
    );
  }
  const entries = values.flatMap((value) => {
    const state = stateOf(value);
    return state === undefined || (state === 'draft' && !listsDrafts)
      ? []
      : [`${JSON.stringify(value)}: ${written(state)}`];
  });
  return entries.length === 0 ? [] : [`codes: { status: { ${entries.join(', ')} } }`];
}

/** Leaves out rows that are drafts, where the words tell. */
export function withoutDrafts(draft: Draft): void {
  const column = bestColumn(draft.table, wanted.status)?.column;
  const value = column && distinct(column).find((one) => stateOf(one) === 'draft');
  if (column === undefined || value === undefined) return;
  draft.where.push(`${sqlOf(draft, column.name)} <> ${valueLiteral(draft.dialect, value, column.kind === 'number')}`);
}
