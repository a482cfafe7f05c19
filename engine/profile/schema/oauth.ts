/** OAuth 2: the ways to an access token. */
import { z } from 'zod';
import { duration, text } from './words.ts';

export const assertion = z
  .strictObject({
    key: text.meta({
      description: 'Private key in PEM form; from a secret setting, whose variable may name a file (NAME_FILE).',
    }),
    algorithm: z.enum(['RS256', 'PS256', 'ES256']),
    keyId: text.optional().meta({ description: 'Header `kid`: the id of the certificate or key at the ERP.' }),
    issuer: text.optional().meta({ description: 'Claim `iss`; the client when not said.' }),
    subject: text.optional().meta({ description: 'Claim `sub`.' }),
    audience: text.optional().meta({ description: 'Claim `aud`; the address of the token endpoint when not said.' }),
    lifetime: duration.optional().meta({ description: '5m when not said.' }),
    claims: z
      .record(text, z.unknown())
      .optional()
      .meta({ description: 'Further claims.', examples: [{ scope: ['rest_webservices'] }] }),
    header: z.record(text, text).optional().meta({ description: 'Further header parameters, such as `x5t`.' }),
  })
  .meta({ description: 'A signed JSON Web Token.' });

const endpoint = {
  url: z
    .string()
    .regex(/^(https?:\/\/|\$\{)\S+$/, 'must be an address that begins with https://')
    .meta({ description: 'Address of the token endpoint.' }),
  scope: text.optional(),
  audience: text.optional(),
  fields: z
    .record(text, text)
    .optional()
    .meta({ description: 'Further fields of the request.', examples: [{ username: '${user}@${company}' }] }),
  body: z.enum(['form', 'json']).optional().meta({ description: 'How the request is written; form when not said.' }),
};
const client = {
  client: text.meta({ description: 'Id of the client.' }),
  secret: text.optional().meta({ description: 'Secret of the client.' }),
  secretIn: z.enum(['body', 'header']).optional().meta({
    description: 'Where the client and its secret stand: among the fields (when not said), or as HTTP Basic.',
  }),
  assertion: assertion.optional().meta({ description: 'A signed token in place of the secret.' }),
};

interface ClientKeys {
  readonly secret?: string | undefined;
  readonly assertion?: unknown;
}
const oneProof = ({ secret, assertion: signed }: ClientKeys): boolean => secret === undefined || signed === undefined;
const oneProofIs = 'has a secret and an assertion; one of them shows who the client is';

const clientCredentials = z
  .strictObject({ ...endpoint, ...client })
  .refine(
    ({ secret, assertion: signed }) => (secret === undefined) !== (signed === undefined),
    'has not exactly one of secret and assertion',
  )
  .meta({ description: 'OAuth 2 client credentials: the client is its own user.' });
const password = z
  .strictObject({ ...endpoint, ...client, user: text, password: text })
  .refine(oneProof, oneProofIs)
  .meta({ description: 'OAuth 2 with user and password (resource owner), which some ERPs still demand.' });
const refreshToken = z
  .strictObject({
    ...endpoint,
    ...client,
    earliest: duration
      .optional()
      .meta({ description: 'Age of an access token before which the ERP refuses to renew it.' }),
  })
  .refine(oneProof, oneProofIs)
  .meta({
    description:
      'OAuth 2 with a refresh token that somebody got by consent, stored by `engine auth set`, and that rotates. Needs storeKey.',
  });
const jwtBearer = z
  .strictObject({ ...endpoint, client: text.optional().meta({ description: 'Id of the client.' }), assertion })
  .refine(
    (spec) => spec.client !== undefined || spec.assertion.issuer !== undefined,
    'has neither a client nor an issuer in its assertion',
  )
  .meta({ description: 'OAuth 2 with a signed token in place of a login (RFC 7523).' });

export const tokenGrants = {
  clientCredentials: clientCredentials.optional(),
  password: password.optional(),
  refreshToken: refreshToken.optional(),
  jwtBearer: jwtBearer.optional(),
};

export type AssertionSpec = z.infer<typeof assertion>;
export type ClientCredentialsSpec = z.infer<typeof clientCredentials>;
export type PasswordSpec = z.infer<typeof password>;
export type RefreshTokenSpec = z.infer<typeof refreshToken>;
export type JwtBearerSpec = z.infer<typeof jwtBearer>;
