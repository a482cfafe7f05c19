/** Faults of a single value: missing, of the wrong type, not allowed, out of bounds, malformed. */

import type { z } from 'zod';
import { ownMember } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';
import { closest, suggest } from '../../diagnostics/did-you-mean.ts';
import { isQuoted } from '../yaml/document.ts';
import { valueAt } from '../yaml/path.ts';
import { booleanWords, describePath, describeType, describeValue, joinWithOr } from './describe-value.ts';
import { faultAt, type GrammarContext, type GrammarFault, withValue } from './grammar-fault.ts';
import { descriptionAt, examplesAt, isIntegerAt } from './schema-at-path.ts';

function missingKey(context: GrammarContext, path: Path): GrammarFault {
  const key = String(path.at(-1) ?? '');
  const description = descriptionAt(context.schema, path);
  const owner = path.at(-2);
  const where = owner === undefined ? 'of the profile' : `of "${owner}"`;
  const hint = description === undefined ? 'Add it.' : `Add it. ${description}`;
  return faultAt(context, path, { code: 'MAP102', message: `The key "${key}" ${where} is missing.`, hint });
}

/** `types` are zod's names of the types that are possible at the path. */
export function wrongType(context: GrammarContext, path: Path, types: readonly string[]): GrammarFault {
  const value = valueAt(context.document.value, path);
  if (value === undefined) return missingKey(context, path);
  const name = describePath(path);
  if (path.length === 2 && path[0] === 'endpoints' && !String(path[1]).startsWith('/')) {
    const message = `${name} is not the path of an endpoint.`;
    const hint = 'If it is a key of the endpoint above, indent it like the other keys of that endpoint.';
    return faultAt(context, path, { code: 'MAP103', message, hint, target: 'key' });
  }
  // zod reports `number` before it checks for an integer.
  const number = isIntegerAt(context.schema, path) ? 'int' : 'number';
  const expected = joinWithOr([...new Set(types.map((type) => describeType(type === 'number' ? number : type)))]);
  if (value === null) {
    const message = `${name} is empty; expected ${expected}.`;
    return faultAt(context, path, { code: 'MAP111', message, hint: 'Add a value, or remove the key.' });
  }
  return (
    numberAsText(context, path, { value, types, expected }) ??
    booleanAsText(context, path, { value, types, expected }) ??
    otherType(context, path, { value, types, expected })
  );
}

interface TypeMismatch {
  readonly value: unknown;
  readonly types: readonly string[];
  /** The types in words. */
  readonly expected: string;
}

function numberAsText(context: GrammarContext, path: Path, mismatch: TypeMismatch): GrammarFault | undefined {
  const { value, types, expected } = mismatch;
  const isNumberExpected = types.includes('number') || types.includes('int');
  if (!isNumberExpected || typeof value !== 'string' || !/^[-+.]?\d[\w.+-]*$/.test(value)) return undefined;
  const name = describePath(path);
  if (isQuoted(context.document, path)) {
    const message = `${name} is a quoted text; expected ${expected}.`;
    return withValue(faultAt(context, path, { code: 'MAP103', message, hint: 'Remove the quotes.' }), Number(value));
  }
  const message = `${name} is ${value}, a notation that remains a text; expected ${expected}.`;
  const hint = 'Write it in plain digits, without leading zeros, exponent or unit.';
  return withValue(faultAt(context, path, { code: 'MAP110', message, hint }), Number(value));
}

function booleanAsText(context: GrammarContext, path: Path, mismatch: TypeMismatch): GrammarFault | undefined {
  const { value, types, expected } = mismatch;
  const isBooleanExpected = types.includes('boolean') && typeof value === 'string';
  const intended = isBooleanExpected ? ownMember(booleanWords, value.toLowerCase()) : undefined;
  if (intended === undefined) return undefined;
  const message = `${describePath(path)} is the text "${String(value)}"; expected ${expected}.`;
  return withValue(
    faultAt(context, path, { code: 'MAP103', message, hint: `Write ${intended}, without quotes.` }),
    intended,
  );
}

