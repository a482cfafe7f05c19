import type { Answer } from '../../base/contract.ts';
import { or } from '../../profile/grammar/grammar-words.ts';
import { verbs } from '../../profile/schema/http.ts';
import type { EndpointSpec } from '../../profile/schema/index.ts';
import type { Rule } from './rule.ts';

const request = ['params', 'headers', 'json', 'form', 'xml', 'rows', 'outcomes', 'each'] as const;
const shared = ['attach', 'where', 'fields', 'codes', 'order', 'first', 'union', 'broken', 'absent'] as const;
const read = ['use', 'query', 'call', ...verbs, ...request, ...shared] as const;
const write = ['use', 'key', 'lengths', 'digits', 'find', 'prepare', 'write', 'absent'] as const;

/** Keys that make sense for an endpoint with this kind of answer. */
function allowed(answer: Answer): readonly string[] {
  switch (answer.kind) {
    case 'service':
      return [];
    case 'rows':
      return [...read, 'search', 'since', ...(answer.paged ? ['page'] : [])];
    case 'single':
      return read;
    case 'statement':
      return ['use', 'statement', 'absent'];
    case 'write':
      return answer.amounts === undefined ? write : [...write, 'amounts'];
  }
}

const kinds: Readonly<Record<Answer['kind'], string>> = {
  service: 'the service',
  rows: 'a list',
  single: 'a single answer',
  statement: 'a statement of account',
  write: 'a write',
};

function present(spec: EndpointSpec): readonly string[] {
  return Object.keys(spec).filter((key) => key !== 'unavailable' && key !== 'answer' && key !== 'decide');
}

/** How the ERP pages its answers may have to be said of any request. */
function isRequest(spec: EndpointSpec): boolean {
  return verbs.some((verb) => spec[verb] !== undefined);
}

/** An endpoint has the keys of its kind: a list is read, a write is looked up and written, and what is unavailable has nothing else. */
export const endpointKeys: Rule = (context) => {
  for (const { path, answer } of context.contract.endpoints) {
    const spec = context.profile.endpoints[path];
    if (spec === undefined || answer.kind === 'service') continue;
    const at = (key: string) => ({ path: ['endpoints', path, key], key: true });
    if (spec.answer !== undefined && (answer.kind !== 'rows' || spec.unavailable === undefined)) {
      context.report('MAP114', {
        ...at('answer'),
        message: '`answer: empty` goes with `unavailable`, on a list.',
        hint: 'Take it away.',
      });
    }
    const keys = present(spec);
    if (spec.unavailable !== undefined && keys.length > 0) {
      const message = `An endpoint that is unavailable has no ${or(keys.map((key) => `\`${key}\``))}.`;
      context.report('MAP105', { ...at('unavailable'), message, hint: 'Keep one of the two.' });
      continue;
    }
    for (const key of keys) {
      if (!allowed(answer).includes(key) && !(key === 'page' && isRequest(spec))) {
        const code = key === 'page' ? 'MAP262' : 'MAP113';
        const message = `\`${key}\` does not go with ${path}, which is ${kinds[answer.kind]}${key === 'page' ? ' that is not walked page by page' : ''}${key === 'amounts' && answer.kind === 'write' ? ' whose lines have no amounts' : ''}.`;
        context.report(code, {
          ...at(key),
          message,
          hint: key === 'page' ? 'Take it away.' : `It can have ${allowed(answer).join(', ')}.`,
        });
      }
    }
  }
};
