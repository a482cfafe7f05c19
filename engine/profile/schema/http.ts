/** HTTP ERPs: the source, its requests, and the meaning of its responses. */
import { z } from 'zod';
import { literalKinds } from '../../template/literals.ts';
import { paramsSnippets, requestPartSnippets } from './snippets.ts';
import { expression, name, scalar, text } from './words.ts';

const path = z
  .string()
  .regex(/^\//, 'must begin with / (relative to the base URL of the source)')
  .meta({
    description:
      'Path relative to the base URL of the source. {{ }} contains JSONata; its value is encoded and cannot leave its path segment.',
    examples: ['/customers/{{ customerErpId }}'],
  });
const param = z.union([scalar, z.array(z.unknown()).min(1)]);
const params = z.record(text, param).meta({
  description:
    'Query parameters. {{ }} contains JSONata; its value is written as a literal of the query language of the source. In a list, terms with a missing optional value are omitted and the others are joined. `$part: name` inserts a part.',
  ...paramsSnippets,
});
const headers = z.record(text, scalar).meta({
  description: 'Request headers. A header with a missing optional value is omitted. `$part: name` inserts a part.',
  ...requestPartSnippets,
});
const body = z.record(text, z.unknown());

export const verbs = ['get', 'post', 'put', 'patch', 'delete', 'head'] as const;
type Verb = (typeof verbs)[number];

export const requestKeys = {
  get: path.optional(),
  post: path.optional(),
  put: path.optional(),
  patch: path.optional(),
  delete: path.optional(),
  head: path.optional(),
  params: params.optional(),
  headers: headers.optional(),
  json: z
    .unknown()
    .optional()
    .meta({
      description:
        'JSON body. A text that consists of one {{ }} keeps the type of its value. Members without a value are omitted. { $each: list, $item: ... } is repeated for each item, `$part: name` inserts a part.',
      ...requestPartSnippets,
    }),
  form: z
    .record(text, param)
    .optional()
    .meta({ description: 'Form body. `$part: name` inserts a part.', ...requestPartSnippets }),
  xml: body.optional().meta({
    description: 'XML body: elements by name, @name for attributes, #text for text. `$part: name` inserts a part.',
    ...requestPartSnippets,
  }),
};

const outcome = z.strictObject({
  when: expression.meta({
    description: 'JSONata over the body of the response. Variables: `$status` and `$headers` (lower-case names).',
    examples: ['$status = 409', 'error.code = 301'],
  }),
  is: z.enum(['ok', 'empty', 'retry', 'login', 'throttled', 'poll']).optional().meta({
    description:
      'ok: success. empty: no rows. retry: not processed, send again. login: the session has expired. throttled: too many requests. poll: not finished, poll `at`.',
  }),
  refuse: text.optional().meta({
    description: 'The ERP rejects the request: the message to the caller. {{ }} contains JSONata over the body.',
    examples: ['{{ error.message }}'],
  }),
  fail: text
    .optional()
    .meta({ description: 'The request failed for a reason that the caller cannot correct: the message for the log.' }),
  effect: z.literal('none').optional().meta({
    description:
      'With fail: the ERP has undone everything that the request did. A write ends at once, without lookups, and may be sent again.',
  }),
  denied: text.optional().meta({
    description:
      'The login of this service lacks a right, and nothing was executed: the message for the operator. {{ }} contains JSONata over the body.',
    examples: ['{{ error.message }}'],
  }),
  repeat: z
    .strictObject({
      take: z
        .record(name, expression)
        .optional()
        .meta({
          description: 'Values of the response, JSONata over the body, as variables of both requests.',
          examples: [{ warning: 'error.args[0]' }],
        }),
      send: z
        .strictObject(requestKeys)
        .optional()
        .meta({ description: 'The request to send before the step is repeated.' }),
    })
    .optional()
    .meta({
      description:
        'In a step of a write: the ERP has executed nothing, and wants an acknowledgement. The engine sends `send`, then the step once more.',
    }),
  field: text.optional().meta({ description: 'Request field that the rejection refers to.' }),
  wait: expression
    .optional()
    .meta({ description: 'With throttled or poll: JSONata that returns the seconds to wait.' }),
  at: expression.optional().meta({
    description: 'With poll: JSONata that returns the URL to poll. Default: the header `location`.',
  }),
});
export const outcomes = z.array(outcome).min(1).meta({
  description: 'Interpretation of responses, tried in order before the status code is considered.',
});

/** How an HTTP ERP pages long lists. A read overrides the keys of its source. */
export const erpPageKeys = {
  next: expression.optional().meta({
    description: 'JSONata over the body that returns the link to the next page, absolute or relative.',
    examples: ['`@odata.nextLink`'],
  }),
  cursor: expression.optional().meta({
    description:
      'JSONata over the body that returns the cursor of the next page, which requests send as {{ $cursor }}.',
  }),
  by: z.enum(['page', 'offset']).optional().meta({
    description:
      'Requests select a page by its number, {{ $page }}, or by the number of rows before it, {{ $offset }}.',
  }),
  from: z
    .int()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: 'With `by: page`: number of the first page. Default: 1.' }),
  size: z.int().min(1).max(100_000).optional().meta({
    description:
      'Maximum number of rows that the ERP returns in one page. {{ $limit }} never exceeds it, and is available in `rows` and in the other expressions here.',
  }),
  more: expression.optional().meta({ description: 'JSONata over the body: true if another page follows.' }),
  total: expression.optional().meta({ description: 'JSONata over the body: total number of rows in all pages.' }),
  whole: z.literal(true).optional().meta({ description: 'Every response contains the complete list.' }),
  items: expression.optional().meta({
    description:
      'JSONata over the body: the items that the ERP counts, if `rows` returns more or fewer rows than items.',
  }),
};