function otherType(context: GrammarContext, path: Path, { value, types, expected }: TypeMismatch): GrammarFault {
  const isQuotable = types.includes('string') && (typeof value === 'number' || typeof value === 'boolean');
  const examples = examplesAt(context.schema, path);
  const needsQuotes = isQuotable && (examples.length === 0 || examples.includes(String(value)));
  const advice =
    examples[0] === undefined ? descriptionAt(context.schema, path) : `Use ${expected}, such as ${examples[0]}.`;
  const hint = needsQuotes ? `Quote it: "${String(value)}".` : (advice ?? `Use ${expected}.`);
  const message = `${describePath(path)} is ${describeValue(value)}; expected ${expected}.`;
  const fault = faultAt(context, path, { code: 'MAP103', message, hint });
  return needsQuotes ? withValue(fault, String(value)) : fault;
}

/** `otherTypes` are the types of other alternatives at the path. */
export function valueNotAllowed(
  context: GrammarContext,
  path: Path,
  allowed: readonly unknown[],
  otherTypes: readonly string[] = [],
): GrammarFault {
  const value = valueAt(context.document.value, path);
  if (value === undefined) return missingKey(context, path);
  if (typeof value === 'object') return wrongType(context, path, [...new Set(allowed.map((one) => typeof one))]);
  const texts = allowed.filter((one) => one !== undefined).map(String);
  const expected = joinWithOr([...texts, ...otherTypes.map(describeType)]);
  const description = otherTypes.length === 0 ? undefined : descriptionAt(context.schema, path);
  const fault = faultAt(context, path, {
    code: 'MAP104',
    message: `${describePath(path)} cannot be "${value}"; expected ${expected}.`,
    hint: description ?? suggest(String(value), texts),
  });
  const near = closest(String(value), texts);
  return near === undefined ? fault : withValue(fault, near);
}

/** MAP111 for an empty text, list or map; MAP107 for any other value that is too small, too large, too short or too long. */
export function outOfBounds(
  context: GrammarContext,
  path: Path,
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
): GrammarFault {
  const name = describePath(path);
  const isTooSmall = issue.code === 'too_small';
  const bound = isTooSmall ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
  if (issue.origin === 'number' || issue.origin === 'int' || issue.origin === 'bigint') {
    const [message, hint] = [`${name} must be ${bound}.`, `Use a number of ${bound}.`];
    return faultAt(context, path, { code: 'MAP107', message, hint });
  }
  if (isTooSmall && Number(issue.minimum) === 1) {
    return faultAt(context, path, {
      code: 'MAP111',
      message: `${name} is empty.`,
      hint: 'Add content, or remove the key.',
    });
  }
  const unit = issue.origin === 'string' ? 'characters' : 'entries';
  const hint = descriptionAt(context.schema, path) ?? 'Correct the value.';
  return faultAt(context, path, { code: 'MAP107', message: `${name} must have ${bound} ${unit}.`, hint });
}

/** The grammar's own message, such as `must be a duration such as 10s`, as a sentence about the value or key. */
export function malformed(context: GrammarContext, path: Path, message: string, target?: 'key'): GrammarFault {
  const value = valueAt(context.document.value, path);
  const quoted = target === 'key' || typeof value === 'object' ? '' : ` (${JSON.stringify(value)})`;
  const name = describePath(path);
  const sentence = message.startsWith('must ') ? `${name}${quoted} ${message}` : `${name}: ${message}`;
  const hint =
    target === 'key' ? 'Choose another name.' : (descriptionAt(context.schema, path) ?? 'Correct the value.');
  const text = { code: 'MAP107', message: `${sentence.replace(/\.$/, '')}.`, hint } as const;
  return faultAt(context, path, target === undefined ? text : { ...text, target });
}
