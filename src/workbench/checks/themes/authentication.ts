/** Which keys are accepted, and that this is decided before anything else. */
import type { Path } from '../../../contract/types.ts';
import type { Check, KnownEndpoint, Theme } from '../core/check.ts';
import type { CheckContext } from '../core/context.ts';
import { demandEqual, notPossible } from '../core/outcome.ts';
import { type Authorization, bearer, type CallOptions, keyFor } from '../validation/caller.ts';

/** Authorization headers without a valid key. `shown` is what reports show instead. */
function invalidAuthorizations(key: string): readonly Authorization[] {
  const otherCase = key.replaceAll(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
  return [
    { value: undefined, shown: 'no Authorization header' },
    { value: 'Bearer', shown: 'the scheme without a key' },
    { value: 'Bearer not-a-key-of-this-service', shown: 'an unknown key' },
    { value: `Bearer ${key}x`, shown: 'the key and one more letter' },
    { value: `Bearer ${key.slice(0, -1)}`, shown: 'the key without its last letter' },
    ...(otherCase === key
      ? []
      : [{ value: `Bearer ${otherCase}`, shown: 'the key with upper and lower case swapped' }]),
    { value: key, shown: 'the key without its scheme' },
    { value: 'Basic dXNlcjpwYXNz', shown: 'another scheme' },
  ];
}

interface UnauthorizedRequest {
  readonly path: Path;
  readonly what: string;
  readonly text: string;
  readonly options?: CallOptions;
}

async function demandUnauthorized(
  context: CheckContext,
  { path, what, text, options }: UnauthorizedRequest,
): Promise<void> {
  for (const authorization of invalidAuthorizations(keyFor(context.caller.keys, path)?.reveal() ?? '')) {
    const refusal = { rule: 'unauthorized', status: 401, because: `${what}, ${authorization.shown}` } as const;
    await context.refuse(path, text, refusal, { ...options, authorization });
  }
}

const unauthorized = ({ path }: KnownEndpoint): Check => ({
  id: 'authentication/unauthorized',
  path,
  title: 'a missing, malformed or unknown key is answered with 401, before anything else is looked at',
  clause: 'contract 5.3, ruling: order of the checks',
  tag: 'read',
  needs: [],
  async run(context) {
    await demandUnauthorized(context, { path, what: 'a request', text: '{"schemaVersion":"1"}' });
    await demandUnauthorized(context, { path, what: 'a body that is not JSON', text: '{"schemaVersion":' });
    const asText = { contentType: 'text/plain' };
    await demandUnauthorized(context, { path, what: 'a body of another type', text: 'x', options: asText });
    await demandUnauthorized(context, { path, what: 'the method GET', text: '', options: { method: 'GET' } });
  },
});

const forbidden = ({ path, app }: KnownEndpoint): Check => ({
  id: 'authentication/forbidden',
  path,
  title: 'the key of the other app is answered with 403, before the body is looked at',
  clause: 'ruling: order of the checks',
  tag: 'read',
  needs: [],
  async run(context) {
    const { ordering, receivables } = context.caller.keys;
    const other = app === 'ordering' ? receivables : ordering;
    if (other === undefined) notPossible('no key of the other app is given');
    if (ordering?.reveal() === receivables?.reveal()) notPossible('one key is given for both apps');
    const refusal = { rule: 'other-app', status: 403, because: 'the key of the other app' } as const;
    for (const text of ['{', '{"schemaVersion":"1"}'])
      await context.refuse(path, text, refusal, { authorization: bearer(other, refusal.because) });
  },
});

const onHealth: readonly Check[] = [
  {
    id: 'authentication/unknown-path',
    path: '/health',
    title: 'an unknown path is answered with 401 without a key, and not with 404',
    clause: 'ruling: order of the checks',
    tag: 'read',
    needs: [],
    run: (context) =>
      demandUnauthorized(context, {
        path: '/health',
        what: 'an unknown path',
        text: '{}',
        options: { urlPath: '/no/such/path' },
      }),
  },
  {
    id: 'authentication/scheme-case',
    path: '/health',
    title: 'the scheme Bearer is matched in any case',
    clause: 'ruling: order of the checks',
    tag: 'read',
    needs: ['/health'],
    async run(context) {
      const key = keyFor(context.caller.keys, '/health')?.reveal() ?? '';
      for (const scheme of ['bearer', 'BEARER', 'bEaReR']) {
        const authorization = { value: `${scheme} ${key}`, shown: `${scheme} ***` };
        const { status } = await context.send('/health', '{"schemaVersion":"1"}', { authorization });
        demandEqual(status, 200, 'unauthorized', `the status with the scheme ${scheme}`);
      }
    },
  },
];

/** Checks 401 for invalid keys on each endpoint, and 403 for the key of the other app. */
export const authentication: Theme = (endpoints) => [
  ...endpoints.map(unauthorized),
  ...onHealth,
  ...endpoints.filter(({ app }) => app !== 'both').map(forbidden),
];
