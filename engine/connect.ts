/** Opens the sources of a profile and asks their databases about its statements, before the first request. */
import type { CompileInput } from './compile/compile.ts';
import { createContext, type Path, pathKey, type Question } from './compile/context.ts';
import { milliseconds } from './compile/duration.ts';
import type { Plan } from './compile/plan.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { interpolate } from './profile/settings.ts';
import type { EngineEvent } from './run/context.ts';
import { SourceError, type SourceEvent, type SqlSource, type StatementFacts } from './sources/source.ts';
import { type Claims, createClaims } from './sources/sql/claims.ts';
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

function pointAt(
  question: Question,
  error: SourceError,
): { readonly path: Path; readonly range?: { readonly offset: number; readonly length: number } } {
  if (error.position === undefined) return { path: question.path };
  const { path, offset } = question.origin(error.position);
  return { path, range: { offset, length: wordAt(question.sql, error.position).length } };
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
    const hint = 'Correct user, password or database of the connection.';
    context.report('CFG511', { path: ['sources', name, 'connection'], key: true, message, hint });
    return { facts, diagnostics, unreachable: undefined };
  }
  for (const question of questions) {
    try {
      const known = await source.describe(question.sql, { deadline: now() + 10_000 });
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
      if (!(error instanceof SourceError)) throw error;
      const denied = error.kind === 'denied';
      const hint = denied
        ? 'Grant the login of this service what the statement needs.'
        : 'Correct the statement, or the setting that names its tables.';
      const code = /no such|does not exist|doesn't exist|unknown|invalid (column|object) name/i.test(error.message)
        ? 'SQL406'
        : 'SQL405';
      context.report(code, {
        ...pointAt(question, error),
        message: `The database refuses this statement: ${ownWords(error.message)}`,
        hint,
      });
    }
  }
  return { facts, diagnostics, unreachable: undefined };
}

/** Sources that a write of the plan claims in. */
export function claimingSources(plan: Plan): ReadonlySet<string> {
  return new Set([...plan.values()].flatMap(({ work }) => (work.kind === 'write' ? [work.write.source] : [])));
}

/** The table of claims in a source, made where it is missing. */
export async function openClaims(name: string, source: SqlSource, input: Compiled, now: () => number): Promise<Claims> {
  const claims = createClaims(input.profile.sources[name]?.claims ?? 'engine_claims', source.dialect);
  await source.transaction({ deadline: now() + 10_000 }, (session) => claims.create(session));
  return claims;
}
