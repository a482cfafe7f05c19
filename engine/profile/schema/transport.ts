/** How the requests of an HTTP source travel: certificates, proxy, limits, repetitions. */
import { z } from 'zod';
import { duration, text } from './words.ts';

const pem = (what: string) =>
  text.meta({
    description: `${what}, in PEM: the text itself, or a file; a relative path counts from the folder of the profile.`,
  });

const tls = z
  .strictObject({
    ca: pem('Certificate of an authority that is trusted beside the well-known ones').optional(),
    certificate: pem(
      "The service's own certificate, for an ERP that demands one, with the chain that leads to it",
    ).optional(),
    key: pem('The key of the certificate').optional(),
    passphrase: text.optional().meta({ description: 'Passphrase of the key.' }),
    serverName: text
      .optional()
      .meta({ description: "Name in the server's certificate, where it is another one than in the address." }),
  })
  .refine(({ certificate, key }) => (certificate === undefined) === (key === undefined), {
    error: 'certificate and key belong together',
  })
  .meta({
    description: "Certificates for the origin of the source. The server's is always verified.",
    examples: [{ ca: 'certificates/erp.pem' }],
  });

const rate = z
  .string()
  .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,8}(ms|s|m|h|d)$/, 'must be a number of requests and a time, such as 60/1m')
  .meta({ examples: ['60/1m', '5000/1d'] });

const size = z
  .string()
  .regex(/^[1-9]\d{0,5}(KiB|MiB)$/, 'must be a size such as 512KiB or 32MiB')
  .meta({ examples: ['32MiB'] });

const limits = z.strictObject({
  concurrent: z.int().min(1).max(1000).optional().meta({
    description: 'Requests at the same time at most, of all replicas together; 10 when not said.',
  }),
  rate: z
    .union([rate, z.array(rate).min(1)])
    .optional()
    .meta({
      description:
        'Requests in any time of this length at most, of all replicas together. Kept before the ERP has to refuse; of several, all are kept.',
      examples: ['60/1m', ['10/1s', '500/1m']],
    }),
  wait: duration.optional().meta({
    description:
      'How long a request may wait for its turn, or before it is sent again; 2s when not said. One whose turn comes later is refused at once, with the time to come back.',
  }),
  timeout: duration.optional().meta({
    description: 'How long the ERP may be silent: until its answer begins, and in the middle of it; 30s when not said.',
  }),
  connect: duration.optional().meta({ description: 'How long it may take to make a connection; 5s when not said.' }),
  answer: size.optional().meta({ description: 'Size of an answer at most, unpacked; 32MiB when not said.' }),
});

const retry = z
  .strictObject({
    attempts: z.int().min(1).max(10).optional().meta({
      description:
        'How often a request is sent at most; 3 when not said. A write without a native key is never repeated in doubt.',
    }),
    budget: z.number().min(0).max(1).optional().meta({
      description: 'Share of all requests that may be sent again; 0.1 when not said.',
    }),
  })
  .meta({ description: 'How often requests are sent again that the ERP did not answer, or asks to repeat.' });

const writes = z
  .strictObject({
    settle: duration.optional().meta({
      description: 'How long the ERP may go on working on a request whose answer was lost; 10s when not said.',
    }),
    apart: duration.optional().meta({
      description:
        'How long it may take until the ERP shows what it has written: between two look-ups that have to agree that there is nothing; 20s when not said.',
    }),
  })
  .meta({ description: 'What writes into this ERP have to wait for where their outcome is in doubt.' });

/** Keys of a source that is reached by HTTP. */
export const transportKeys = {
  tls: tls.optional(),
  proxy: text.optional().meta({
    description: 'Proxy that every request goes through, by CONNECT. Without it, none: the environment is not asked.',
    examples: ['http://${proxy_user}:${proxy_password}@proxy.example.com:3128'],
  }),
  limits: limits.optional(),
  retry: retry.optional(),
  writes: writes.optional(),
};

export type TransportSpec = { readonly [key in keyof typeof transportKeys]?: z.infer<(typeof transportKeys)[key]> };
