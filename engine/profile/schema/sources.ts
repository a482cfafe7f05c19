/** Where an ERP keeps its data, and how it identifies its records. */
import { z } from 'zod';
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

const sqliteConnection = z.strictObject({
  file: text.meta({ description: 'Database file; a relative path counts from the folder of the profile.' }),
  create: z
    .array(text)
    .optional()
    .meta({ description: 'SQL scripts that make the database when the file does not exist.' }),
});
/** A setting gives it as text. */
const flag = z.union([
  z.boolean(),
  z.string().regex(/^(?:true|false|yes|no|on|off|[01])$|\$\{/i, 'must be true or false, or "${setting}"'),
]);
const serverAddress = {
  host: text.optional(),
  port: z.union([z.int().min(1).max(65535), text]).optional(),
  database: text.optional(),
  user: text.optional(),
  password: text.optional(),
  ssl: flag.optional().meta({ description: 'true: encrypt, and verify the certificate of the server.' }),
};
const postgresConnection = z.strictObject({
  ...serverAddress,
  url: text.optional().meta({ description: 'Instead of the other keys: postgres://user:password@host:port/database' }),
});
const mysqlConnection = z.strictObject({
  ...serverAddress,
  socketPath: text.optional().meta({ description: 'Local socket of the server, instead of host and port.' }),
  url: text.optional().meta({ description: 'Instead of the other keys: mysql://user:password@host:port/database' }),
});

const mssqlConnection = z.strictObject({
  server: text.optional().meta({ description: 'Host name or address of the SQL Server; 2012 or later.' }),
  port: z
    .union([z.int().min(1).max(65535), text])
    .optional()
    .meta({ description: '1433 when not said.' }),
  instance: text.optional().meta({ description: 'Named instance, instead of a port.' }),
  database: text.optional(),
  user: text.optional(),
  password: text.optional(),
  domain: text.optional().meta({ description: 'Windows domain of the user, for a login by NTLM.' }),
  encrypt: flag
    .optional()
    .meta({ description: 'Encrypts, and verifies the certificate of the server; true when not said.' }),
  trustServerCertificate: flag.optional().meta({ description: 'true: take a certificate that cannot be verified.' }),
  url: text.optional().meta({
    description: 'Instead of the other keys: mssql://user:password@host:port/database?encrypt=true',
  }),
});

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
const sqliteSource = z
  .strictObject({ sql: z.literal('sqlite'), connection: sqliteConnection, ...sourceCommon })
  .meta({ title: 'SQLite' });
const postgresSource = z
  .strictObject({ sql: z.literal('postgres'), connection: postgresConnection, ...sourceCommon })
  .meta({ title: 'PostgreSQL' });
const mysqlSource = z
  .strictObject({
    sql: z.literal('mysql').meta({ description: 'MySQL or MariaDB.' }),
    connection: mysqlConnection,
    ...sourceCommon,
  })
  .meta({ title: 'MySQL or MariaDB' });
const mssqlSource = z
  .strictObject({
    sql: z.literal('mssql').meta({ description: 'Microsoft SQL Server.' }),
    connection: mssqlConnection,
    ...sourceCommon,
  })
  .meta({ title: 'SQL Server' });
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
export const source = z
  .discriminatedUnion('sql', [sqliteSource, postgresSource, mysqlSource, mssqlSource, httpSource])
  .meta({ description: 'A configured connection to one place where the ERP keeps its data.' });

export type SourceSpec = z.infer<typeof source>;
export type HttpSourceSpec = z.infer<typeof httpSource>;
export type SqlSourceSpec = Exclude<SourceSpec, HttpSourceSpec>;

export function isHttp(source: SourceSpec): source is HttpSourceSpec {
  return source.sql === undefined;
}

/** What a source keeps of the keys of writes: a row of each in a table, or nothing beyond a lock while it is written. */
export type ClaimsForm = { readonly kind: 'table'; readonly table: string } | { readonly kind: 'lock' };

export function claimsForm({ claims }: SqlSourceSpec): ClaimsForm {
  return claims === 'lock' ? { kind: 'lock' } : { kind: 'table', table: claims?.table ?? 'engine_claims' };
}
export type IdSpec = z.infer<typeof id>;
