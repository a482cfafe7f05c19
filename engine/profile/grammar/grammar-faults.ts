/** The grammar's issues (zod) as diagnostics: with codes, places, the keys or values that are possible, and what to do. */
import type { z } from 'zod';
import type { Path } from '../../base/place.ts';
import { type Code, isCode } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { closest, suggest } from '../../diagnostics/did-you-mean.ts';
import { isSecretKey } from '../../diagnostics/mask-secrets.ts';
import { isQuoted, type ProfileDocument } from '../yaml/document.ts';
import { describe, label, or, truths, typeWords, valueAt } from './grammar-words.ts';
import { descriptionAt, examplesAt, isIntegerAt, knownKeys, profileJsonSchema } from './json-schema.ts';

type Issue = z.core.$ZodIssue;
interface Context {
  readonly document: ProfileDocument;
  readonly schema: object;
}

/** What somebody most likely meant to write. */
export type Meant =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'value'; readonly value: string | number | boolean };

/** What the grammar refuses, and where in the profile's value. */
export interface GrammarFault {
  readonly path: Path;
  readonly diagnostic: Diagnostic;
  readonly meant?: Meant | undefined;
}

/** A text without the value that it repeats, where that is a password. */
function discreet({ document }: Context, path: Path, text: string): string {
  const value = valueAt(document.value, path);
  const isShown = typeof value === 'string' || typeof value === 'number';
  const isSecret = isShown && String(value).length > 2 && isSecretKey(String(path.at(-1)));
  return isSecret ? text.replaceAll(String(value), '***') : text;
}

function finding(
  context: Context,
  path: Path,
  code: Code,
  message: string,
  hint: string,
  target?: 'key',
): GrammarFault {
  const [said, advice] = [discreet(context, path, message), discreet(context, path, hint)];
  const place = context.document.place(path, target);
  const [top, endpoint] = path;
  const coordinate = top === 'endpoints' && typeof endpoint === 'string' ? { coordinate: endpoint } : {};
  return { path, diagnostic: { code, severity: 'error', message: said, hint: advice, place, ...coordinate } };
}

function missing(context: Context, path: Path): GrammarFault {
  const key = String(path.at(-1) ?? '');
  const about = descriptionAt(context.schema, path);
  const owner = path.at(-2);
  const where = owner === undefined ? 'of the profile' : `of "${owner}"`;
  const hint = about === undefined ? 'Add it.' : `Add it. ${about}`;
  return finding(context, path, 'MAP102', `The key "${key}" ${where} is missing.`, hint);
}

function wrongType(context: Context, path: Path, expected: readonly string[]): GrammarFault {
  const value = valueAt(context.document.value, path);
  // zod asks for a number first, and for a whole one only when it has one.
  const number = isIntegerAt(context.schema, path) ? 'int' : 'number';
  const wanted = or([...new Set(expected.map((name) => typeWords(name === 'number' ? number : name)))]);
  const key = label(path);
  if (value === undefined) return missing(context, path);
  // A key of an endpoint that is not indented far enough.
  if (path.length === 2 && path[0] === 'endpoints' && !String(path[1]).startsWith('/')) {
    const message = `${key} stands where only paths of endpoints do.`;
    return finding(context, path, 'MAP103', message, 'Indent it as far as the other keys of its endpoint.', 'key');
  }
  if (value === null) {
    return finding(
      context,
      path,
      'MAP111',
      `${key} is empty; ${wanted} is wanted.`,
      'Give it a value, or remove the key.',
    );
  }
  const wantsNumber = expected.includes('number') || expected.includes('int');
  if (wantsNumber && typeof value === 'string' && /^[-+.]?\d[\w.+-]*$/.test(value)) {
    if (isQuoted(context.document, path)) {
      const message = `${key} is a text in quotes; ${wanted} is wanted.`;
      return meaning(finding(context, path, 'MAP103', message, 'Remove the quotes.'), Number(value));
    }
    const message = `${key} is written in a form that stays a text: ${value}; ${wanted} is wanted.`;
    const hint = 'Write it in plain digits, without leading zeros, exponent or unit.';
    return meaning(finding(context, path, 'MAP110', message, hint), Number(value));
  }
  const truth = expected.includes('boolean') && typeof value === 'string' ? truths[value.toLowerCase()] : undefined;
  if (truth !== undefined) {
    const message = `${key} is the text "${value}"; ${wanted} is wanted.`;
    return meaning(finding(context, path, 'MAP103', message, `Write ${truth}, without quotes.`), truth);
  }
  const quotable = expected.includes('string') && (typeof value === 'number' || typeof value === 'boolean');
  const examples = examplesAt(context.schema, path);
  const about =
    examples[0] === undefined ? descriptionAt(context.schema, path) : `Give ${wanted} such as ${examples[0]}.`;
  const quoted = quotable && (examples.length === 0 || examples.includes(String(value)));
  const hint = quoted ? `Quote it: "${value}".` : (about ?? `Give ${wanted}.`);
  const found = finding(context, path, 'MAP103', `${key} is ${describe(value)}; ${wanted} is wanted.`, hint);
  return quoted ? meaning(found, String(value)) : found;
}

