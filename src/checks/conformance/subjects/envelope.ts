/** The form of requests and answers on every endpoint: versions, fields, JSON, methods, sizes. */

import type { Answer } from '../../validation/caller.ts';
import { errorFindings } from '../../validation/errors.ts';
import type { Check, Known, Subject } from '../check.ts';
import { type Bench, type Body, unprovided } from '../check-context.ts';
import { optionalFields, soundBody, withStrangers, wrongBodies } from '../requests.ts';
import { demand, fail, same } from '../verdict.ts';

const version = '1';

/** Fails unless the answer is this refusal, in the contract's form. */
function refused(answer: Answer, status: number, what: string): void {
  same(answer.status, status, `${what}: the status`);
  const [broken] = errorFindings(answer);
  if (broken !== undefined) fail(`${what}: ${broken.path} ${broken.message}`);
}

const json = (body: Body): string => JSON.stringify({ schemaVersion: version, ...body });

const onEach = (
  endpoints: readonly Known[],
  name: (path: string) => string,
  clause: string,
  run: (bench: Bench, endpoint: Known) => Promise<void>,
  needed: boolean,
): readonly Check[] =>
  endpoints.map((endpoint) => ({
    subject: 'envelope',
    name: name(endpoint.path),
    clause,
    paths: needed ? [endpoint.path] : [],
    run: (bench) => run(bench, endpoint),
  }));

/** Equal requests but for what is to make no difference; a write is not sent, since it would be another one. */
async function sameAnswer(bench: Bench, { path }: Known, one: Body, other: Body, what: string): Promise<void> {
  const [first, second] = [await bench.send(path, json(one)), await bench.send(path, json(other))];
  same(second.status, first.status, `${what}: the status`);
  if (first.status === 200) same(second.body, first.body, `${what}: the answer`);
}

export const envelope: Subject = (endpoints) => [
  ...onEach(
    endpoints,
    (path) => `${path} refuses what is no JSON with 400, another content type with 415, another method with 405`,
    'contract 7, ruling: order of the checks',
    async (bench, { path }) => {
      for (const text of ['', '{', '{"schemaVersion":"1"', "{'schemaVersion':'1'}"])
        refused(await bench.send(path, text), 400, `the body ${JSON.stringify(text)}`);
      refused(await bench.send(path, '{}', { contentType: 'text/plain' }), 415, 'text/plain');
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await bench.send(path, '{}', { method });
        refused(answer, 405, method);
        same(answer.headers.get('allow'), 'POST', `${method}: the header Allow`);
      }
    },
    false,
  ),
  ...onEach(
    endpoints,
    (path) => `${path} refuses a body that is no object, and a missing or other schemaVersion, with 422`,
    'contract 9, ruling: order of the checks',
    async (bench, endpoint) => {
      if (unprovided(bench, endpoint.path) !== undefined) return;
      const { path } = endpoint;
      for (const text of ['[]', '"x"', '5', 'null']) refused(await bench.send(path, text), 422, `the body ${text}`);
      const { ...sound } = soundBody(endpoint);
      for (const schemaVersion of [undefined, null, 1, '2', ''])
        refused(
          await bench.send(path, JSON.stringify({ ...sound, schemaVersion })),
          422,
          `schemaVersion ${schemaVersion}`,
        );
    },
    true,
  ),
  ...onEach(
    endpoints.filter(({ request }) => Object.keys(request).length > 0),
    (path) => `${path} refuses each field that breaks its rule with 422, and names it`,
    'contract 7, ruling: requests',
    async (bench, endpoint) => {
      for (const { field, body, what } of wrongBodies(endpoint)) {
        const named = await bench.refuse(endpoint.path, body);
        demand(
          named.includes(field),
          `${field}: ${what} must be refused by that name; named were ${named.join(', ') || 'none'}`,
        );
      }
    },
    true,
  ),
  ...onEach(
    endpoints.filter(({ answer }) => answer.kind !== 'write'),
    (path) => `${path} ignores fields that it does not know, and takes null in an optional field as omitted`,
    'contract 9.3, ruling: requests',
    async (bench, endpoint) => {
      const sound = soundBody(endpoint);
      await sameAnswer(bench, endpoint, sound, withStrangers(sound), 'unknown fields');
      for (const name of optionalFields(endpoint.request)) {
        const { [name]: _left, ...rest } = sound;
        await sameAnswer(bench, endpoint, rest, { ...rest, [name]: null }, `null in ${name}`);
      }
    },
    true,
  ),
  {
    subject: 'envelope',
    name: 'an unknown path is 404, a body over the limit 413, each with the error body',
    clause: 'ruling: order of the checks',
    paths: [],
    async run(bench) {
      for (const path of ['/', '/no/such/path', '/health/more', '/Health'])
        refused(await bench.send(path, '{}', {}), 404, path);
      const large = json({ query: 'x'.repeat(bench.stage.bodyLimit) });
      refused(await bench.send('/catalog/customers/search', large), 413, 'a body over the limit');
    },
  },
  {
    subject: 'envelope',
    name: '/health is ready, and says who answers',
    clause: 'contract 4, /health',
    paths: ['/health'],
    async run(bench) {
      same((await bench.ask('/health', {})).ok, true, 'ok');
    },
  },
];
