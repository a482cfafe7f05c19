/** Who is let in, and that this is judged before anything else. */
import type { Authorization } from '../../validation/caller.ts';
import { errorFindings } from '../../validation/errors.ts';
import type { Check, Subject } from '../check.ts';
import type { Bench } from '../check-context.ts';
import { demand, fail, same } from '../verdict.ts';

const shown = (value: string | undefined): Authorization => ({ value, shown: value === undefined ? '' : '***' });

/** Headers without a valid key: what each is, and its value. */
function strangers(key: string): readonly (readonly [string, Authorization])[] {
  const swapped = key.replaceAll(/[a-z]/gi, (sign) => (sign < 'a' ? sign.toLowerCase() : sign.toUpperCase()));
  return [
    ['no Authorization header', shown(undefined)],
    ['the scheme without a key', shown('Bearer')],
    ['an unknown key', shown('Bearer not-a-key-of-this-service')],
    ['a key and one letter more', shown(`Bearer ${key}x`)],
    ['a key less its last letter', shown(`Bearer ${key.slice(0, -1)}`)],
    ['a key in other capitals', shown(`Bearer ${swapped}`)],
    ['a key without its scheme', shown(key)],
    ['another scheme', shown('Basic dXNlcjpwYXNz')],
  ];
}

async function isRefused(
  bench: Bench,
  path: string,
  text: string,
  what: string,
  method = 'POST',
  contentType = 'application/json',
): Promise<void> {
  for (const [kind, authorization] of strangers(bench.stage.keys.both.reveal())) {
    const answer = await bench.send(path, text, { authorization, method, contentType });
    demand(answer.status === 401, `${what}, ${kind}: must be 401, and was ${answer.status}`);
    const [broken] = errorFindings(answer);
    if (broken !== undefined) fail(`${what}, ${kind}: ${broken.path} ${broken.message}`);
  }
}

export const authentication: Subject = (endpoints) => [
  ...endpoints.map(
    ({ path }): Check => ({
      subject: 'authentication',
      name: `${path} answers 401 to a missing, malformed or unknown key, before it looks at anything else`,
      clause: 'contract 5.3, ruling: order of the checks',
      paths: [],
      async run(bench) {
        await isRefused(bench, path, '{"schemaVersion":"1"}', 'a request');
        await isRefused(bench, path, '{"schemaVersion":', 'a body that is no JSON');
        await isRefused(bench, path, 'x', 'a body of another type', 'POST', 'text/plain');
        await isRefused(bench, path, '', 'GET', 'GET');
      },
    }),
  ),
  {
    subject: 'authentication',
    name: 'an unknown path answers 401 without a key, and not 404',
    clause: 'ruling: order of the checks',
    paths: [],
    run: (bench) => isRefused(bench, '/no/such/path', '{}', 'an unknown path'),
  },
  {
    subject: 'authentication',
    name: 'the scheme Bearer is matched in any case',
    clause: 'ruling: order of the checks',
    paths: ['/health'],
    async run(bench) {
      for (const scheme of ['bearer', 'BEARER', 'bEaReR']) {
        const authorization = shown(`${scheme} ${bench.stage.keys.both.reveal()}`);
        same(
          (await bench.send('/health', '{"schemaVersion":"1"}', { authorization })).status,
          200,
          `the scheme ${scheme}`,
        );
      }
    },
  },
  ...endpoints
    .filter(({ app }) => app !== 'both')
    .map(
      ({ path, app }): Check => ({
        subject: 'authentication',
        name: `${path} answers 403 to the key of the other app`,
        clause: 'ruling: order of the checks',
        paths: [],
        async run(bench) {
          const { ordering, receivables } = bench.stage.keys;
          const other = app === 'ordering' ? receivables : ordering;
          const answer = await bench.send(path, '{', { authorization: shown(`Bearer ${other.reveal()}`) });
          same(answer.status, 403, 'the status');
          const [broken] = errorFindings(answer);
          if (broken !== undefined) fail(`${broken.path} ${broken.message}`);
        },
      }),
    ),
];
