/** Defects of the connection test, of authentication, and of the form of requests and answers. */
import { changing, type Defect, errorReply, jsonOf, replacing, rewriting, rowsOf } from '../defective-service.ts';
import type { PlantedDefect } from './defect.ts';

const list = '/debtors/list';
const demoSku = 'CONNECTION-TEST-SKU';

const isDemo = (body: string): boolean => rowsOf(jsonOf(body).lines)[0]?.sku === demoSku;

/** Answers another sale each time. */
function countingSaleIds(): Defect {
  let count = 0;
  return changing('/sale-draft', (answer) => {
    count += 1;
    return { ...answer, saleId: `S${count}` };
  });
}

/** Answers the sample as it should, and looks it up in the ERP. */
const sampleReachesErp: Defect = async (call, forward) => {
  if (call.path === '/sale-draft' && isDemo(call.body))
    await forward({ ...call, path: '/catalog/products/by-sku', body: '{"schemaVersion":"1","sku":"A"}' });
  return forward(call);
};

const withAuthorization =
  (applies: (path: string, authorization: string | undefined) => boolean, key: string): Defect =>
  (call, forward) =>
    forward(
      applies(call.path, call.headers.authorization)
        ? { ...call, headers: { ...call.headers, authorization: `Bearer ${key}` } }
        : call,
    );

const replyUnless =
  (applies: (path: string, authorization: string) => boolean, status: number, code: string): Defect =>
  async (call, forward) =>
    applies(call.path, call.headers.authorization ?? '') ? errorReply(status, code) : forward(call);

const repairedVersion: Defect = (call, forward) => {
  const body = JSON.stringify({ ...jsonOf(call.body), schemaVersion: '1' });
  return forward(call.path === list && call.body.startsWith('{') ? { ...call, body } : call);
};

const repairedBody: Defect = (call, forward) =>
  forward(call.path === list && call.body === '[]' ? { ...call, body: '{"schemaVersion":"1"}' } : call);

const withoutAllow: Defect = async (call, forward) => {
  const reply = await forward(call);
  const { allow: _allow, ...headers } = reply.headers;
  return { ...reply, headers };
};

const status = (from: number, to: number, code: string): Defect => replacing(list, from, () => errorReply(to, code));

/** Refuses a request with a field that the contract does not have. */
const strictFields: Defect = async (call, forward) =>
  call.path === list && 'unknownField' in jsonOf(call.body)
    ? errorReply(422, 'VALIDATION_FAILED', 'unknownField')
    : forward(call);

