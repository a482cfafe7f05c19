/** States that the description of a service lists. */
import type { Column } from '../model/database.ts';
import { type State, stateOf } from '../propose/words.ts';
import { ask, type Sheet } from './field-sheet.ts';

/**
 * Returns the lines of `codes` for the listed values of the column of `status`. Values without a known word are a question, and so are all of them where
 * nothing lists them. `written`: the name of a state in the contract. `listsDrafts`: whether the endpoint has drafts.
 */
export function addStates(
  one: Sheet,
  column: Column | undefined,
  written: (state: State) => string,
  listsDrafts: boolean,
): readonly string[] {
  if (column === undefined) return [];
  const options = column.options ?? [];
  if (options.length === 0) {
    ask(
      one,
      'status',
      'Which states are there, and what are they in the words of the contract? The description does not say.',
    );
    return [];
  }
  const unknown = options.filter((value) => stateOf(value) === undefined);
  if (unknown.length > 0)
    ask(
      one,
      'status',
      `What do these values of ${column.name} mean: ${unknown.join(', ')}? Complete codes: { status: ... }.`,
    );
  const drafts = listsDrafts ? [] : options.filter((value) => stateOf(value) === 'draft');
  if (drafts.length > 0)
    ask(one, 'status', `Are records whose ${column.name} is ${drafts.join(' or ')} drafts? They have to be left out.`);
  const lines = options.flatMap((value) => {
    const state = stateOf(value);
    return [
      state === undefined || drafts.includes(value)
        ? `    # ${JSON.stringify(value)}: ?`
        : `    ${JSON.stringify(value)}: ${written(state)}`,
    ];
  });
  return lines.every((line) => line.trim().startsWith('#')) ? [] : ['codes:', '  status:', ...lines];
}
