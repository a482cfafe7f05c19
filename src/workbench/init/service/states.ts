/** States that the description of a service lists. */
import type { Column } from '../model/database.ts';
import { type State, stateOf } from '../propose/words.ts';
import { ask, type Sheet } from './field-sheet.ts';
import type { Condition } from './rows.ts';

/** Lines for the states, and conditions that leave out drafts. */
interface States {
  readonly codes: readonly string[];
  readonly conditions: readonly Condition[];
}

const none: States = { codes: [], conditions: [] };

/**
 * Adds `codes` for the listed values of the column of `status`. Values without a known word are a question, and so are all of them where
 * nothing lists them. `written`: the name of a state in the contract. `listsDrafts`: whether the endpoint has drafts.
 */
export function addStates(
  one: Sheet,
  column: Column | undefined,
  written: (state: State) => string,
  listsDrafts: boolean,
): States {
  if (column === undefined) return none;
  const options = column.options ?? [];
  if (options.length === 0) {
    ask(
      one,
      'status',
      'Which states are there, and what are they in the words of the contract? The description does not say.',
    );
    return none;
  }
  const unknown = options.filter((value) => stateOf(value) === undefined);
  if (unknown.length > 0)
    ask(
      one,
      'status',
      `What do these values of ${column.name} mean: ${unknown.join(', ')}? Complete codes: { status: ... }.`,
    );
  const drafts = listsDrafts ? [] : options.filter((value) => stateOf(value) === 'draft');
  const lines = options.flatMap((value) => {
    const state = stateOf(value);
    if (drafts.includes(value)) return [];
    return [
      state === undefined ? `    # ${JSON.stringify(value)}: ?` : `    ${JSON.stringify(value)}: ${written(state)}`,
    ];
  });
  return {
    codes: lines.every((line) => line.trim().startsWith('#')) ? [] : ['codes:', '  status:', ...lines],
    conditions: drafts.map((value) => ({ column, isNot: true, value })),
  };
}
