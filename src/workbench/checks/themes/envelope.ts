/** The form of requests on every endpoint: JSON, version, fields, methods, sizes. */
import type { Check, KnownEndpoint, Theme } from '../core/check.ts';
import type { CheckContext } from '../core/context.ts';
import { demandEqual } from '../core/outcome.ts';
import { optionalFields, requiredFields, validBody, withUnknownFields, wrongBodies } from '../core/request-bodies.ts';
import type { Body } from '../core/requests.ts';

const json = (body: Body): string => JSON.stringify({ schemaVersion: '1', ...body });

/** Whether a request with a fault must not be complete otherwise: a service that overlooks the fault would create a document. */
const mustBeIncomplete = ({ settings }: CheckContext, { answer }: KnownEndpoint): boolean =>
  answer.kind === 'write' && !settings.writes;

/** Sends two requests whose difference must not matter. */
async function demandSameAnswer(
  context: CheckContext,
  { path }: KnownEndpoint,
  [one, other]: readonly [Body, Body],
  what: string,
): Promise<void> {
  const [first, second] = [await context.send(path, json(one)), await context.send(path, json(other))];
  demandEqual(second.status, first.status, 'ignored-field', `${what}: the status`);
  if (first.status === 200) demandEqual(second.body, first.body, 'ignored-field', `${what}: the answer`);
}

const protocol = ({ path }: KnownEndpoint): Check => ({
  id: 'envelope/protocol',
  path,
  title: 'a body that is not JSON is refused with 400, another content type with 415, another method with 405',
  clause: 'contract 7, ruling: order of the checks',
  tag: 'read',
  needs: [],
  async run(context) {
    for (const text of ['', '{', '{"schemaVersion":"1"', "{'schemaVersion':'1'}"])
      await context.refuse(path, text, {
        rule: 'invalid-json',
        status: 400,
        because: `the body ${JSON.stringify(text)}`,
      });
    const type = { rule: 'request-type', status: 415, because: 'the content type text/plain' } as const;
    await context.refuse(path, '{}', type, { contentType: 'text/plain' });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const refusal = { rule: 'unknown-path', status: 405, because: `the method ${method}` } as const;
      await context.refuse(path, '{}', refusal, { method });
      const { headers } = await context.send(path, '{}', { method });
      demandEqual(headers.get('allow'), 'POST', 'unknown-path', `the header Allow of the answer to ${method}`);
    }
  },
});

const version = (endpoint: KnownEndpoint): Check => ({
  id: 'envelope/version',
  path: endpoint.path,
  title: 'a body that is not an object, and a missing or other schemaVersion, are refused with 422',
  clause: 'contract 9, ruling: order of the checks',
  tag: 'read',
  needs: [endpoint.path],
  async run(context) {
    const { path } = endpoint;
    for (const text of ['[]', '"x"', '5', 'null'])
      await context.refuse(path, text, { rule: 'invalid-field', status: 422, because: `the body ${text}` });
    const rest = mustBeIncomplete(context, endpoint) ? {} : validBody(endpoint);
    for (const schemaVersion of [undefined, null, 1, '2', '']) {
      const because = `schemaVersion ${JSON.stringify(schemaVersion) ?? 'missing'}`;
      const text = JSON.stringify({ ...rest, schemaVersion });
      await context.refuse(path, text, { rule: 'invalid-field', status: 422, because, fields: ['schemaVersion'] });
    }
  },
});

const fields = (endpoint: KnownEndpoint): Check => ({
  id: 'envelope/fields',
  path: endpoint.path,
  title: 'each field that breaks its rule is refused with 422 and named, and all that are missing at once',
  clause: 'contract 7, ruling: requests',
  tag: 'read',
  needs: [endpoint.path],
  async run(context) {
    const { path, request } = endpoint;
    for (const { field, body, incomplete, value } of wrongBodies(endpoint)) {
      const sent = mustBeIncomplete(context, endpoint) ? incomplete : body;
      const because = `${field}: ${value}`;
      await context.refuse(path, sent, { rule: 'invalid-field', status: 422, because, fields: [field] });
    }
    const required = requiredFields(request);
    if (required.length === 0) return;
    const because = 'all required fields missing';
    await context.refuse(path, {}, { rule: 'invalid-field', status: 422, because, fields: required });
  },
});

const unknownFields = (endpoint: KnownEndpoint): Check => ({
  id: 'envelope/unknown-fields',
  path: endpoint.path,
  title: 'unknown fields are ignored, and null in an optional field means that it is left out',
  clause: 'contract 9.3, ruling: requests',
  tag: 'read',
  needs: [endpoint.path],
  async run(context) {
    const valid = validBody(endpoint);
    await demandSameAnswer(context, endpoint, [valid, withUnknownFields(valid)], 'unknown fields');
    for (const name of optionalFields(endpoint.request)) {
      const { [name]: _omitted, ...rest } = valid;
      await demandSameAnswer(context, endpoint, [rest, { ...rest, [name]: null }], `null in ${name}`);
    }
  },
});

const onHealth: Check = {
  id: 'envelope/unknown-path',
  path: '/health',
  title: 'an unknown path is refused with 404, and a body over the limit of the service with 413',
  clause: 'ruling: order of the checks',
  tag: 'read',
  needs: [],
  async run(context) {
    for (const urlPath of ['/', '/no/such/path', '/health/more', '/Health']) {
      const refusal = { rule: 'unknown-path', status: 404, because: `the path ${urlPath}` } as const;
      await context.refuse('/health', '{}', refusal, { urlPath });
    }
    // The limit of a service that is not our own is not known.
    if (context.fixture === undefined) return;
    const large = json({ unknownField: 'x'.repeat(context.fixture.bodyLimit) });
    await context.refuse('/health', large, { rule: 'body-size', status: 413, because: 'a body over the limit' });
  },
};

/** Checks JSON and method, version, and faulty fields; unknown fields only where no document could be written. */
export const envelope: Theme = (endpoints) => [
  ...endpoints.map(protocol),
  ...endpoints.map(version),
  ...endpoints.filter(({ request }) => Object.keys(request).length > 0).map(fields),
  ...endpoints.filter(({ answer }) => answer.kind !== 'write').map(unknownFields),
  onHealth,
];