const request = z.strictObject({
  headers: headers.optional(),
  params: params.optional(),
  rows: expression
    .optional()
    .meta({ description: 'JSONata over the body that returns the rows.', examples: ['value'] }),
});

const timeForm = z.enum(['iso', 'unix', 'unix-ms', 'yyyymmdd']);

const describedBy = z
  .union([
    text,
    z.array(text).min(1),
    z.strictObject({
      files: z.array(text).min(1).meta({ description: 'The files, relative to the profile.' }),
      live: z
        .union([text, z.array(text).min(1), z.literal(false)])
        .optional()
        .meta({
          description:
            'Where the ERP serves its own description: a path below the base URL, or a URL of the same origin; a list if several descriptions together describe what the files do. `engine check --connect` and `engine drift` compare it with the files. Default: `/$metadata` for a single file of OData, otherwise none; `false`: none.',
          examples: ['/api/v2.0/$metadata', '/openapi.json', false],
        }),
      own: z
        .string()
        .optional()
        .meta({
          description:
            "A regular expression: members of a customer's installation that the vendor's file does not have.",
          examples: ['U_\\w+'],
        }),
      paths: z
        .array(text)
        .optional()
        .meta({
          description:
            'Paths that the service has and the files do not; `{…}` is a value. Requests to them are not checked.',
          examples: [['/sop_orders_status/{id}']],
        }),
      optional: z
        .array(text)
        .optional()
        .meta({
          description: 'Members that the files call required and the service does not require, after their type.',
          examples: [['sop_order.document_no']],
        }),
      json: z.literal(true).optional().meta({
        description:
          'The files are XML schemas, and the service writes their records as JSON: elements and attributes are members, and an element with a text and attributes has the text as `value`.',
      }),
    }),
  ])
  .meta({
    description:
      "The vendor's description of the service, a file beside the profile: `$metadata` of OData (XML or JSON), an OpenAPI or OpenRPC document (JSON or YAML), or XML schemas (XSD). `engine check` compares every request with it.",
    examples: ['metadata.xml', ['sop.json', 'stock.json'], { files: ['metadata.xml'], own: 'U_\\w+' }],
  });

/** Keys of an HTTP source, except authentication (auth.ts) and transport (transport.ts). */
export const httpSourceKeys = {
  http: text.meta({
    description: 'Base URL of the ERP. Requests are never sent to another origin.',
    examples: ['https://${host}/api/v2'],
  }),
  describedBy: describedBy.optional(),
  request: request.optional().meta({
    description: 'Defaults of every request: headers, query parameters, and the location of the rows in the response.',
  }),
  page: z.strictObject(erpPageKeys).optional().meta({ description: 'How the ERP pages long lists.' }),
  literals: z.enum(literalKinds).optional().meta({
    description: 'Query language of the ERP: how values are written as literals in query parameters and keys.',
  }),
  outcomes: outcomes.optional(),
  types: z
    .strictObject({ date: timeForm.optional(), instant: timeForm.optional() })
    .optional()
    .meta({ description: 'Format of dates and instants of this ERP, if it is neither ISO 8601 nor /Date(...)/.' }),
  probe: z
    .strictObject(requestKeys)
    .optional()
    .meta({
      description: 'Health check request, sent every few seconds for /health.',
      examples: [{ get: '/ping' }],
    }),
};

export const batch = z.int().min(1).max(10_000).optional().meta({
  description: 'HTTP only: number of rows per request. Default: 50.',
});
export const atOnce = z.int().min(1).max(64).optional().meta({
  description: 'Maximum number of these requests in parallel. Default: 4.',
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
