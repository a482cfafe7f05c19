/** Sources: the databases and APIs of the ERP; and the ids of its records. */
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
      description:
        'Type of the id in the ERP. With integer, a value that is not a whole number is an unknown id. Default: text.',
    }),
    parts: z.record(name, idType).optional().meta({
      description: 'Composite id: its parts in order. Columns are named "field.part", SQL values :field.part.',
    }),
    exists: z
      .union([text, lookup])
      .optional()
      .meta({
        description:
          'Returns a row if the id exists: SQL with :id or :id.part, or a request with {{ id }} or {{ id.part }}. A response with status 404 means that it does not exist.',
        examples: ['SELECT 1 FROM Customer WHERE Code = :id', { get: '/customers({{ id }})', rows: '$' }],
      }),
  })
  .meta({ description: 'Id of this kind of record in the ERP.' });

const claimsTable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)?$/, 'must be a table name, or schema.name');

const anySource = {
  clock: z
    .string()
    .optional()
    .meta({
      description: 'Time zone of dates and times that the ERP stores without one, or a setting. Default: UTC.',
      examples: ['Europe/Berlin', '${clock}'],
    }),
  absent: z
    .array(scalar)
    .optional()
    .meta({ description: 'Values that mean "no value" in this ERP.', examples: [['1900-01-01', '']] }),
};
const sourceCommon = {
  ...anySource,
  probe: text.optional().meta({
    description: 'Health check SQL, run every few seconds for /health. It may contain {parts}, but no values.',
  }),
  claims: z
    .union([z.literal('lock'), z.strictObject({ table: claimsTable })])
    .optional()
    .meta({
      description:
        'How writes are made idempotent. { table: name }: a claims table that the engine keeps in this database; this is the default, with the name engine_claims. lock: if the login cannot have a table, the key is locked during the write, and a retry relies on `find`.',
    }),
  limits: z
    .strictObject({
      connections: z
        .int()
        .min(1)
        .max(1000)
        .optional()
        .meta({ description: 'Maximum number of connections for reads. Default: 10, on SQLite 4.' }),
      timeout: duration.optional().meta({ description: 'Timeout of one statement. Default: 10s.' }),
    })
    .optional(),
};
/** A source of one kind of database; the parsed value has the kind object instead of its name. */
function sqlSource(kind: DatabaseKind) {
  const { title, description, keys } = kind.connection;
  const literal = z.literal(kind.name);
  const named = description === undefined ? literal : literal.meta({ description });
  return z.strictObject({ sql: named.transform(() => kind), connection: keys, ...sourceCommon }).meta({ title });
}

/** A source without `sql` is an HTTP source. */
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
    .meta({ description: 'Connection to a database or an API of the ERP.' });
}

export type HttpSourceSpec = z.infer<typeof httpSource>;
export type SqlSourceSpec = z.infer<ReturnType<typeof sqlSource>>;
export type SourceSpec = SqlSourceSpec | HttpSourceSpec;

/** A source without `sql` is one over HTTP: the schema admits one of the two. */
export function isHttp(source: SourceSpec): source is HttpSourceSpec {
  return source.sql === undefined;
}

/** How a source claims the keys of writes: with a row per key in a table, or only with a lock during the write. */
export type ClaimsForm = { readonly kind: 'table'; readonly table: string } | { readonly kind: 'lock' };

/** The files with the vendor's description of a source, relative to the profile, and the profile's corrections of it; undefined without one. */
export function describedBy({ describedBy: written }: HttpSourceSpec): DescribedBy | undefined {
  if (written === undefined) return undefined;
  const { files, live, own, paths, optional, json } =
    typeof written === 'string' ? { files: [written] } : 'files' in written ? written : { files: written };
  return {
    files,
    live: live === false ? [] : typeof live === 'string' ? [live] : live,
    own: own === undefined ? undefined : new RegExp(`^(?:${own})$`, 'u'),
    form: json === true ? 'json' : 'xml',
    paths: paths ?? [],
    optional: new Set(optional),
  };
}

interface DescribedBy {
  readonly files: readonly string[];
  /** Where the ERP serves its own description; empty: nowhere, undefined: where its protocol says so. */
  readonly live: readonly string[] | undefined;
  /** Names of members that an installation adds. */
  readonly own: RegExp | undefined;
  /** How the service writes the records of an XML schema. */
  readonly form: 'xml' | 'json';
  /** Paths that the files lack. */
  readonly paths: readonly string[];
  /** Members, as in `type.member`, that are not required. */
  readonly optional: ReadonlySet<string>;
}

/** How the claims of a source are kept: a lock, or a table; its default name is `engine_claims`. */
export function claimsForm({ claims }: SqlSourceSpec): ClaimsForm {
  return claims === 'lock' ? { kind: 'lock' } : { kind: 'table', table: claims?.table ?? 'engine_claims' };
}
export type IdSpec = z.infer<typeof id>;
