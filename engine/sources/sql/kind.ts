/** A kind of database: everything that the engine and the service need to know about it, as one object. */
import type { SourceEvent } from '../../base/events.ts';
import type { DatabaseAccess } from '../source.ts';
import type { Catalogue } from './catalogue.ts';
import type { ClaimsSql } from './claims-sql.ts';
import type { ConnectionRules, ConnectionValues } from './connection.ts';
import type { EditorWords } from './editor-words.ts';
import type { FixtureSql } from './fixture-sql.ts';
import type { PolyglotDialect } from './grammar/polyglot.ts';
import type { Grammar } from './grammar/reading.ts';
import type { ReferenceReader } from './grammar/references.ts';
import type { IndexRules } from './index-rules.ts';
import type { Introspection } from './introspection.ts';
import type { ServerHealth } from './server-health.ts';
import type { StatementRules } from './statement-rules.ts';
import type { StoreSql } from './store-sql.ts';
import type { Dialect } from './text/dialect.ts';
import type { ProcedureRules } from './text/procedure-call.ts';
import type { TransactionRules } from './transaction-rules.ts';

/** How a source is opened. */
export interface SourceSettings {
  readonly connection: ConnectionValues;
  /** IANA time zone of the ERP's clock. */
  readonly clock: string;
  /** At most this many reading connections; undefined: as many as the kind of database has by default. */
  readonly connections: number | undefined;
  /** Longest time for one statement, in milliseconds. */
  readonly timeoutMs: number;
  /** Absolute; relative paths count from here. */
  readonly folder: string;
  /** Takes what the source reports to the log. */
  readonly report: (event: SourceEvent) => void;
}

/** Connects to a database. Rejects with `SourceError` where the settings cannot be used; a server is reached by the first call. */
export type Connect = (settings: SourceSettings) => Promise<DatabaseAccess>;

/** `check` for a program that only checks a profile; `start` for a service, which asks its databases and must not load a large parser. */
export type GrammarUse = 'start' | 'check';

export interface DatabaseKind {
  /** The value of `sql` in a profile. */
  readonly name: string;
  /** The product, in messages. */
  readonly title: string;
  /** `db.system.name` in traces, of the semantic conventions of OpenTelemetry. */
  readonly systemName: string;
  readonly dialect: Dialect;
  readonly connection: ConnectionRules;
  /** Loads the driver, and connects. */
  readonly connect: Connect;
  /** Loads the grammar that reads one statement without a database; undefined where there is none for this use. */
  grammar(use: GrammarUse): Promise<Grammar | undefined>;
  /** Loads the reader of the tables and columns that a statement names. */
  references(): Promise<ReferenceReader>;
  /** The dialect that the parser of many dialects reads it by. */
  readonly polyglot: PolyglotDialect;
  readonly statements: StatementRules;
  /** Undefined where the database has no stored procedures. */
  readonly procedures: ProcedureRules | undefined;
  readonly transactions: TransactionRules;
  readonly catalogue: Catalogue;
  readonly introspection: Introspection;
  /** What an editor proposes. */
  readonly editorWords: EditorWords;
  /** Undefined where the engine gives no advice about indexes. */
  readonly indexes: IndexRules | undefined;
  readonly claims: ClaimsSql;
  readonly store: StoreSql;
  readonly fixture: FixtureSql;
  readonly health: ServerHealth;
}

/** An open SQL source of a profile. All methods reject with `SourceError`. */
export interface SqlSource extends DatabaseAccess {
  readonly kind: 'sql';
  readonly databaseKind: DatabaseKind;
}

/** What `openSqlSource` takes besides the connection; the defaults are UTC, 10 seconds, and the current folder. */
export type SqlSourceOptions = Pick<SourceSettings, 'connection'> & {
  readonly [Key in keyof SourceSettings]?: SourceSettings[Key] | undefined;
};

/** Opens a source. `connect` replaces the kind's own, for tests over another database. Rejects with `SourceError`. */
export async function openSqlSource(
  databaseKind: DatabaseKind,
  options: SqlSourceOptions,
  connect: Connect = databaseKind.connect,
): Promise<SqlSource> {
  const {
    connection,
    clock = 'UTC',
    connections,
    timeoutMs = 10_000,
    folder = '.',
    report = () => undefined,
  } = options;
  const access = await connect({ connection, clock, connections, timeoutMs, folder, report });
  return { ...access, kind: 'sql', databaseKind };
}
