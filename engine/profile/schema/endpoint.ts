/** One endpoint of the contract: a read, a statement of account, a write, or why there is none. */
import { z } from 'zod';
import { when } from './facts.ts';
import { asked, read, readKeys } from './read.ts';
import { writeSnippets } from './snippets.ts';
import { text } from './words.ts';
import { amounts, digits, key, lengths, prepareRead, single, step } from './write.ts';

export const statement = z
  .strictObject({
    currency: asked(
      "The account's currency, as `currency`; no row means that the customer is unknown.",
      'SELECT c.Currency AS currency FROM Customer c WHERE c.Code = :customerErpId',
    ),
    entries: read.meta({
      description:
        'All postings of the account: date, amount (positive is owed by the customer), reference, description, and _order for the order within a day. Requests may narrow them to the days from {{ $from }} to {{ $to }}.',
    }),
    opening: asked(
      'What was owed before the first entry, as `balance`; or, by a request with {{ $from }}, before that day.',
      'SELECT c.Brought AS balance FROM Customer c WHERE c.Code = :customerErpId',
    ).optional(),
    balance: asked(
      "The ERP's own balance today, as `balance`; the entries must add up to it.",
      'SELECT c.Balance AS balance FROM Customer c WHERE c.Code = :customerErpId',
    ).optional(),
  })
  .meta({ description: 'A statement of account. The engine computes opening, running and closing balance.' });

export const endpoint = z
  .strictObject({
    ...readKeys,
    statement: statement.optional(),
    key: key.optional(),
    lengths: lengths.optional(),
    digits: digits.optional(),
    amounts: amounts.optional(),
    find: z
      .union([z.literal('none'), read])
      .optional()
      .meta({
        description:
          'Looks the document up by :key; gives the fields of the answer and the column `key`. `none`: the ERP, written to by HTTP, has no way to; whatever is in doubt is held for a person.',
      }),
    prepare: z
      .array(single(prepareRead))
      .optional()
      .meta({ description: 'Reads and refusals before anything is changed.' }),
    write: z
      .array(single(step))
      .optional()
      .meta({ description: 'The steps that change the ERP: into a database in one transaction.', ...writeSnippets }),
    broken: z.enum(['drop', 'fail']).optional().meta({
      description: 'What happens to a row that breaks the contract: it is left out and logged, or the request fails.',
    }),
    absent: z
      .record(text, z.union([text, z.strictObject({ when, reason: text })]))
      .optional()
      .meta({
        description:
          'Fields of the answer that this ERP does not have, with the reason; with `when`, that some versions of it do not have. Items of a list: lines.description.',
        examples: [{ city: 'This ERP keeps no addresses.' }],
      }),
    decide: z
      .union([text, z.record(text, text)])
      .optional()
      .meta({
        description:
          'What somebody has yet to decide, as a question, or a question for each field: the profile is not served before. Cases run without this endpoint.',
        examples: ['Which table holds the orders?', { status: 'What do 10 and 20 mean?' }],
      }),
    unavailable: z
      .union([text, z.strictObject({ when, reason: text })])
      .optional()
      .meta({
        description: 'Why this ERP cannot provide the endpoint; with `when`, why some versions of it cannot.',
        examples: ['This ERP keeps no order lines.'],
      }),
    answer: z
      .literal('empty')
      .optional()
      .meta({ description: 'With `unavailable`, for a list: answer an empty list rather than an error.' }),
  })
  .meta({ id: 'endpoint', description: 'How an endpoint of the contract is answered.' });

export type StatementSpec = z.infer<typeof statement>;
export type WrittenEndpoint = z.infer<typeof endpoint>;
/** An endpoint when it is decided whether it is available, and with which fields. */
export type EndpointSpec = Omit<WrittenEndpoint, 'unavailable' | 'absent'> & {
  unavailable?: string | undefined;
  /** By field: the reason. */
  absent?: Readonly<Record<string, string>> | undefined;
};