export const accessDefects: readonly PlantedDefect[] = [
  {
    id: 'connection test/health',
    path: '/health',
    what: 'health says that it is not ready with status 200',
    rule: 'field-value',
    defect: () => changing('/health', (answer) => ({ ...answer, ok: false })),
  },
  {
    id: 'connection test/sample-draft',
    path: '/sale-draft',
    what: 'the sample draft is another sale each time',
    rule: 'repeat',
    defect: countingSaleIds,
  },
  {
    id: 'connection test/sample-draft',
    path: '/sale-draft',
    what: 'the refusal of the sample draft does not name its line',
    rule: 'connection-test',
    defect: () => replacing('/sale-draft', 200, () => errorReply(422, 'VALIDATION_FAILED', 'poNumber')),
  },
  {
    id: 'connection test/sample-draft-has-no-effect',
    path: '/sale-draft',
    what: 'the sample draft is looked up in the ERP',
    rule: 'no-effect',
    defect: () => sampleReachesErp,
  },
  {
    id: 'authentication/unauthorized',
    path: list,
    what: 'an endpoint answers without a key',
    rule: 'unauthorized',
    defect: ({ receivablesKey }) =>
      withAuthorization((path, key) => path === list && key === undefined, receivablesKey),
  },
  {
    id: 'authentication/unauthorized',
    path: list,
    what: 'a 401 has no WWW-Authenticate',
    rule: 'www-authenticate',
    defect: () => replacing(list, 401, (reply) => ({ ...reply, headers: { 'content-type': 'application/json' } })),
  },
  {
    id: 'authentication/unknown-path',
    path: '/health',
    what: 'an unknown path is 404 before the key is looked at',
    rule: 'unauthorized',
    defect: () => replyUnless((path) => path === '/no/such/path', 404, 'BAD_REQUEST'),
  },
  {
    id: 'authentication/scheme-case',
    path: '/health',
    what: 'the scheme must be written Bearer',
    rule: 'unauthorized',
    defect: () => replyUnless((_path, authorization) => !authorization.startsWith('Bearer '), 401, 'UNAUTHORIZED'),
  },
  {
    id: 'authentication/forbidden',
    path: list,
    what: 'the key of the other app is accepted',
    rule: 'other-app',
    defect: ({ orderingKey, receivablesKey }) =>
      withAuthorization((path, key) => path === list && key === `Bearer ${orderingKey}`, receivablesKey),
  },
  {
    id: 'envelope/protocol',
    path: list,
    what: 'a body that is not JSON is 422',
    rule: 'invalid-json',
    defect: () => status(400, 422, 'VALIDATION_FAILED'),
  },
  {
    id: 'envelope/protocol',
    path: list,
    what: 'another content type is 400',
    rule: 'request-type',
    defect: () => status(415, 400, 'INVALID_JSON'),
  },
  {
    id: 'envelope/protocol',
    path: list,
    what: 'another method is 404',
    rule: 'unknown-path',
    defect: () => status(405, 404, 'BAD_REQUEST'),
  },
  {
    id: 'envelope/protocol',
    path: list,
    what: 'a 405 has no Allow',
    rule: 'unknown-path',
    defect: () => withoutAllow,
  },
  {
    id: 'envelope/version',
    path: list,
    what: 'schemaVersion is ignored',
    rule: 'invalid-field',
    defect: () => repairedVersion,
  },
  {
    id: 'envelope/version',
    path: list,
    what: 'a list is an empty body',
    rule: 'invalid-field',
    defect: () => repairedBody,
  },
  {
    id: 'envelope/fields',
    path: list,
    what: 'a number in quotes is accepted',
    rule: 'invalid-field',
    defect: () =>
      rewriting(list, ({ limit, ...rest }) => ({
        ...rest,
        ...(limit === undefined ? {} : { limit: Number(limit) || 0 }),
      })),
  },
  {
    id: 'envelope/fields',
    path: '/credit/customer',
    what: 'a refusal names another field',
    rule: 'invalid-field',
    defect: () => replacing('/credit/customer', 422, () => errorReply(422, 'VALIDATION_FAILED', 'body')),
  },
  {
    id: 'envelope/unknown-fields',
    path: list,
    what: 'unknown fields are refused',
    rule: 'ignored-field',
    defect: () => strictFields,
  },
  {
    id: 'envelope/unknown-fields',
    path: list,
    what: 'null in limit is 1',
    rule: 'ignored-field',
    defect: () =>
      rewriting(list, ({ limit, ...rest }) => ({ ...rest, ...(limit === undefined ? {} : { limit: limit ?? 1 }) })),
  },
  {
    id: 'envelope/unknown-path',
    path: '/health',
    what: 'an unknown path is 400',
    rule: 'unknown-path',
    defect: () => replacing('/Health', 404, () => errorReply(400, 'BAD_REQUEST')),
  },
  {
    id: 'envelope/unknown-path',
    path: '/health',
    what: 'a body over the limit is 400',
    rule: 'body-size',
    defect: () => replacing('/health', 413, () => errorReply(400, 'BAD_REQUEST')),
  },
  {
    id: 'unavailable/answer',
    path: '/credit/customer',
    what: 'an endpoint that is not provided answers',
    rule: 'unavailable',
    defect: () => (call, forward) => forward(call),
    unavailable: true,
  },
  {
    id: 'limits/default',
    path: '/catalog/customers/search',
    what: 'the default limit is 5',
    rule: 'stable-order',
    defect: () => rewriting('/catalog/customers/search', (request) => ({ limit: 5, ...request })),
  },
  {
    id: 'limits/bounds',
    path: '/catalog/customers/search',
    what: 'a limit over the maximum is cut to it',
    rule: 'invalid-field',
    defect: () =>
      rewriting('/catalog/customers/search', ({ limit, ...rest }) => ({
        ...rest,
        limit: Math.min(Number(limit), 500),
      })),
  },
];
