/** The grammar of the traffic in a case: HTTP requests with their answers, and SQL statements. */
import { z } from 'zod';
import { verbs } from '../../profile/schema/http.ts';
import { name, scalar, text } from '../../profile/schema/words.ts';

const target = z
  .string()
  .regex(
    /^(\/|https?:\/\/)\S*$/,
    'must begin with /, below the base address of the source, or with https://, and be encoded as it is sent: a space is %20',
  )
  .meta({
    description: 'Path below the base address of the source, or an absolute address, such as that of a token endpoint.',
    examples: ['/customers'],
  });
const values = z.record(text, z.union([scalar, z.array(scalar)]));
const headers = z.record(text, scalar);

const answer = z
  .strictObject({
    status: z.int().min(200).max(599).optional().meta({ description: '200 when not said.' }),
    headers: headers.optional(),
    json: z.unknown().optional().meta({ description: 'Body in JSON; numbers keep their digits.' }),
    text: z.string().optional().meta({ description: 'Literal body: XML, or truncated JSON.' }),
  })
  .refine(({ json, text: plain }) => json === undefined || plain === undefined, {
    message: 'An answer has one body, `json` or `text`.',
    params: { code: 'MAP105', hint: 'Take one of them away.' },
  });

const fails = z.enum(['refused', 'reset', 'timeout']);
const bodies = ['json', 'form', 'xml', 'text'] as const;

const given = (exchange: object, keys: readonly string[]): number =>
  keys.filter((key) => Reflect.get(exchange, key) !== undefined).length;

export const exchange = z
  .strictObject({
    use: name.optional().meta({ description: 'The source, where several are reached by HTTP.' }),
    get: target.optional(),
    post: target.optional(),
    put: target.optional(),
    patch: target.optional(),
    delete: target.optional(),
    head: target.optional(),
    params: values.optional().meta({ description: 'The whole query, without keys that `auth` adds to it.' }),
    headers: headers.optional().meta({ description: 'Headers that the request must have; it may have others.' }),
    json: z.unknown().optional().meta({ description: 'Body in JSON.' }),
    form: values.optional().meta({ description: 'Body of a form.' }),
    xml: z.record(text, z.unknown()).optional().meta({ description: 'Body in XML.' }),
    text: z.string().optional().meta({ description: 'Literal body.' }),
    part: z
      .literal(true)
      .optional()
      .meta({ description: 'The request may have more than is said of its query and body.' }),
    atOnce: z
      .literal(true)
      .optional()
      .meta({ description: 'It may change places with its neighbours that have this key, too.' }),
    answer: answer.optional().meta({ description: 'What the ERP answers.' }),
    fails: fails.optional().meta({
      description:
        'Instead of an answer. refused: no connection is made. reset: the connection is cut after the request. timeout: no answer comes.',
    }),
  })
  .refine((one) => given(one, verbs) === 1, {
    message: `An exchange has one of ${verbs.join(', ')}.`,
    params: { code: 'MAP105', hint: 'Say what the engine must send, such as `get: /customers`.' },
  })
  .refine((one) => given(one, bodies) <= 1, {
    message: `A request has one body, of ${bodies.join(', ')}.`,
    params: { code: 'MAP105', hint: 'Keep one of them.' },
  })
  .refine((one) => given(one, ['answer', 'fails']) === 1, {
    message: 'An exchange has one of `answer` and `fails`.',
    params: { code: 'MAP105', hint: 'Say what the ERP answers, such as `answer: { json: { value: [] } }`.' },
  });

export type ExchangeSpec = z.infer<typeof exchange>;

export const sent = z.strictObject({
  use: name.optional().meta({ description: 'The source, where several are databases.' }),
  statement: text.meta({ description: 'Its text; white space does not count.' }),
  values: z.array(z.unknown()).optional().meta({ description: 'Its values in order; any when not said.' }),
});

export const stored = z.strictObject({
  use: name.optional().meta({ description: 'The source, where several are databases.' }),
  query: text.meta({ description: 'A SELECT in the SQL of the database, without values of the request.' }),
  rows: z.array(z.record(text, z.unknown())).meta({
    description:
      'All rows in order: numbers are compared by their decimals, anything else as the text of the database.',
  }),
});

export type StoredSpec = z.infer<typeof stored>;

export type SentSpec = z.infer<typeof sent>;