/** The fault with what was meant, where it is a value that can be gone on with. */
function meaning(fault: GrammarFault, value: string | number | boolean): GrammarFault {
  return Number.isNaN(value) ? fault : { ...fault, meant: { kind: 'value', value } };
}

/** `others` are the types of what else is possible there. */
function notAllowed(
  context: Context,
  path: Path,
  values: readonly unknown[],
  others: readonly string[] = [],
): GrammarFault {
  const value = valueAt(context.document.value, path);
  if (value === undefined) return missing(context, path);
  const known = values.map(String);
  if (typeof value === 'object') return wrongType(context, path, [...new Set(values.map((one) => typeof one))]);
  const possible = [...known, ...others.map(typeWords)];
  const message = `${label(path)} cannot be "${value}"; ${or(possible)} is possible.`;
  const about = others.length === 0 ? undefined : descriptionAt(context.schema, path);
  const found = finding(context, path, 'MAP104', message, about ?? suggest(String(value), known));
  const near = closest(String(value), known);
  return near === undefined ? found : meaning(found, near);
}

function outOfBounds(
  context: Context,
  path: Path,
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
): GrammarFault {
  const key = label(path);
  const isSmall = issue.code === 'too_small';
  if (issue.origin === 'number' || issue.origin === 'int' || issue.origin === 'bigint') {
    const bound = isSmall ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
    return finding(context, path, 'MAP107', `${key} must be ${bound}.`, `Give a number of ${bound}.`);
  }
  if (isSmall && Number(issue.minimum) === 1) {
    return finding(context, path, 'MAP111', `${key} is empty.`, 'Fill it, or remove the key.');
  }
  const bound = isSmall ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
  const hint = descriptionAt(context.schema, path) ?? 'Correct it.';
  return finding(context, path, 'MAP107', `${key} must have ${bound} entries or characters.`, hint);
}

/** The grammar's own message (`must be a duration such as 10s`) as a sentence about the value. */
function malformed(context: Context, path: Path, message: string, target?: 'key'): GrammarFault {
  const value = valueAt(context.document.value, path);
  const shown = target === 'key' || typeof value === 'object' ? '' : ` (${JSON.stringify(value)})`;
  const sentence = message.startsWith('must ') ? `${label(path)}${shown} ${message}` : `${label(path)}: ${message}`;
  const hint = target === 'key' ? 'Choose another name.' : (descriptionAt(context.schema, path) ?? 'Correct it.');
  return finding(context, path, 'MAP107', `${sentence.replace(/\.$/, '')}.`, hint, target);
}

