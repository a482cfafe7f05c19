/** Consent of a customer in a browser (OAuth 2 authorization code grant), which gives the first refresh token. */
import { z } from 'zod';
import { expression, name, text } from './words.ts';

const address = z.string().regex(/^(https?:\/\/|\$\{)\S+$/, 'must be a URL that begins with https://');

const tenants = z
  .strictObject({
    get: address.optional().meta({
      description:
        'URL of the list of what the customer has granted; it is requested with the new access token. Default: the parameters of the redirect are the row.',
      examples: ['https://api.xero.com/connections'],
    }),
    rows: expression.optional().meta({
      description: 'JSONata over the body of the answer: the list of tenants. Default: the whole body.',
    }),
    label: expression
      .optional()
      .meta({ description: 'JSONata over a row: what the customer sees. Default: the values of `settings`.' }),
    settings: z
      .record(name, expression)
      .refine((settings) => Object.keys(settings).length > 0, 'must have at least one setting')
      .meta({
        description: 'JSONata over a row for each setting of the profile that the granted tenant decides.',
        examples: [{ tenant: 'tenantId' }],
      }),
  })
  .meta({
    description:
      'How the granted tenant or company is found. With several the customer chooses one. Its settings need no variable.',
  });

export const consent = z
  .strictObject({
    url: address.meta({ description: 'URL of the authorization endpoint, which the browser of the customer opens.' }),
    scope: text.optional().meta({ description: 'Rights that the customer grants.' }),
    params: z
      .record(text, text)
      .optional()
      .meta({ description: 'Additional parameters of the authorization request.', examples: [{ prompt: 'consent' }] }),
    issuer: address.optional().meta({
      description:
        'Identifier of the authorization server, for a server that sends it as `iss` with the redirect (RFC 9207). A redirect without it, or with another one, is refused.',
    }),
    tenants: tenants.optional(),
  })
  .meta({
    description:
      'How a customer gives consent in a browser: `engine auth link` makes a one-time link, and the service stores the refresh token.',
  });

export type ConsentSpec = z.infer<typeof consent>;
