/** OAuth 2 grants. */
import { z } from 'zod';
import { consent } from './consent.ts';
import { duration, text } from './words.ts';

const assertion = z
  .strictObject({
    key: text.meta({
      description: 'Private key in PEM format, from a secret setting. The variable can name a file (NAME_FILE).',
    }),
    algorithm: z.enum(['RS256', 'PS256', 'ES256']),
    keyId: text.optional().meta({ description: 'Header `kid`: id of the certificate or key in the ERP.' }),
    issuer: text.optional().meta({ description: 'Claim `iss`. Default: the client id.' }),
    subject: text.optional().meta({ description: 'Claim `sub`.' }),
    audience: text.optional().meta({ description: 'Claim `aud`. Default: the URL of the token endpoint.' }),
    lifetime: duration.optional().meta({ description: 'Lifetime of the token. Default: 5m.' }),
    claims: z
      .record(text, z.unknown())
      .optional()
      .meta({ description: 'Additional claims.', examples: [{ scope: ['rest_webservices'] }] }),
    header: z.record(text, text).optional().meta({ description: 'Additional header parameters, such as `x5t`.' }),
  })
  .meta({ description: 'Signed JSON Web Token.' });

const endpoint = {
  url: z
    .string()
    .regex(/^(https?:\/\/|\$\{)\S+$/, 'must be a URL that begins with https://')
    .meta({ description: 'URL of the token endpoint.' }),
  scope: text.optional(),
  audience: text.optional(),
  fields: z
    .record(text, text)
    .optional()
    .meta({ description: 'Additional fields of the token request.', examples: [{ username: '${user}@${company}' }] }),
  body: z.enum(['form', 'json']).optional().meta({ description: 'Format of the token request. Default: form.' }),
};
const client = {
  client: text.meta({ description: 'Client id.' }),
  secret: text.optional().meta({ description: 'Client secret.' }),
  secretIn: z.enum(['body', 'header']).optional().meta({
    description: 'How client id and secret are sent: body, as fields; header, as HTTP Basic. Default: body.',
  }),
  assertion: assertion.optional().meta({ description: 'Signed token instead of a client secret.' }),
};

interface ClientKeys {
  readonly secret?: string | undefined;
  readonly assertion?: unknown;
}
const hasOneCredential = ({ secret, assertion: signed }: ClientKeys): boolean =>
  secret === undefined || signed === undefined;
const oneCredential = 'must not have both secret and assertion';

const clientCredentials = z
  .strictObject({ ...endpoint, ...client })
  .refine(
    ({ secret, assertion: signed }) => (secret === undefined) !== (signed === undefined),
    'must have exactly one of secret and assertion',
  )
  .meta({ description: 'OAuth 2 client credentials grant.' });
const password = z
  .strictObject({ ...endpoint, ...client, user: text, password: text })
  .refine(hasOneCredential, oneCredential)
  .meta({ description: 'OAuth 2 password grant (resource owner), which some ERPs still require.' });
const refreshToken = z
  .strictObject({
    ...endpoint,
    ...client,
    earliest: duration
      .optional()
      .meta({ description: 'Minimum age of an access token before the ERP accepts a refresh.' }),
    consent: consent.optional(),
  })
  .refine(hasOneCredential, oneCredential)
  .meta({
    description:
      'OAuth 2 with a rotating refresh token, obtained by the consent of a customer (`consent`) or stored with `engine auth set`. Needs `storeKey`.',
  });
const jwtBearer = z
  .strictObject({ ...endpoint, client: text.optional().meta({ description: 'Client id.' }), assertion })
  .refine(
    (spec) => spec.client !== undefined || spec.assertion.issuer !== undefined,
    'must have a client, or an issuer in its assertion',
  )
  .meta({ description: 'OAuth 2 JWT bearer grant (RFC 7523).' });

export const tokenGrants = {
  clientCredentials: clientCredentials.optional(),
  password: password.optional(),
  refreshToken: refreshToken.optional(),
  jwtBearer: jwtBearer.optional(),
};

export type AssertionSpec = z.infer<typeof assertion>;
