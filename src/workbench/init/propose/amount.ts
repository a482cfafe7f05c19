/** The amount of a payment or entry. */
import { means, wordsOf } from '../../vocabulary/words.ts';
import type { Match } from '../match/field.ts';
import { addField, type Draft, namesOf } from './draft.ts';

/** Adds the field `amount`. Beside a column of the tax an amount may be without it, which is a question. */
export function addAmount(draft: Draft): Match | undefined {
  const match = addField(draft, 'amount', 'amount');
  if (match === undefined || means(wordsOf(match.column.name), 'total')) return match;
  const { table, questions } = draft;
  const taxes = table.columns.filter((column) =>
    [column, ...(column.otherNames ?? [])].some(({ name }) => {
      const words = wordsOf(name);
      return column.kind === 'number' && means(words, 'tax') && !means(words, 'rate') && !means(words, 'id');
    }),
  );
  if (taxes.length === 0 || taxes.includes(match.column)) return match;
  const text = `${table.name}.${match.column.name} may be without tax: does ${namesOf(taxes)} belong to the amount?`;
  questions.set('amount', [questions.get('amount'), text].filter((one) => one !== undefined).join(' '));
  return match;
}
