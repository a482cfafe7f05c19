/** The read: the one shape that is used everywhere. */
import { z } from 'zod';
import { procedureCall } from './call.ts';
import { when } from './facts.ts';
import { atOnce, batch, erpPageKeys, outcomes, requestKeys } from './http.ts';
import { since } from './since.ts';
import { attachSnippets } from './snippets.ts';
import { expression, name, scalar, text } from './words.ts';

const search = z
  .strictObject({
    text: name.meta({ description: 'The request field that holds what is searched for.' }),
    in: z.array(text).min(1).meta({ description: 'Output columns of the query that are searched.' }),
    match: z.enum(['words', 'prefix', 'exact']).optional().meta({
      description:
        'words: every word occurs, in any order (when not said). prefix: the column begins with the text. exact: it is the text.',
    }),
  })
  .meta({ id: 'search', description: 'Search, escaping and ranking are written by the engine.' });
const page = z
  .strictObject({
    key: z.array(text).min(1).optional().meta({
      description: 'Of a query: output columns that identify a row; pages are walked in their order.',
    }),
    max: z
      .int()
      .min(1)
      .max(5000)
      .optional()
      .meta({ description: 'Rows of a page at most; a larger `limit` is taken as this one. 500 when not said.' }),
    ...erpPageKeys,
  })
  .meta({ id: 'page', description: 'Page by page; the engine writes the limits.' });

const codeMap = z.union([
  z.record(z.string(), scalar),
  z.string().regex(/^\$\{[A-Za-z_]\w*\}$/, 'must be a map, or "${setting}" of type map'),
]);

export const one = text.meta({
  description: 'Exactly one match is wanted; the message of the refusal otherwise. {{ }} holds JSONata.',
  examples: ['Unknown SKU {{ sku }}'],
});

/** A read comes in three depths, so that the grammar needs no recursion: plain, with attached reads, and with alternatives. */
const plainRead = {
  use: name
    .optional()
    .meta({ description: 'The source; needless when there is only one of its kind, or what this stands in has it.' }),
  query: text.optional().meta({
    description:
      'SQL. Columns that are named like the fields of the contract need no further mapping; columns that begin with _ are for work and are dropped.',
  }),
  ...requestKeys,
  rows: expression
    .optional()
    .meta({ description: 'Over HTTP: where the rows are, JSONata over the body of the answer.', examples: ['value'] }),
  outcomes: outcomes.optional(),
  where: expression.optional().meta({
    description:
      'JSONata over a row with all that is joined to it: rows for which it does not hold are left out. Not on lists, whose conditions stand in the query or request.',
    examples: ['$exists(price)'],
  }),
  fields: z.record(text, expression).optional().meta({ description: 'JSONata over a row for single fields.' }),
  codes: z.record(text, codeMap).optional().meta({
    description: 'Value maps of fields: what the ERP has, what the contract gets; `else` for all other values.',
  }),
  search: search.optional(),
  order: z
    .array(text)
    .min(1)
    .optional()
    .meta({ description: 'Output columns; a leading - sorts descending.', examples: [['-orderDate', '-erpSoId']] }),
  page: page.optional(),
  since: since.optional(),
};
const attach = z
  .strictObject({
    ...plainRead,
    on: z.record(text, text).meta({ description: 'Column of this query: column of the rows that it is joined to.' }),
    one: one.optional(),
    batch,
    atOnce,
  })
  .meta({ id: 'attach', description: 'A joined read for the whole page.' });
const each = z
  .strictObject({ ...plainRead, one: one.optional(), atOnce })
  .meta({ id: 'each', description: 'A request for each row.' });
const joinedRead = {
  ...plainRead,
  each: z.record(name, each).optional().meta({
    description:
      'Over HTTP: a further request for each row, `$row` in it; what it gives stands in the row by this name.',
  }),
  attach: z
    .record(name, attach)
    .optional()
    .meta({
      description: 'A further read for all rows together; its rows are joined to ours by `on`.',
      ...attachSnippets,
    }),
};
const calledRead = { ...joinedRead, call: procedureCall.optional() };
const branch = z
  .strictObject({
    ...calledRead,
    name: text.optional().meta({ description: 'What it is called; an overlay changes it by this name.' }),
    when: when.optional(),
  })
  .meta({ id: 'branch', description: 'One of several reads.' });
export const readKeys = {
  ...calledRead,
  first: z
    .array(branch)
    .min(1)
    .optional()
    .meta({ description: 'Reads that are tried in turn; the first that gives a row answers.' }),
  union: z.array(branch).min(1).optional().meta({ description: 'Reads whose rows are all taken.' }),
};
export const read = z.strictObject(readKeys).meta({ id: 'read', description: 'A read: rows from a source, shaped.' });

/** A read that gives one small thing: SQL alone, or a read in full. */
export const asked = (description: string, example: string) =>
  z.union([text, read]).meta({ description, examples: [example] });
/** What tells whether a record is there. */
export const lookup = z
  .strictObject({
    use: plainRead.use,
    query: plainRead.query,
    ...requestKeys,
    rows: plainRead.rows,
    outcomes: outcomes.optional(),
  })
  .meta({ id: 'lookup', description: 'A query or a request that gives a row where there is something.' });

export type LookupSpec = z.infer<typeof lookup>;
export type ReadSpec = z.infer<typeof read>;
export type BranchSpec = z.infer<typeof branch>;
export type AttachSpec = z.infer<typeof attach>;
export type EachSpec = z.infer<typeof each>;
