/** Converts zod's issues into diagnostics with codes, places, suggestions and hints. */

import type { z } from 'zod';
import { ownMember } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';
import { isCode } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { closest, suggest } from '../../diagnostics/did-you-mean.ts';
import type { ProfileDocument } from '../yaml/document.ts';
import { faultAt, type GrammarContext, type GrammarFault } from './grammar-fault.ts';
import { profileJsonSchema } from './json-schema.ts';
import { knownKeys, placeOfKey } from './schema-at-path.ts';
import { malformed, outOfBounds, valueNotAllowed, wrongType } from './value-faults.ts';

type Issue = z.core.$ZodIssue;

/** Keys of other tools, and the key of this language that means the same. */
const otherWords: Readonly<Record<string, string>> = {
  paging: 'page',
  pagination: 'page',
  sort: 'order',
  orderBy: 'order',
  sql: 'query',
  select: 'query',
  mapping: 'fields',
  map: 'fields',
  values: 'codes',
};

/** The key that was most likely meant. */
function meantKey(key: string, keys: readonly string[]): string | undefined {
  const other = ownMember(otherWords, key);
  return other !== undefined && keys.includes(other) ? other : closest(key, keys);
}

/** What to do about an unknown key: the most similar one, or where this one belongs. */
function keyHint({ schema }: GrammarContext, owner: Path, key: string, keys: readonly string[]): string {
  const suggestion = meantKey(key, keys);
  // No key has a space; a text with a comma does not end where its author meant.
  if (suggestion === undefined && /\s/.test(key))
    return 'If this is part of the text before it: inside { } a comma ends a value. Put the whole text in quotes.';
  const place = suggestion === undefined ? placeOfKey(schema, owner, key) : undefined;
  if (place === undefined) return suggestion === undefined ? suggest(key, keys) : `Did you mean "${suggestion}"?`;
  if (place.kind === 'beside') return `It belongs further up, next to \`${place.sibling}\`.`;
  const example = place.example === undefined ? '...' : JSON.stringify(place.example);
  return `It belongs inside \`${place.parent}\`: ${place.parent}: { ${key}: ${example} }.`;
}

function unknownKey(context: GrammarContext, owner: Path, key: string): GrammarFault {
  const ownerKeys = knownKeys(context.schema, owner, context.document.value);
  const fault = faultAt(context, [...owner, key], {
    code: 'MAP101',
    message: `Unknown key "${key}".`,
    hint: keyHint(context, owner, key, ownerKeys),
    target: 'key',
  });
  const near = meantKey(key, ownerKeys);
  if (near === undefined) return fault;
  const diagnostic = { ...fault.diagnostic, replacement: near };
  return { ...fault, diagnostic, correction: { kind: 'key', key: near } };
}

/** The key of an endpoint that stands among the endpoints; undefined for any other path. */
function strayKey({ schema }: GrammarContext, { path: [top, name] }: Issue): string | undefined {
  if (top !== 'endpoints' || typeof name !== 'string' || name.startsWith('/')) return undefined;
  return knownKeys(schema, ['endpoints', '/']).includes(name) ? name : undefined;
}

/** One fault for a key of an endpoint that is not indented, in place of the faults of its content as an endpoint. */
function strayFault(context: GrammarContext, name: string): GrammarFault {
  return faultAt(context, ['endpoints', name], {
    code: 'MAP103',
    message: `"${name}" is a key of an endpoint, but it is written among the endpoints.`,
    hint: 'Indent it like the other keys of the endpoint above it.',
    target: 'key',
  });
}

/** A refinement can give a code and a hint as `params: { code, hint }`. */
function customFault(context: GrammarContext, path: Path, issue: z.core.$ZodIssueCustom): GrammarFault {
  const code: unknown = issue.params?.code;
  const hint: unknown = issue.params?.hint;
  if (typeof code !== 'string' || !isCode(code)) return malformed(context, path, issue.message);
  const text = { code, message: issue.message, hint: typeof hint === 'string' ? hint : 'Correct the value.' };
  return faultAt(context, path, text);
}

/** The types that the issue expects at the path of its union; undefined if the issue is about something below that path. */
function expectedTypes(issue: Issue): readonly string[] | undefined {
  if (issue.path.length > 0) return undefined;
  if (issue.code === 'invalid_type') return [issue.expected];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return undefined;
  const inner = issue.errors.map((branch) => branch.map(expectedTypes).find((types) => types !== undefined));
  return inner.every((types) => types !== undefined) ? inner.flat() : undefined;
}

/** Reports the issues of the alternative whose type matches the value and that has the fewest issues. */
function unionFaults(
  context: GrammarContext,
  path: Path,
  errors: readonly (readonly Issue[])[],
): readonly GrammarFault[] {
  const types = errors.map((branch) => branch.map(expectedTypes).find((expected) => expected !== undefined));
  const matching = errors.filter((_branch, index) => types[index] === undefined);
  const best = matching.reduce<readonly Issue[] | undefined>(
    (least, branch) => (least === undefined || branch.length < least.length ? branch : least),
    undefined,
  );
  const otherTypes = types.flatMap((expected) => expected ?? []);
  if (best === undefined) return [wrongType(context, path, otherTypes)];
  const [first] = best;
  if (best.length === 1 && first?.code === 'invalid_value' && first.path.length === 0)
    return [valueNotAllowed(context, path, first.values, otherTypes)];
  return best.flatMap((issue) => faultsOf(context, path, issue));
}

function faultsOf(context: GrammarContext, base: Path, issue: Issue): readonly GrammarFault[] {
  const path: Path = [
    ...base,
    ...issue.path.map((segment) => (typeof segment === 'symbol' ? String(segment) : segment)),
  ];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(context, path, key));
    case 'invalid_type':
      return [wrongType(context, path, [issue.expected])];
    case 'invalid_value':
      return [valueNotAllowed(context, path, issue.values)];
    case 'invalid_union': {
      if (issue.errors.length > 0) return unionFaults(context, path, issue.errors);
      // The issue of a discriminated union lists the values of its key, which zod's type does not declare.
      const options: unknown = Reflect.get(issue, 'options');
      return [valueNotAllowed(context, path, Array.isArray(options) ? options : [])];
    }
    case 'too_small':
    case 'too_big':
      return [outOfBounds(context, path, issue)];
    case 'invalid_key':
      return issue.issues.map((inner) => malformed(context, path, inner.message, 'key'));
    case 'invalid_element':
      return issue.issues.flatMap((inner) => faultsOf(context, path, inner));
    case 'custom':
      return [customFault(context, path, issue)];
    case 'invalid_format':
    case 'not_multiple_of':
      return [malformed(context, path, issue.message)];
  }
}

/** The faults of a document for zod's issues. `schema` is the grammar as JSON Schema; it provides the suggestions. */
export function grammarFaults(
  issues: readonly Issue[],
  document: ProfileDocument,
  schema: object = profileJsonSchema(),
): readonly GrammarFault[] {
  const context: GrammarContext = { document, schema };
  const stray = new Set(issues.flatMap((issue) => strayKey(context, issue) ?? []));
  const others = issues.filter((issue) => strayKey(context, issue) === undefined);
  return [
    ...[...stray].map((name) => strayFault(context, name)),
    ...others.flatMap((issue) => faultsOf(context, [], issue)),
  ];
}

/** The diagnostics of `grammarFaults`. */
export function grammarDiagnostics(...input: Parameters<typeof grammarFaults>): readonly Diagnostic[] {
  return grammarFaults(...input).map(({ diagnostic }) => diagnostic);
}
