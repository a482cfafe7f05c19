/** Opens the sources of a profile and asks their databases about its statements, before the first request. */
import type { CompileInput } from './compile/compile.ts';
import {
  type CompileContext,
  createContext,
  type Finding,
  type Path,
  pathKey,
  placeIn,
  type Question,
  type QuestionVariant,
} from './compile/context.ts';
import { milliseconds } from './compile/duration.ts';
import type { Plan } from './compile/plan.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { interpolate } from './profile/settings.ts';
import type { EngineEvent } from './run/context.ts';
import {
  type DialectName,
  SourceError,
  type SourceEvent,
  type SqlSource,
  type StatementFacts,
} from './sources/source.ts';
import { type Claims, createClaims } from './sources/sql/claims.ts';
import { foreignIn } from './sources/sql/grammar/foreign.ts';
import { openSqlSource, type SqlSourceConfig } from './sources/sql/index.ts';

type Compiled = Omit<CompileInput, 'facts'>;

function fill(value: unknown, input: Compiled): string | number | boolean | readonly string[] | undefined {
  if (typeof value === 'string') return interpolate(value, input.settings);
  if (Array.isArray(value)) return value.map((item) => interpolate(String(item), input.settings));
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

function configOf(name: string, input: Compiled): SqlSourceConfig {
  const source = input.profile.sources[name];
  if (source === undefined) throw new Error(`There is no source ${name}`);
  const connection = Object.fromEntries(
    Object.entries(source.connection).map(([key, value]) => [key, fill(value, input)]),
  );
  const { clock, limits } = source;
  return {
    sql: source.sql,
    connection,
    clock,
    connections: limits?.connections,
    timeoutMs: milliseconds(limits?.timeout ?? '10s'),
  };
}

export interface Opened {
  readonly sources: ReadonlyMap<string, SqlSource>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Opens every source. A database that is down is no fault here: it is found when it is asked. */
export async function openSources(
  input: Compiled,
  folder: string,
  emit: (event: EngineEvent) => void,
): Promise<Opened> {
  const sources = new Map<string, SqlSource>();
  const diagnostics: Diagnostic[] = [];
  const context = createContext({ ...input, facts: new Map() }, diagnostics);
  for (const name of Object.keys(input.profile.sources)) {
    const report = (event: SourceEvent): void => emit({ ...event, source: name });
    try {
      sources.set(name, await openSqlSource(configOf(name, input), { folder, report }));
    } catch (error) {
      const hint = 'Correct the connection, or make the database.';
      context.report('CFG511', {
        path: ['sources', name, 'connection'],
        key: true,
        message: `The source "${name}" cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
        hint,
      });
    }
  }
  return { sources, diagnostics };
}

/** What asking one database brought. */
export interface Answers {
  readonly facts: ReadonlyMap<string, StatementFacts>;
  readonly diagnostics: readonly Diagnostic[];
  /** The database could not be asked; the reason is for the log. */
  readonly unreachable: SourceError | undefined;
}

const away = (error: unknown): error is SourceError =>
  error instanceof SourceError && ['unreachable', 'timeout', 'throttled'].includes(error.kind);

function wordAt(sql: string, position: number): string {
  return /^[\p{L}\p{N}_.$]+/u.exec(sql.slice(position))?.[0] ?? ' ';
}

/** What the database said, without the driver's name and code. */
function ownWords(message: string): string {
  return message
    .replace(/^\w+: /, '')
    .replace(/ \([A-Z_0-9]+\)$/, '')
    .replace(/\.?$/, '.');
}

/** Where the database points in one of the texts of a statement. */
function pointAt(path: Path, variant: QuestionVariant, { position }: SourceError): Pick<Finding, 'path' | 'range'> {
  if (position === undefined) return { path };
  return placeIn(variant, { offset: position, length: wordAt(variant.sql, position).length });
}

function reportRefusal(
  context: CompileContext,
  path: Path,
  dialect: DialectName,
  variant: QuestionVariant,
  error: SourceError,
): void {
  const names = variant.without.map((name) => `:${name}`).join(', ');
  const foreign = foreignIn(variant.sql, dialect)[0]?.instead;
  const isName = /no such|does not exist|doesn't exist|unknown|invalid (column|object) name/i.test(error.message);
  context.report(isName ? 'SQL406' : 'SQL405', {
    ...pointAt(path, variant, error),
    message: `The database refuses this statement${names === '' ? '' : ` where ${names} is not given`}: ${ownWords(error.message)}`,
    hint:
      foreign ??
      error.cure ??
      (error.kind === 'denied'
        ? 'Grant the login of this service what the statement needs.'
        : 'Correct the statement, or the setting that names its tables.'),
  });
}

/**
 * What the database says of a statement; undefined where it refuses the whole one, or the one without some of its optional blocks,
 * which is reported. Rejects where it cannot be asked.
 */
async function describe(
  context: CompileContext,
  question: Question,
  source: SqlSource,
  now: () => number,
): Promise<StatementFacts | undefined> {
  let facts: StatementFacts | undefined;
  for (const variant of question.variants()) {
    try {
      const known = await source.describe(variant.sql, { deadline: now() + 10_000 });
      facts ??= known;
    } catch (error) {
      if (away(error) || !(error instanceof SourceError)) throw error;
      reportRefusal(context, question.path, source.dialect, variant, error);
      return undefined;
    }
  }
  return facts;
}

/** Asks a database about all statements of the profile that are for it: does it take them, what do they give, do reads only read. */
export async function ask(
  name: string,
  source: SqlSource,
  questions: readonly Question[],
  input: Compiled,
  now: () => number,
): Promise<Answers> {
  const facts = new Map<string, StatementFacts>();
  const diagnostics: Diagnostic[] = [];
  const context = createContext({ ...input, facts }, diagnostics);
  try {
    await source.probe(undefined, { deadline: now() + 10_000 });
  } catch (error) {
    if (away(error)) return { facts, diagnostics, unreachable: error };
    if (!(error instanceof SourceError)) throw error;
    const message = `The database refuses the connection: ${ownWords(error.message)}`;
    const hint = error.cure ?? 'Correct user, password or database of the connection.';
    context.report('CFG511', { path: ['sources', name, 'connection'], key: true, message, hint });
    return { facts, diagnostics, unreachable: undefined };
  }
  for (const question of questions) {
    try {
      const known = await describe(context, question, source, now);
      if (known === undefined) continue;
      facts.set(pathKey(question.path), known);
      if (question.verb === 'read' && known.readOnly === false) {
        context.report('SQL407', {
          path: question.path,
          message: 'This read changes data.',
          hint: 'What changes the ERP goes under `write`, as `exec`.',
        });
      } else if (question.verb === 'read' && known.columns?.length === 0) {
        context.report('SQL408', {
          path: question.path,
          message: 'This read gives no columns.',
          hint: 'Name its columns after SELECT.',
        });
      }
    } catch (error) {
      if (away(error)) return { facts, diagnostics, unreachable: error };
      throw error;
    }
  }
  return { facts, diagnostics, unreachable: undefined };
}

/** Sources that a write of the plan claims in. */
export function claimingSources(plan: Plan): ReadonlySet<string> {
  return new Set([...plan.values()].flatMap(({ work }) => (work.kind === 'write' ? [work.write.source] : [])));
}

export interface OpenedClaims {
  /** Undefined where the table cannot be used. */
  readonly claims: Claims | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** The database went away; the reason is for the log. */
  readonly unreachable: SourceError | undefined;
}

/** The table of claims in a source, made where it is missing. */
export async function openClaims(
  name: string,
  source: SqlSource,
  input: Compiled,
  now: () => number,
): Promise<OpenedClaims> {
  const table = input.profile.sources[name]?.claims ?? 'engine_claims';
  const claims = createClaims(table, source.dialect);
  const diagnostics: Diagnostic[] = [];
  try {
    await source.transaction({ deadline: now() + 10_000 }, (session) => claims.create(session));
    return { claims, diagnostics, unreachable: undefined };
  } catch (error) {
    if (away(error)) return { claims: undefined, diagnostics, unreachable: error };
    if (!(error instanceof SourceError)) throw error;
    createContext({ ...input, facts: new Map() }, diagnostics).report('CFG511', {
      path: ['sources', name],
      key: true,
      message: `The table ${table}, which makes writes happen once, cannot be made: ${ownWords(error.message)}`,
      hint: error.cure ?? `Let an administrator make the table ${table}, or name another one in \`claims\`.`,
    });
    return { claims: undefined, diagnostics, unreachable: undefined };
  }
}
