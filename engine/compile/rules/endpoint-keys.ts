/** Rule: an endpoint has only keys that fit the kind of its answer: a list is read, a write has a lookup and steps, an unavailable one has nothing else. */
import type { Answer } from '../../base/contract.ts';
import { joinWithOr } from '../../profile/grammar/describe-value.ts';
import { verbs } from '../../profile/schema/http.ts';
import type { EndpointSpec } from '../../profile/schema/index.ts';
import type { Rule } from './rule.ts';

const request = ['params', 'headers', 'json', 'form', 'xml', 'rows', 'outcomes', 'details', 'each'] as const;
const rowProcessing = [
  'attach',
  'where',
  'fields',
  'codes',
  'order',
  'first',
  'union',
  'broken',
  'absent',
  'ignored',
] as const;
const read = ['use', 'query', 'call', ...verbs, ...request, ...rowProcessing] as const;
const write = ['use', 'key', 'lock', 'lengths', 'digits', 'find', 'prepare', 'write', 'absent', 'ignored'] as const;

/** Keys that an endpoint with this answer may have. */
function allowed(answer: Answer): readonly string[] {
  switch (answer.kind) {
    case 'service':
      return [];
    case 'rows':
      return [...read, 'search', 'since', ...(answer.paged ? ['page'] : [])];
    case 'single':
      return read;
    case 'accountStatement':
      return ['use', 'statement', 'absent', 'ignored'];
    case 'write':
      return answer.amounts === undefined ? write : [...write, 'amounts'];
  }
}

const kinds: Readonly<Record<Answer['kind'], string>> = {
  service: 'the service',
  rows: 'a list',
  single: 'a single answer',
  accountStatement: 'an account statement',
  write: 'a write',
};

function present(spec: EndpointSpec): readonly string[] {
  return Object.keys(spec).filter((key) => key !== 'unavailable' && key !== 'answer' && key !== 'decide');
}

/** An HTTP request may have `page` on any endpoint: the ERP may page every answer. */
function isRequest(spec: EndpointSpec): boolean {
  return verbs.some((verb) => spec[verb] !== undefined);
}

/** Reports MAP105 (a key beside `unavailable`), MAP113 (a key of another kind), MAP114 (`answer`) and MAP262 (`page` without pages). */
export const endpointKeys: Rule = (context) => {
  for (const { path, answer } of context.contract.endpoints) {
    const spec = context.profile.endpoints[path];
    if (spec === undefined || answer.kind === 'service') continue;
    const at = (key: string) => ({ path: ['endpoints', path, key], key: true });
    if (spec.answer !== undefined && (answer.kind !== 'rows' || spec.unavailable === undefined)) {
      context.report('MAP114', {
        ...at('answer'),
        message: '`answer: empty` is only allowed together with `unavailable`, on a list.',
        hint: 'Remove it.',
      });
    }
    const keys = present(spec);
    if (spec.unavailable !== undefined && keys.length > 0) {
      const message = `An unavailable endpoint cannot have ${joinWithOr(keys.map((key) => `\`${key}\``))}.`;
      context.report('MAP105', { ...at('unavailable'), message, hint: 'Keep one of the two.' });
      continue;
    }
    for (const key of keys) {
      if (!allowed(answer).includes(key) && !(key === 'page' && isRequest(spec))) {
        const code = key === 'page' ? 'MAP262' : 'MAP113';
        const message = `\`${key}\` is not allowed on ${path}, which is ${kinds[answer.kind]}${key === 'page' ? ' without pages' : ''}${key === 'amounts' && answer.kind === 'write' ? ' whose lines have no amounts' : ''}.`;
        context.report(code, {
          ...at(key),
          message,
          hint: key === 'page' ? 'Remove it.' : `Allowed here: ${allowed(answer).join(', ')}.`,
        });
      }
    }
  }
};
