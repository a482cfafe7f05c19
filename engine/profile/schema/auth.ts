/** How requests to an ERP show who sends them. */
import { z } from 'zod';
import { tokenGrants } from './oauth.ts';
import { duration, expression, text } from './words.ts';

const basic = z
  .strictObject({ user: text, password: text })
  .meta({ description: 'User and password with every request (HTTP Basic).' });

const keyValue = text.meta({
  description: 'The whole value, composed as the ERP wants it.',
  examples: ['token ${key}:${secret}'],
});
const apiKey = z.union([
  z.strictObject({ header: text.meta({ examples: ['x-api-key', 'DOLAPIKEY'] }), value: keyValue }),
  z.strictObject({ query: text.meta({ description: 'Name of the query value.' }), value: keyValue }),
]);

const oauth1 = z
  .strictObject({
    consumerKey: text,
    consumerSecret: text,
    token: text,
    tokenSecret: text,
    realm: text.optional().meta({ description: 'NetSuite: the account, with its underscore: 1234567_SB1.' }),
    method: z.enum(['HMAC-SHA256', 'HMAC-SHA1']).optional().meta({ description: 'HMAC-SHA256 when not said.' }),
  })
  .meta({ description: 'Every request is signed (OAuth 1.0a).' });

const path = z
  .string()
  .regex(/^\/(?!\/)[^\s\\]*$/, 'must be a path below the address of the source, such as /Login')
  .meta({ description: 'A path below the address of the source; `${setting}` is filled in.' });

const ownRequestKeys = {
  get: path.optional(),
  post: path.optional(),
  put: path.optional(),
  delete: path.optional(),
  headers: z.record(text, text).optional(),
  basic: basic.optional(),
  json: z.unknown().optional().meta({ description: 'Body in JSON; `${setting}` is filled in.' }),
  form: z.record(text, text).optional().meta({ description: 'Body as a form.' }),
};
const verbs = ['get', 'post', 'put', 'delete'] as const;
const ownRequest = z
  .strictObject(ownRequestKeys)
  .refine(
    (request) => verbs.filter((verb) => request[verb] !== undefined).length === 1,
    'has not exactly one of get, post, put and delete',
  )
  .refine(({ json, form }) => json === undefined || form === undefined, 'has two bodies, json and form');

const ofReply =
  'JSONata over the body of the reply; $status, $headers (names in small letters) and $cookies (by name) are known.';
const session = z
  .strictObject({
    login: ownRequest.meta({ description: 'The request that logs in.' }),
    accepted: expression.optional().meta({
      description: `True where the login went well, for an ERP that refuses with a status below 400. ${ofReply}`,
    }),
    take: expression
      .optional()
      .meta({ description: `The token of the session. ${ofReply}`, examples: ['SessionId', '$headers.`x-session`'] }),
    send: z
      .union([
        z.literal('cookies'),
        z.strictObject({
          header: text,
          value: text.optional().meta({
            description: 'With {{ token }} where it stands; the token alone when not said.',
            examples: ['Session {{ token }}'],
          }),
        }),
        z.strictObject({ query: text }),
      ])
      .meta({ description: 'How requests carry the session. Cookies that the ERP sets are sent in any case.' }),
    idle: duration
      .optional()
      .meta({ description: 'A session that was not used for so long is over; a little less than the ERP says.' }),
    maxAge: duration.optional().meta({ description: 'A session is over after so long.' }),
    logout: ownRequest.optional().meta({ description: 'The request that logs out, when the service stops.' }),
  })
  .refine(
    ({ send, take }) => (send === 'cookies') === (take === undefined),
    'has no `take` for its `send`, or one for cookies, which need none',
  )
  .meta({ description: 'A session: one login for all requests, again when it is over.' });

const csrf = z
  .strictObject({
    get: path.optional(),
    head: path.optional(),
    header: text.optional().meta({
      description: 'Header of the question, of the token in its answer and in each change; x-csrf-token when not said.',
    }),
    ask: text.optional().meta({ description: 'What that header says in the question; Fetch when not said.' }),
  })
  .refine(({ get, head }) => (get === undefined) !== (head === undefined), 'has not exactly one of get and head')
  .meta({
    description:
      'A token against forged requests, which is fetched before the first change and sent with each of them.',
  });

/** They all fill the header `Authorization`. */
const exclusive = ['basic', 'bearer', 'clientCredentials', 'password', 'refreshToken', 'jwtBearer', 'oauth1'] as const;

export const auth = z
  .strictObject({
    basic: basic.optional(),
    bearer: text.optional().meta({ description: 'A token that does not change, sent as `Authorization: Bearer`.' }),
    apiKey: z
      .union([apiKey, z.array(apiKey).min(1)])
      .optional()
      .meta({ description: 'A key in a header or in the query, or several.' }),
    ...tokenGrants,
    oauth1: oauth1.optional(),
    session: session.optional(),
    csrf: csrf.optional(),
  })
  .refine(
    (all) => exclusive.filter((key) => all[key] !== undefined).length <= 1,
    `has more than one of ${exclusive.join(', ')}; each of them fills the header Authorization`,
  )
  .meta({
    description: 'How requests show who sends them. Several keys work together, such as `basic` and `apiKey`.',
    examples: [{ bearer: '${key}' }],
  });

export type AuthSpec = z.infer<typeof auth>;
export type SessionSpec = z.infer<typeof session>;
export type OwnRequestSpec = z.infer<typeof ownRequest>;
