/** The table of expressions agrees with the grammar: values that it describes as JSONata are expressions, values with {{ }} are templates. */
import { expect, it } from 'vitest';
import type { Path } from '../../../../engine/base/place.ts';
import { profileJsonSchema } from '../../../../engine/profile/grammar/json-schema.ts';
import { formAt } from '../../../../engine/profile/parts/text-forms.ts';

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const root = profileJsonSchema();
const definitions = isMap(root.definitions) ? root.definitions : {};

/** Calls `visit` for each key of the grammar, with an example of a path to it. */
function walk(schema: unknown, path: Path, seen: readonly unknown[], visit: (path: Path, about: string) => void): void {
  if (!isMap(schema) || seen.includes(schema)) return;
  const inside = [...seen, schema];
  if (schema.type === 'string' && typeof schema.description === 'string') visit(path, schema.description);
  if (typeof schema.$ref === 'string')
    walk(definitions[schema.$ref.replace('#/definitions/', '')], path, inside, visit);
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const all: readonly unknown[] = Array.isArray(schema[key]) ? schema[key] : [];
    for (const one of all) walk(one, path, inside, visit);
  }
  walk(schema.items, [...path, 0], inside, visit);
  walk(schema.additionalProperties, [...path, 'name'], inside, visit);
  for (const [key, value] of Object.entries(isMap(schema.properties) ? schema.properties : {}))
    walk(value, [...path, key], inside, visit);
}

it.each([
  ['is JSONata', 'expression', 25, (about: string) => /^(?:[^.]*: )?JSONata/.test(about)],
  ['contains {{ }}', 'template', 15, (about: string) => about.includes('{{ }} contains JSONata')],
])('each key of the grammar that %s is known as such', (_, form, least, isMeant) => {
  const formByKey = new Map<string, string>();
  walk(root, [], [], (path, about) => {
    if (isMeant(about) && path[0] !== 'parts') formByKey.set(path.join('.'), formAt(path));
  });
  expect(formByKey.size).toBeGreaterThan(least);
  expect([...formByKey].filter(([, keyForm]) => keyForm !== form)).toEqual([]);
});

it('the fields of a token request are texts', () => {
  expect(formAt(['sources', 'erp', 'auth', 'clientCredentials', 'fields', 'user'])).toBe('other');
});
