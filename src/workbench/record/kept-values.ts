/** What of a profile's text may stay in recorded data: whole values that it names itself, such as states, and no value of its comments. */
import type { Contract, Fields } from '../../../engine/index.ts';

/** Names of fields of a contract: a value that is one of them says nothing. */
export function fieldNames({ endpoints }: Pick<Contract, 'endpoints'>): readonly string[] {
  const namesOf = (fields: Fields): readonly string[] =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.type === 'list' ? [name, ...namesOf(field.items)] : [name],
    );
  return endpoints.flatMap(({ request, answer }) => [
    ...namesOf(request),
    ...(answer.kind === 'rows' ? [answer.property, ...namesOf(answer.row)] : namesOf(answer.fields)),
  ]);
}

/** Texts in quotes. */
export const literalsIn = (text: string): readonly string[] =>
  [...text.matchAll(/'([^'\n]{1,80})'|"([^"\n]{1,80})"/g)].map(([, one, two]) => one ?? two ?? '');

/** Literals, keys and plain words of a profile, in lower case. */
export function valuesNamedIn(profileText: string): ReadonlySet<string> {
  const lines = profileText.split('\n').map((line) => line.replace(/^\s*#.*$/, '').replace(/\s#\s.*$/, ''));
  const text = lines.join('\n');
  const words = [...text.matchAll(/[\p{L}\p{N}_][\p{L}\p{N}_.-]*/gu)].map(([word]) => word);
  return new Set([...literalsIn(text), ...words].map((value) => value.toLowerCase()));
}
