/** Reads: the structure that all places which read rows have in common. */
import { z } from 'zod';
import { procedureCall } from './call.ts';
import { when } from './facts.ts';
import { atOnce, batch, erpPageKeys, outcomes, requestKeys } from './http.ts';
import { since } from './since.ts';
import { attachSnippets } from './snippets.ts';
import { expression, name, scalar, text } from './words.ts';

const search = z
  .strictObject({
    text: name.meta({ description: 'Request field that contains the search text.' }),
    in: z.array(text).min(1).meta({ description: 'Output columns of the query to search.' }),
    match: z.enum(['words', 'prefix', 'exact']).optional().meta({
      description:
        'words: every word occurs, in any order. prefix: the column begins with the text. exact: the column equals the text. Default: words.',
    }),
  })
  .meta({ id: 'search', description: 'Search. The engine generates the conditions, the escaping and the ranking.' });
const page = z
  .strictObject({
    key: z.array(text).min(1).optional().meta({
      description: 'Queries: output columns that identify a row. Rows are paged in the order of these columns.',
    }),
    max: z
      .int()
      .min(1)
      .max(5000)
      .optional()
      .meta({ description: 'Maximum number of rows per page; a larger `limit` is reduced to it. Default: 500.' }),
    ...erpPageKeys,
  })
  .meta({ id: 'page', description: 'Paging. The engine generates the limits.' });

const codeMap = z.union([
  z.record(z.string(), scalar),
  z.string().regex(/^\$\{[A-Za-z_]\w*\}$/, 'must be a map, or "${setting}" with a setting of type map'),
]);

export const one = text.meta({
  description: 'Requires exactly one match: the message of the rejection otherwise. {{ }} contains JSONata.',
  examples: ['Unknown SKU {{ sku }}'],
});

/** Reads have three levels, so that the grammar needs no recursion: plain, with attached reads, and with alternatives. */
const plainRead = {
  use: name
    .optional()
    .meta({ description: 'Source. Optional if there is only one of its kind, or if the enclosing read has it.' }),
  query: text.optional().meta({
    description:
      'SQL. Columns with the names of contract fields need no further mapping. Columns that begin with _ are internal and not part of the answer.',
  }),
  ...requestKeys,
  rows: expression.optional().meta({
    description: 'HTTP only: JSONata over the body of the response that returns the rows.',
    examples: ['value'],
  }),
  outcomes: outcomes.optional(),
  where: expression.optional().meta({
    description:
      'JSONata over a row including its joined data. Rows for which it is false are omitted. Not allowed on lists: their conditions belong in the query or request.',
    examples: ['$exists(price)'],
  }),
  fields: z.record(text, expression).optional().meta({ description: 'Field values: JSONata over a row, by field.' }),
  codes: z.record(text, codeMap).optional().meta({
    description: 'Value maps by field, from ERP value to contract value; `else` for all other values.',
  }),
  search: search.optional(),
  order: z
    .array(text)
    .min(1)
    .optional()
    .meta({
      description: 'Sort order: output columns; a leading - sorts descending.',
      examples: [['-orderDate', '-erpSoId']],
    }),
  page: page.optional(),
  since: since.optional(),
};
const attach = z
  .strictObject({
    ...plainRead,
    on: z.record(text, text).meta({ description: 'Join condition: column of this query to column of the rows.' }),
    one: one.optional(),
    batch,
    atOnce,
  })
  .meta({ id: 'attach', description: 'A read whose rows are joined to all rows of the page.' });
const each = z
  .strictObject({ ...plainRead, one: one.optional(), atOnce })
  .meta({ id: 'each', description: 'An additional request for each row.' });
const details = z
  .strictObject({ ...requestKeys, rows: plainRead.rows, outcomes: plainRead.outcomes, atOnce })
  .meta({ id: 'details', description: 'A request for each record of a list. Its rows take the place of the record.' });
const joinedRead = {
  ...plainRead,
  each: z.record(name, each).optional().meta({
    description:
      'HTTP only: an additional request for each row, which can use `$row`. Its result is added to the row under this name.',
  }),
  attach: z
    .record(name, attach)
    .optional()
    .meta({
      description: 'An additional read for all rows together, whose rows are joined by `on`.',
      ...attachSnippets,
    }),
};
const calledRead = {
  ...joinedRead,
  details: details.optional().meta({
    description:
      'HTTP only: a request for each record of the list, which can use `$row`. Its rows take the place of the record, for an ERP whose lists lack parts of a record.',
    examples: [{ get: '/payments/{{ $row.id }}', rows: 'applications' }],
  }),
  call: procedureCall.optional(),
};
const branch = z
  .strictObject({
    ...calledRead,
    name: text.optional().meta({ description: 'Name of the read, by which an overlay can change it.' }),
    when: when.optional(),
  })
  .meta({ id: 'branch', description: 'One of several alternative reads.' });
export const readKeys = {
  ...calledRead,
  first: z
    .array(branch)
    .min(1)
    .optional()
    .meta({ description: 'Reads that are tried in turn. The first one that returns a row is used.' }),
  union: z.array(branch).min(1).optional().meta({ description: 'Reads whose rows are combined.' }),
};
export const read = z
  .strictObject(readKeys)
  .meta({ id: 'read', description: 'Rows from a source, mapped to the contract.' });

/** A read of a single value: SQL, or a full read. */
export const singleValue = (description: string, example: string) =>
  z.union([text, read]).meta({ description, examples: [example] });
/** A read that checks whether a record exists. */
export const lookup = z
  .strictObject({
    use: plainRead.use,
    query: plainRead.query,
    ...requestKeys,
    rows: plainRead.rows,
    outcomes: outcomes.optional(),
  })
  .meta({ id: 'lookup', description: 'A query or request that returns a row if the record exists.' });

export type LookupSpec = z.infer<typeof lookup>;
export type ReadSpec = z.infer<typeof read>;
export type BranchSpec = z.infer<typeof branch>;
export type AttachSpec = z.infer<typeof attach>;
export type EachSpec = z.infer<typeof each>;
export type DetailsSpec = z.infer<typeof details>;
