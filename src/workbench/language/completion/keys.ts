/** Completion of keys. */

import { isMap } from '../../../../engine/host/index.ts';
import type { Path } from '../../../../engine/index.ts';
import { sentNames } from '../exchanges/body-members.ts';
import { editorKeyNames } from '../profile/named-keys.ts';
import { type ProfileView, sectionOf } from '../profile/view.ts';
import { type Completion, type Completions, fitting } from '../proposals/item.ts';
import type { KnownKey } from '../schema/lookup.ts';
import type { Cursor } from '../yaml/cursor.ts';

/** A block of text with another indentation. */
function indented(text: string, indent: number): string {
  const [first = '', ...rest] = text.split('\n');
  const least = Math.min(
    ...rest.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length),
  );
  const lines = rest.map((line) => (line.trim() === '' ? '' : `${' '.repeat(indent)}${line.slice(least)}`));
  return [first, ...lines].join('\n');
}

/** The lines of the body, each after a line break and `indent` spaces; a text directly after a blank. */
function snippetText(body: unknown, indent: number): string {
  if (Array.isArray(body)) {
    return body
      .map((item) => `\n${' '.repeat(indent)}-${snippetText(item, indent + 2).replace(/^\n\s*/, ' ')}`)
      .join('');
  }
  if (!isMap(body)) return ` ${indented(String(body), indent)}`;
  return Object.entries(body)
    .map(([key, value]) => `\n${' '.repeat(indent)}${key}:${snippetText(value, indent + 2)}`)
    .join('');
}

type KeyCursor = Extract<Cursor, { readonly kind: 'key' }>;

/** The keys that the map at a path has already, with the texts of their values. */
function keysAt(view: ProfileView, path: Path, without: number): ReadonlyMap<string, string> {
  const siblingEntries = view.entries.filter(
    ({ path: other, key }) =>
      key !== undefined &&
      key.start !== without &&
      other.length === path.length + 1 &&
      path.every((segment, index) => String(segment) === String(other[index])),
  );
  return new Map(
    siblingEntries.map(({ path: other, value, style }) => [
      String(other.at(-1)),
      style === 'plain' || style === 'single' || style === 'double' ? view.text.slice(value.start, value.end) : '',
    ]),
  );
}

/** The text after the colon of a new key. */
function afterColon({ form }: KnownKey, { flow, indent }: KeyCursor): string {
  if (form === 'map') return flow ? ' { $0 }' : `\n${' '.repeat(indent + 2)}$0`;
  return form === 'list' ? ' [$0]' : ' $0';
}

const quotedKey = (name: string): string => (/^[\w$./-][\w$./ -]*$/.test(name) ? name : JSON.stringify(name));

/** The proposals for the keys of a map. */
export function completeKeys(view: ProfileView, cursor: KeyCursor): Completions {
  const { path, word, indent, flow, hasValue } = cursor;
  const written = view.text.slice(word.start, word.end);
  const present = keysAt(view, path, word.start);
  const knownKeys = view.lookup.keys(path, present);
  const schemaKeys = knownKeys.filter(({ name }) => !present.has(name));
  const items = schemaKeys.map((key): Completion => {
    const { name, description, required } = key;
    const isEndpoint = path.length === 1 && path[0] === 'endpoints';
    const tail = hasValue ? '' : `:${isEndpoint ? skeletonOf(view, cursor, name) : afterColon(key, cursor)}`;
    return {
      label: name,
      kind: isEndpoint ? 'endpoint' : 'key',
      detail: required ? 'required' : undefined,
      documentation: description,
      insert: `${quotedKey(name).replaceAll('$', String.raw`\$`)}${tail}`,
      snippet: true,
      span: word,
      rank: required ? 0 : 1,
    };
  });
  const described = [...editorKeyNames(view, path), ...view.describedAt(path, 'keys'), ...sentNames(view, path)];
  const distinct = new Map(described.toReversed().map((one) => [one.name, one]));
  const names = [...distinct.values()]
    .toReversed()
    .filter(({ name }) => !present.has(name) && !schemaKeys.some((key) => key.name === name))
    .map(
      ({ name, detail, documentation }): Completion => ({
        label: name,
        kind: 'field',
        detail,
        documentation,
        insert: hasValue ? quotedKey(name) : `${quotedKey(name)}: `,
        snippet: false,
        span: word,
        rank: 1,
      }),
    );
  const snippets = flow || hasValue ? [] : snippetItems(view, cursor, indent);
  return fitting([...items, ...names, ...snippets], written);
}

/** The first lines of an endpoint, as the contract needs them: a template with places of the cursor. `indent`: that of its path. */
export function skeletonOf(view: ProfileView, { indent }: Pick<KeyCursor, 'indent'>, path: string): string {
  const [snippet] = view.lookup.snippets(['endpoints', path]);
  return snippet === undefined ? `\n${' '.repeat(indent + 2)}$0` : snippetText(snippet.body, indent + 2);
}

function snippetItems(view: ProfileView, { path, word, indent }: KeyCursor, column: number): readonly Completion[] {
  if (path.length === 2 && path[0] === 'endpoints') return [];
  return view.lookup.snippets(path).map(
    ({ label, description, body }): Completion => ({
      label,
      kind: 'snippet',
      documentation: description,
      insert: snippetText(body, column).replace(new RegExp(`^\n {${indent}}`), ''),
      snippet: true,
      span: word,
      rank: 2,
    }),
  );
}

/** Names of the endpoints that the profile does not have. */
export function missingEndpoints(view: ProfileView): readonly string[] {
  const present = new Set(sectionOf(view, 'endpoints').map(([name]) => name));
  return view.contract.endpoints
    .filter(({ path, answer }) => answer.kind !== 'service' && !present.has(path))
    .map(({ path }) => path);
}
