/** Where an ERP keeps its data, and how it identifies its records. */
import { z } from 'zod';
import type { DatabaseKind } from '../../sources/sql/kind.ts';
import { auth } from './auth.ts';
import { httpSourceKeys } from './http.ts';
import { lookup } from './read.ts';
import { transportKeys } from './transport.ts';
import { duration, name, scalar, text } from './words.ts';

const idType = z.enum(['text', 'integer']);
export const id = z
  .strictObject({
    type: idType.optional().meta({
      description: 'What the ERP keeps; text when not said. A value that is no whole number is no known `integer` id.',
    }),
    parts: z
      .record(name, idType)
      .optional()
      .meta({ description: 'A composite id: its parts in order. Columns are named "field.part", values :field.part.' }),
    exists: z
      .union([text, lookup])
      .optional()
      .meta({
        description:
          'Gives a row when the id exists: SQL with :id, or :id.part; or a request with {{ id }}, or {{ id.part }}, which may also be answered with 404.',
        examples: ['SELECT 1 FROM Customer WHERE Code = :id', { get: '/customers({{ id }})', rows: '$' }],
      }),
  })
  .meta({ description: 'How the ERP identifies this kind of record.' });

const claimsTable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)?$/, 'must be the name of a table, or schema.name');

const anySource = {
  clock: z
    .string()
    .optional()
    .meta({
      description:
        'Time zone of the dates and times that this ERP stores without one, or a setting; UTC when not said.',
      examples: ['Europe/Berlin', '${clock}'],
    }),
  absent: z
    .array(scalar)
    .optional()
    .meta({ description: 'Values that mean "none" in this ERP.', examples: [['1900-01-01', '']] }),
};
const sourceCommon = {
  ...anySource,
  probe: text.optional().meta({
    description:
      'SQL that shows that the ERP answers; run every few seconds for /health. It may hold {parts}, and no values.',
  }),
  claims: z
    .union([z.literal('lock'), z.strictObject({ table: claimsTable })])
    .optional()
    .meta({
      description:
        'What makes writes happen once: { table: name }, a table that the engine keeps in this database, engine_claims when not said; or lock, where the login may not have a table: a lock of the key while it is written, and `find`.',
    }),
  limits: z
    .strictObject({
      connections: z
        .int()
        .min(1)
        .max(1000)
        .optional()
        .meta({ description: 'Reading connections at most; 10 when not said, 4 on SQLite.' }),
      timeout: duration.optional().meta({ description: 'How long one statement may take; 10s when not said.' }),
    })
    .optional(),
};
/** A source of one kind of database; what is read holds the kind in the place of its name. */
function sqlSource(kind: DatabaseKind) {
  const { title, description, keys } = kind.connection;
  const literal = z.literal(kind.name);
  const named = description === undefined ? literal : literal.meta({ description });
  return z.strictObject({ sql: named.transform(() => kind), connection: keys, ...sourceCommon }).meta({ title });
}

/** Without `sql` a source is one by HTTP. */
const httpSource = z
  .strictObject({
    sql: z.undefined().optional(),
    ...httpSourceKeys,
    auth: auth.optional(),
    ...transportKeys,
    ...anySource,
  })
  .meta({ title: 'ERP by HTTP' });

/** A source over one of these kinds of databases, or by HTTP. */
export function sourceOf(kinds: readonly DatabaseKind[]) {
  const [first, ...others] = kinds.map(sqlSource);
  if (first === undefined) throw new Error('A profile needs at least one kind of database.');
  return z
    .discriminatedUnion('sql', [first, ...others, httpSource])
    .meta({ description: 'A configured connection to one place where the ERP keeps its data.' });
}

export type HttpSourceSpec = z.infer<typeof httpSource>;
export type SqlSourceSpec = z.infer<ReturnType<typeof sqlSource>>;
export type SourceSpec = SqlSourceSpec | HttpSourceSpec;

export function isHttp(source: SourceSpec): source is HttpSourceSpec {
  return source.sql === undefined;
}

/** What a source keeps of the keys of writes: a row of each in a table, or nothing beyond a lock while it is written. */
export type ClaimsForm = { readonly kind: 'table'; readonly table: string } | { readonly kind: 'lock' };

export function claimsForm({ claims }: SqlSourceSpec): ClaimsForm {
  return claims === 'lock' ? { kind: 'lock' } : { kind: 'table', table: claims?.table ?? 'engine_claims' };
}
export type IdSpec = z.infer<typeof id>;
