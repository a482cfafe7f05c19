/** What a profile says about an ERP that is reached by HTTP: its source, its requests, and what its answers mean. */
import { z } from 'zod';
import { literalKinds } from '../../template/literals.ts';
import { paramsSnippets } from './snippets.ts';
import { expression, scalar, text } from './words.ts';

const path = z
  .string()
  .regex(/^\//, 'must begin with /, below the base address of the source')
  .meta({
    description: 'Path below the base address of the source; {{ }} holds JSONata, whose value stays within its part.',
    examples: ['/customers/{{ customerErpId }}'],
  });
const param = z.union([scalar, z.array(z.unknown()).min(1)]);
const params = z.record(text, param).meta({
  description:
    'Query options. {{ }} holds JSONata, whose value is a literal of the source. Of a list, terms whose optional value is missing are left out; the others are joined.',
  ...paramsSnippets,
});
const headers = z
  .record(text, scalar)
  .meta({ description: 'Headers; one whose optional value is missing is left out.' });
const body = z.record(text, z.unknown());

export const verbs = ['get', 'post', 'put', 'patch', 'delete', 'head'] as const;
export type Verb = (typeof verbs)[number];

export const requestKeys = {
  get: path.optional(),
  post: path.optional(),
  put: path.optional(),
  patch: path.optional(),
  delete: path.optional(),
  head: path.optional(),
  params: params.optional(),
  headers: headers.optional(),
  json: z.unknown().optional().meta({
    description:
      'Body in JSON. A text that is only one {{ }} keeps the type of its value; what has no value is left out; { $each: list, $item: ... } stands once for each item.',
  }),
  form: z.record(text, param).optional().meta({ description: 'Body of a form.' }),
  xml: body.optional().meta({ description: 'Body in XML: elements by name, @name for attributes, #text for text.' }),
};

const outcome = z.strictObject({
  when: expression.meta({
    description: 'JSONata over the body of the answer; `$status` and `$headers` (names in small letters) are known.',
    examples: ['$status = 409', 'error.code = 301'],
  }),
  is: z.enum(['ok', 'empty', 'retry', 'login', 'throttled', 'poll']).optional().meta({
    description:
      'ok: the answer is good. empty: there is nothing. retry: not done, try again. login: the session is over. throttled: too many requests. poll: not done yet, ask at `at`.',
  }),
  refuse: text.optional().meta({
    description: 'The ERP refuses what was asked: the caller gets this message. {{ }} holds JSONata over the body.',
    examples: ['{{ error.message }}'],
  }),
  fail: text
    .optional()
    .meta({ description: 'Something is wrong that the caller cannot mend: this message, for the log.' }),
  field: text.optional().meta({ description: 'The request field that a refusal names.' }),
  wait: expression.optional().meta({ description: 'With throttled or poll: JSONata that gives the seconds to wait.' }),
  at: expression.optional().meta({
    description: 'With poll: JSONata that gives where to ask; the header `location` when not said.',
  }),
});
export const outcomes = z.array(outcome).min(1).meta({
  description: 'What answers of the ERP mean, tried in order; before what their status says.',
});

/** How an ERP gives a long list in pages, as far as a read or a source says it. */
export const erpPageKeys = {
  next: expression.optional().meta({
    description: 'JSONata over the body that gives the link to the next page, absolute or relative.',
    examples: ['`@odata.nextLink`'],
  }),
  cursor: expression.optional().meta({
    description: 'JSONata over the body that gives what the next page is asked for with, as {{ $cursor }}.',
  }),
  by: z.enum(['page', 'offset']).optional().meta({
    description: 'Pages are asked for by their number, {{ $page }}, or by the rows before them, {{ $offset }}.',
  }),
  from: z
    .int()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: 'With `by: page`: the number of the first; 1 when not said.' }),
  size: z.int().min(1).max(100_000).optional().meta({
    description: 'Rows that the ERP gives in one page at most; what {{ $limit }} asks for is no more.',
  }),
  more: expression.optional().meta({ description: 'JSONata over the body: whether another page follows.' }),
  total: expression.optional().meta({ description: 'JSONata over the body: how many rows there are in all pages.' }),
  whole: z.literal(true).optional().meta({ description: 'One answer holds the whole list, however long it is.' }),
  items: expression.optional().meta({
    description: 'JSONata over the body: what the ERP counts, where `rows` makes more or fewer rows of it.',
  }),
};

const request = z.strictObject({
  headers: headers.optional(),
  params: params.optional(),
  rows: expression.optional().meta({ description: 'Where the rows are: JSONata over the body.', examples: ['value'] }),
});

const timeForm = z.enum(['iso', 'unix', 'unix-ms', 'yyyymmdd']);

/** The keys of a source that is reached by HTTP; what sends its requests and lets it in has keys of its own. */
export const httpSourceKeys = {
  http: text.meta({
    description: 'Base address of the ERP. No request ever leaves its origin.',
    examples: ['https://${host}/api/v2'],
  }),
  request: request
    .optional()
    .meta({ description: 'What every request carries, and where the rows are in the answer to every read.' }),
  page: z.strictObject(erpPageKeys).optional().meta({ description: 'How the ERP gives long lists.' }),
  literals: z.enum(literalKinds).optional().meta({
    description: 'How values are written in query options and keys: the language of filters of this ERP.',
  }),
  outcomes: outcomes.optional(),
  types: z
    .strictObject({ date: timeForm.optional(), instant: timeForm.optional() })
    .optional()
    .meta({ description: 'How this ERP writes days and points in time, where it is not ISO 8601 or /Date(...)/.' }),
  probe: z
    .strictObject(requestKeys)
    .optional()
    .meta({
      description: 'Request that shows that the ERP answers; sent every few seconds for /health.',
      examples: [{ get: '/ping' }],
    }),
};

export const batch = z.int().min(1).max(10_000).optional().meta({
  description: 'Over HTTP: for how many rows one request asks; 50 when not said.',
});
export const atOnce = z.int().min(1).max(64).optional().meta({
  description: 'How many of these requests run at the same time; 4 when not said.',
});

export type OutcomeSpec = z.infer<typeof outcome>;
export type RequestSpec = { readonly [key in Verb]?: string | undefined } & {
  readonly params?: z.infer<typeof params> | undefined;
  readonly headers?: z.infer<typeof headers> | undefined;
  readonly json?: unknown;
  readonly form?: z.infer<typeof params> | undefined;
  readonly xml?: z.infer<typeof body> | undefined;
};
export type ErpPageSpec = { readonly [key in keyof typeof erpPageKeys]?: z.infer<(typeof erpPageKeys)[key]> };
