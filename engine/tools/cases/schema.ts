/** The grammar of a case file: requests of the contract and their correct answers. */
import { z } from 'zod';
import { name, scalar, text } from '../../profile/schema/words.ts';
import { exchange, sent, stored } from './exchange-schema.ts';

const instant = z.iso
  .datetime({ offset: true, error: 'must be a point in time such as 2026-08-25T10:00:00Z' })
  .meta({ description: 'What the clock says: today, now, and the time of what is written.' });

const fieldErrors = z.record(text, text).meta({
  description: 'Refused fields, each with its rule or a part of its message.',
  examples: [{ 'lines[0].sku': 'Unknown' }],
});

const refusal = z
  .strictObject({
    status: z.int().min(400).max(599).meta({ description: 'Status of the answer, such as 422.' }),
    message: text.optional().meta({ description: 'A part of the message.' }),
    fields: fieldErrors.optional(),
  })
  .meta({ description: 'The answer is an error.' });

const members = z.record(text, z.unknown());

const one = z
  .strictObject({
    case: text.meta({ description: 'The rule that the case shows, as a sentence.' }),
    call: text.meta({ description: 'Path of the endpoint.', examples: ['/invoices/list'] }),
    request: members.optional().meta({ description: 'Fields of the request; schemaVersion is added.' }),
    response: members.optional().meta({ description: 'The whole answer, without schemaVersion.' }),
    part: members.optional().meta({
      description: 'Members that the answer must have; lists begin with the items that are named.',
    }),
    error: refusal.optional(),
    http: z.array(exchange).optional().meta({
      description: 'What the engine sends to ERPs by HTTP, in order, and what they answer; there must be nothing else.',
    }),
    sql: z
      .array(sent)
      .optional()
      .meta({ description: 'Statements that must be sent, in this order; there may be others.' }),
    stored: z
      .array(stored)
      .optional()
      .meta({
        description: 'What the tables of the fixture contain after the call.',
        examples: [[{ query: 'SELECT total FROM invoice WHERE no = 17', rows: [{ total: 119.5 }] }]],
      }),
    now: instant.optional(),
  })
  .refine(({ response, part, error }) => [response, part, error].filter((given) => given !== undefined).length === 1, {
    message: 'has one of `response`, `part` and `error`',
    params: { code: 'MAP105', hint: 'Say what the answer must be.' },
  });

export const casesSchema = z.strictObject({
  now: instant.optional(),
  settings: z.record(name, scalar).optional().meta({ description: "Values of the profile's settings." }),
  facts: z.record(name, z.boolean()).optional().meta({
    description: 'What facts of the profile are: one that is named is not asked of the ERP.',
  }),
  fixture: z
    .string()
    .regex(/^[\w-][\w.-]*$/, 'must be the name of a folder beside the file')
    .optional()
    .meta({
      description: 'The database is filled from this folder beside the file instead of the fixture of the profile.',
      examples: ['blocked-customer'],
    }),
  cases: z.array(one).min(1).meta({ description: 'Run in order on one database, which begins as the fixture.' }),
});

type CaseFile = z.infer<typeof casesSchema>;
export type Case = CaseFile['cases'][number];
