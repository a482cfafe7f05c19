/** One endpoint of the contract: a read, an account statement, a write, or the reason why it is unavailable. */
import { z } from 'zod';
import { when } from './facts.ts';
import { read, readKeys, singleValue } from './read.ts';
import { writeSnippets } from './snippets.ts';
import { text } from './words.ts';
import { amounts, digits, key, lengths, lock, prepareRead, single, step } from './write.ts';

const statement = z
  .strictObject({
    currency: singleValue(
      'Currency of the account, as column `currency`. No row means that the customer is unknown.',
      'SELECT c.Currency AS currency FROM Customer c WHERE c.Code = :customerErpId',
    ),
    entries: read.meta({
      description:
        'All postings of the account: date, amount (positive: owed by the customer), reference, description, and _order for the sequence within a day. HTTP requests can restrict them to the days from {{ $from }} to {{ $to }}.',
    }),
    opening: singleValue(
      'Balance before the first posting, as column `balance`. An HTTP request with {{ $from }} returns the balance before that day.',
      'SELECT c.Brought AS balance FROM Customer c WHERE c.Code = :customerErpId',
    ).optional(),
    balance: singleValue(
      'Current balance according to the ERP, as column `balance`. The postings must add up to it.',
      'SELECT c.Balance AS balance FROM Customer c WHERE c.Code = :customerErpId',
    ).optional(),
  })
  .meta({ description: 'Account statement. The engine calculates the opening, running and closing balances.' });

export const endpoint = z
  .strictObject({
    ...readKeys,
    statement: statement.optional(),
    key: key.optional(),
    lock: lock.optional(),
    lengths: lengths.optional(),
    digits: digits.optional(),
    amounts: amounts.optional(),
    find: z
      .union([z.literal('none'), read])
      .optional()
      .meta({
        description:
          'Looks up the document by :key. Returns the fields of the answer and the column `key`. `none`, for HTTP only: the ERP has no lookup, so a write with an unknown outcome is kept for manual resolution.',
      }),
    prepare: z
      .array(single(prepareRead))
      .optional()
      .meta({ description: 'Reads and validations that run before anything is changed.' }),
    write: z
      .array(single(step))
      .optional()
      .meta({
        description: 'The steps that change the ERP. In a database they run in one transaction.',
        ...writeSnippets,
      }),
    broken: z.enum(['drop', 'fail']).optional().meta({
      description:
        'What happens to a row that violates the contract: drop omits and logs it, fail rejects the request.',
    }),
    absent: z
      .record(text, z.union([text, z.strictObject({ when, reason: text })]))
      .optional()
      .meta({
        description:
          'Answer fields that this ERP does not have, each with the reason; with `when`, only some versions of the ERP lack the field. Fields of list items are written as lines.description.',
        examples: [{ city: 'This ERP keeps no addresses.' }],
      }),
    ignored: z
      .record(text, text)
      .optional()
      .meta({
        description:
          'Required request fields that this endpoint does not use, each with the reason. Fields of list items are written as lines.qty.',
        examples: [{ currency: 'This ERP has one currency.' }],
      }),
    decide: z
      .union([text, z.record(text, text)])
      .optional()
      .meta({
        description:
          'Open decisions: one question, or a question per field. The service does not start with open decisions; test cases skip the endpoint.',
        examples: ['Which table holds the orders?', { status: 'What do 10 and 20 mean?' }],
      }),
    unavailable: z
      .union([text, z.strictObject({ when, reason: text })])
      .optional()
      .meta({
        description:
          'Reason why this ERP cannot provide the endpoint; with `when`, only some versions of the ERP cannot.',
        examples: ['This ERP keeps no order lines.'],
      }),
    answer: z
      .literal('empty')
      .optional()
      .meta({ description: 'With `unavailable`, for a list: return an empty list instead of an error.' }),
  })
  .meta({ id: 'endpoint', description: 'Implementation of an endpoint of the contract.' });

export type StatementSpec = z.infer<typeof statement>;
export type WrittenEndpoint = z.infer<typeof endpoint>;
/** An endpoint after its conditions are evaluated: whether it is available, and which fields are absent. */
export type EndpointSpec = Omit<WrittenEndpoint, 'unavailable' | 'absent'> & {
  unavailable?: string | undefined;
  /** Reasons by field. */
  absent?: Readonly<Record<string, string>> | undefined;
};
