/** Values that are no personal data: words of the contract, and what the profile itself names. */
import type { Contract, Fields } from '../../../engine/index.ts';

const wordsOf = (fields: Fields): readonly string[] =>
  Object.values(fields).flatMap((field) => {
    if (field.type === 'list') return wordsOf(field.items);
    return field.type === 'text' ? (field.oneOf ?? []) : [];
  });

/** The words that the contract allows in its fields. */
export const contractWords = ({ endpoints }: Contract): readonly string[] =>
  endpoints.flatMap(({ request, answer }) => [
    ...wordsOf(request),
    ...wordsOf(answer.kind === 'rows' ? answer.row : answer.fields),
  ]);

/** The literals in the SQL and the expressions of a profile: states, and texts such as `list price`. */
export const profileWords = (text: string): readonly string[] =>
  [...text.matchAll(/'([^'\n]{1,60})'/g)].flatMap(([, word]) => word ?? []);
