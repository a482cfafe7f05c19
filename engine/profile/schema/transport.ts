/** Transport of an HTTP source: TLS, proxy, limits, retries. */
import { z } from 'zod';
import { duration, text } from './words.ts';

const pem = (what: string) =>
  text.meta({
    description: `${what}, in PEM format: the text, or a file. A relative path is relative to the folder of the profile.`,
  });

const tls = z
  .strictObject({
    ca: pem('Certificate of an additional trusted certificate authority').optional(),
    certificate: pem('Client certificate with its chain, for an ERP that requires one').optional(),
    key: pem('Private key of the client certificate').optional(),
    passphrase: text.optional().meta({ description: 'Passphrase of the private key.' }),
    serverName: text
      .optional()
      .meta({ description: 'Name in the server certificate, if it differs from the host name in the URL.' }),
  })
  .refine(({ certificate, key }) => (certificate === undefined) === (key === undefined), {
    error: 'must have both certificate and key, or neither',
  })
  .meta({
    description: 'TLS settings of the source. The server certificate is always verified.',
    examples: [{ ca: 'certificates/erp.pem' }],
  });

const rate = z
  .string()
  .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,8}(ms|s|m|h|d)$/, 'must be a number of requests per time, such as 60/1m')
  .meta({ examples: ['60/1m', '5000/1d'] });

const size = z
  .string()
  .regex(/^[1-9]\d{0,5}(KiB|MiB)$/, 'must be a size such as 512KiB or 32MiB')
  .meta({ examples: ['32MiB'] });

const limits = z.strictObject({
  concurrent: z.int().min(1).max(1000).optional().meta({
    description: 'Maximum number of concurrent requests, all replicas combined. Default: 10.',
  }),
  shared: z.literal(true).optional().meta({
    description:
      'Counts `concurrent` in the store, over all replicas. Default: each replica uses its part, concurrent divided by the number of replicas, and at least 1.',
  }),
  rate: z
    .union([rate, z.array(rate).min(1)])
    .optional()
    .meta({
      description:
        'Maximum number of requests per time, all replicas combined. The engine delays requests so that the ERP need not reject them. Several limits all apply.',
      examples: ['60/1m', ['10/1s', '500/1m']],
    }),
  wait: duration.optional().meta({
    description:
      'Maximum time that a request waits for its turn or for a retry. Default: 2s. A request that would wait longer is rejected immediately with the time to retry after.',
  }),
  timeout: duration.optional().meta({
    description: 'Maximum time without data from the ERP, before and during the response. Default: 30s.',
  }),
  connect: duration.optional().meta({ description: 'Connection timeout. Default: 5s.' }),
  pages: z.int().min(1).max(1_000_000).optional().meta({
    description: 'Maximum number of pages of one list that a call reads. Default: 1000.',
  }),
  answer: size.optional().meta({ description: 'Maximum size of a response after decompression. Default: 32MiB.' }),
});

const retry = z
  .strictObject({
    attempts: z.int().min(1).max(10).optional().meta({
      description:
        'Maximum number of attempts per request. Default: 3. A write without a native idempotency key is not repeated if its outcome is unknown.',
    }),
    budget: z.number().min(0).max(1).optional().meta({
      description: 'Maximum share of requests that are retried. Default: 0.1.',
    }),
  })
  .meta({ description: 'Retries of requests that the ERP did not answer or asks to repeat.' });

const writes = z
  .strictObject({
    settle: duration.optional().meta({
      description: 'Time that the ERP may still be processing a request whose response was lost. Default: 10s.',
    }),
    apart: duration.optional().meta({
      description:
        'Time until a written document becomes visible in the ERP: the interval between the two lookups that must both find nothing. Default: 20s.',
    }),
    atomic: z.literal(true).optional().meta({
      description:
        'Declares that the ERP executes each request in one transaction: a document that a lookup shows is complete. A lookup that shows it then ends a doubt at once, before the waiting times are over.',
    }),
  })
  .meta({ description: 'Waiting times of writes whose outcome is unknown.' });

/** Transport keys of an HTTP source. */
export const transportKeys = {
  tls: tls.optional(),
  proxy: text.optional().meta({
    description: 'HTTP proxy for all requests, with CONNECT. Proxy variables of the environment are ignored.',
    examples: ['http://${proxy_user}:${proxy_password}@proxy.example.com:3128'],
  }),
  limits: limits.optional(),
  retry: retry.optional(),
  writes: writes.optional(),
};

export type TransportSpec = { readonly [key in keyof typeof transportKeys]?: z.infer<(typeof transportKeys)[key]> };
