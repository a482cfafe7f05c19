/** The issues of zod in the words of the other findings: `must be a text, not a list`. */
import type { z } from 'zod';
import { describeType } from '../../../engine/host/index.ts';

/** The value at a path; undefined if there is none. */
function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => (value instanceof Object ? Reflect.get(value, part) : undefined), root);
}

function notThis(value: unknown): string {
  if (value === null) return ', and is empty';
  const name = Array.isArray(value) ? 'array' : typeof value;
  return `, not ${name === 'boolean' ? String(value) : describeType(name)}`;
}

/** What is wrong with the value at the issue's path of `root`: the end of a sentence that begins with its name. */
export function issueText(issue: z.core.$ZodIssue, root: unknown): string {
  const value = valueAt(root, issue.path);
  if (value === undefined && issue.code !== 'custom') return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return Number.isNaN(value) ? 'must be a number' : `must be ${describeType(issue.expected)}${notThis(value)}`;
    case 'invalid_union':
      return `must be a single value${notThis(value)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'invalid_format':
      return issue.format === 'datetime' ? 'must be a time such as 2026-05-01T12:00:00Z' : issue.message;
    case 'too_small':
    case 'too_big':
      return boundText(issue);
    default:
      return issue.message;
  }
}

function boundText(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  if (issue.code === 'too_small' && issue.minimum === 1 && issue.origin !== 'number') return 'must not be empty';
  const bound = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
  if (issue.origin === 'string') return `must have ${bound} characters`;
  if (issue.origin === 'array') return `must have ${bound} items`;
  return `must be ${bound}`;
}
