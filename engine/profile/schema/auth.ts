/** Authentication of requests to an HTTP ERP. */
import { z } from 'zod';
import { tokenGrants } from './oauth.ts';
import { duration, expression, text } from './words.ts';

const basic = z
  .strictObject({ user: text, password: text })
  .meta({ description: 'User name and password in every request (HTTP Basic).' });

const keyValue = text.meta({
  description: 'The complete value, in the format that the ERP expects.',
  examples: ['token ${key}:${secret}'],
});
const apiKey = z.union([
  z.strictObject({ header: text.meta({ examples: ['x-api-key', 'DOLAPIKEY'] }), value: keyValue }),
  z.strictObject({ query: text.meta({ description: 'Name of the query parameter.' }), value: keyValue }),
]);

const oauth1 = z
  .strictObject({
    consumerKey: text,
    consumerSecret: text,
    token: text,
    tokenSecret: text,
    realm: text.optional().meta({ description: 'For NetSuite the account id, with its underscore: 1234567_SB1.' }),
    method: z.enum(['HMAC-SHA256', 'HMAC-SHA1']).optional().meta({ description: 'Default: HMAC-SHA256.' }),
  })
  .meta({ description: 'Signs every request (OAuth 1.0a).' });

const path = z
  .string()
  .regex(/^\/(?!\/)[^\s\\]*$/, 'must be a path relative to the base URL of the source, such as /Login')
  .meta({ description: 'Path relative to the base URL of the source. `${setting}` is interpolated.' });

/** Requests that the engine sends to authenticate: `${setting}` is interpolated, and there are no request values. */
const ownRequestKeys = {
  get: path.optional(),
  post: path.optional(),
  put: path.optional(),
  delete: path.optional(),
  headers: z.record(text, text).optional(),
  basic: basic.optional(),
  json: z.unknown().optional().meta({ description: 'JSON body. `${setting}` is interpolated.' }),
  form: z.record(text, text).optional().meta({ description: 'Form body.' }),
};
const verbs = ['get', 'post', 'put', 'delete'] as const;
const ownRequest = z
  .strictObject(ownRequestKeys)
  .refine(
    (request) => verbs.filter((verb) => request[verb] !== undefined).length === 1,
    'must have exactly one of get, post, put and delete',
  )
  .refine(({ json, form }) => json === undefined || form === undefined, 'must not have both json and form');

const replyExpression =
  'JSONata over the body of the response. Variables: $status, $headers (lower-case names), $cookies (by name) and $settings (without secrets).';
const session = z
  .strictObject({
    login: ownRequest.meta({ description: 'Login request.' }),
    accepted: expression.optional().meta({
      description: `True if the login succeeded. Needed for an ERP that rejects a login with a status below 400. ${replyExpression}`,
    }),
    take: expression
      .optional()
      .meta({ description: `Session token. ${replyExpression}`, examples: ['SessionId', '$headers.`x-session`'] }),
    send: z
      .union([
        z.literal('cookies'),
        z.strictObject({
          header: text,
          value: text.optional().meta({
            description: 'Header value with the placeholder {{ token }}. Default: the token alone.',
            examples: ['Session {{ token }}'],
          }),
        }),
        z.strictObject({ query: text }),
      ])
      .meta({ description: 'How requests send the session token. Cookies set by the ERP are always sent.' }),
    idle: duration.optional().meta({
      description: 'A session expires after this time without requests. Use a slightly shorter time than the ERP.',
    }),
    maxAge: duration.optional().meta({ description: 'Maximum lifetime of a session.' }),
    logout: ownRequest.optional().meta({ description: 'Logout request, sent when the service stops.' }),
  })
  .refine(
    ({ send, take }) => (send === 'cookies') === (take === undefined),
    'must have `take` unless `send` is `cookies`, and must not have it with `cookies`',
  )
  .meta({ description: 'Session login: all requests share one session. When it expires the engine logs in again.' });

const csrf = z
  .strictObject({
    get: path.optional(),
    head: path.optional(),
    header: text.optional().meta({
      description:
        'Header name of the token, in the token request, its response and each write. Default: x-csrf-token.',
    }),
    ask: text.optional().meta({ description: 'Value of the header in the token request. Default: Fetch.' }),
  })
  .refine(({ get, head }) => (get === undefined) !== (head === undefined), 'must have exactly one of get and head')
  .meta({
    description: 'CSRF token, fetched before the first write and sent with every write.',
  });

/** Each of these sets the header `Authorization`. */
const exclusive = ['basic', 'bearer', 'clientCredentials', 'password', 'refreshToken', 'jwtBearer', 'oauth1'] as const;

export const auth = z
  .strictObject({
    basic: basic.optional(),
    bearer: text.optional().meta({ description: 'Static token, sent as `Authorization: Bearer`.' }),
    apiKey: z
      .union([apiKey, z.array(apiKey).min(1)])
      .optional()
      .meta({ description: 'API key in a header or in a query parameter, or a list of keys.' }),
    ...tokenGrants,
    oauth1: oauth1.optional(),
    session: session.optional(),
    csrf: csrf.optional(),
  })
  .refine(
    (all) => exclusive.filter((key) => all[key] !== undefined).length <= 1,
    `must have at most one of ${exclusive.join(', ')}; each of them sets the header Authorization`,
  )
  .meta({
    description: 'Authentication of requests. Several methods can be combined, such as `basic` and `apiKey`.',
    examples: [{ bearer: '${key}' }],
  });

export type AuthSpec = z.infer<typeof auth>;
export type SessionSpec = z.infer<typeof session>;
export type OwnRequestSpec = z.infer<typeof ownRequest>;