function custom(context: Context, path: Path, issue: z.core.$ZodIssueCustom): GrammarFault {
  const code: unknown = issue.params?.code;
  const hint: unknown = issue.params?.hint;
  if (typeof code !== 'string' || !isCode(code)) return malformed(context, path, issue.message);
  return finding(context, path, code, issue.message, typeof hint === 'string' ? hint : 'Correct it.');
}

/** The types that the alternatives of a union want at its own place, when all of them fail there. */
function wantedTypes(issue: Issue): readonly string[] | undefined {
  if (issue.path.length > 0) return undefined;
  if (issue.code === 'invalid_type') return [issue.expected];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return undefined;
  const inner = issue.errors.map((branch) => branch.map(wantedTypes).find((types) => types !== undefined));
  return inner.every((types) => types !== undefined) ? inner.flat() : undefined;
}

/** Of a union, the alternative whose type is right is meant; its own issues say more than "nothing fits". */
function union(context: Context, path: Path, errors: readonly (readonly Issue[])[]): readonly GrammarFault[] {
  const types = errors.map((branch) => branch.map(wantedTypes).find((wanted) => wanted !== undefined));
  const fitting = errors.filter((_branch, index) => types[index] === undefined);
  const best = fitting.reduce<readonly Issue[] | undefined>(
    (least, branch) => (least === undefined || branch.length < least.length ? branch : least),
    undefined,
  );
  const others = types.flatMap((wanted) => wanted ?? []);
  if (best === undefined) return [wrongType(context, path, others)];
  const [first] = best;
  if (best.length === 1 && first?.code === 'invalid_value' && first.path.length === 0)
    return [notAllowed(context, path, first.values, others)];
  return best.flatMap((issue) => diagnose(context, path, issue));
}

function diagnose(context: Context, base: Path, issue: Issue): readonly GrammarFault[] {
  const path: Path = [
    ...base,
    ...issue.path.map((segment) => (typeof segment === 'symbol' ? String(segment) : segment)),
  ];
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = knownKeys(context.schema, path);
      return issue.keys.map((key) => {
        const found = finding(context, [...path, key], 'MAP101', `Unknown key "${key}".`, suggest(key, known), 'key');
        const near = closest(key, known);
        return near === undefined ? found : { ...found, meant: { kind: 'key', key: near } };
      });
    }
    case 'invalid_type':
      return [wrongType(context, path, [issue.expected])];
    case 'invalid_value':
      return [notAllowed(context, path, issue.values)];
    case 'invalid_union': {
      if (issue.errors.length > 0) return union(context, path, issue.errors);
      // A discriminated union lists the values of its key, which the type of the issue does not say.
      const options: unknown = Reflect.get(issue, 'options');
      return [notAllowed(context, path, Array.isArray(options) ? options : [])];
    }
    case 'too_small':
    case 'too_big':
      return [outOfBounds(context, path, issue)];
    case 'invalid_key':
      return issue.issues.map((inner) => malformed(context, path, inner.message, 'key'));
    case 'invalid_element':
      return issue.issues.flatMap((inner) => diagnose(context, path, inner));
    case 'custom':
      return [custom(context, path, issue)];
    case 'invalid_format':
    case 'not_multiple_of':
      return [malformed(context, path, issue.message)];
  }
}

/**
 * What the grammar refuses. `schema` is the grammar as JSON Schema, for suggestions; a custom issue may carry
 * `params: { code, hint }`. Issues inside a text that the parser had to rejoin are reported like any others.
 */
export function grammarFaults(
  issues: readonly Issue[],
  document: ProfileDocument,
  schema: object = profileJsonSchema(),
): readonly GrammarFault[] {
  const context: Context = { document, schema };
  return issues.flatMap((issue) => diagnose(context, [], issue));
}

/** The same as findings alone. */
export function grammarDiagnostics(...given: Parameters<typeof grammarFaults>): readonly Diagnostic[] {
  return grammarFaults(...given).map(({ diagnostic }) => diagnostic);
}
