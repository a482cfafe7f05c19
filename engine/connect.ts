/** Opens the sources of a profile, and the tables that the engine keeps in them. */
import { away, ownWords } from './ask.ts';
import type { ProfileInput } from './compile/compile.ts';
import { createContext } from './compile/context.ts';
import { milliseconds } from './compile/duration.ts';
import type { Plan } from './compile/plan.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { choose } from './profile/choose.ts';
import { interpolate } from './profile/settings.ts';
import type { EngineEvent } from './run/context.ts';
import { type Observer, observed } from './sources/observed.ts';
import { SourceError, type SourceEvent, type SqlSource } from './sources/source.ts';
import { type Claims, createClaims } from './sources/sql/claims.ts';
import { openSqlSource, type SqlSourceConfig } from './sources/sql/index.ts';

function fill(value: unknown, input: ProfileInput): ConnectionValue {
  if (typeof value === 'string') return interpolate(value, input.settings);
  if (Array.isArray(value)) return value.map((item) => interpolate(String(item), input.settings));
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

/** How a profile is tried: on other databases than its own, at another time, and under somebody's eye. */
export interface Trial extends Observer {
  /** By source, instead of the profile's `connection`. */
  readonly connections: ReadonlyMap<string, Readonly<Record<string, ConnectionValue>>>;
  /** Milliseconds since the epoch: what `:now` and `:today` are. */
  readonly documentTime: () => number;
}

type ConnectionValue = string | number | boolean | readonly string[] | undefined;

function configOf(name: string, input: ProfileInput, trial: Trial | undefined): SqlSourceConfig {
  const source = input.profile.sources[name];
  if (source === undefined) throw new Error(`There is no source ${name}`);
  const connection =
    trial?.connections.get(name) ??
    Object.fromEntries(Object.entries(source.connection).map(([key, value]) => [key, fill(value, input)]));
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
  input: ProfileInput,
  folder: string,
  emit: (event: EngineEvent) => void,
  trial?: Trial,
): Promise<Opened> {
  const sources = new Map<string, SqlSource>();
  const diagnostics: Diagnostic[] = [];
  const context = createContext({ ...input, facts: new Map() }, choose(input.profile, new Map()), diagnostics);
  for (const name of Object.keys(input.profile.sources)) {
    const report = (event: SourceEvent): void => emit({ ...event, source: name });
    try {
      const source = await openSqlSource(configOf(name, input, trial), { folder, report });
      sources.set(name, trial === undefined ? source : observed(name, source, trial));
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

/** Whether the tables that the engine keeps in a database are made where they are missing; who only asks changes nothing. */
export type Tables = 'made' | 'left';

/** The table of claims in a source. */
export async function openClaims(
  name: string,
  source: SqlSource,
  input: ProfileInput,
  now: () => number,
  tables: Tables,
): Promise<OpenedClaims> {
  const table = input.profile.sources[name]?.claims ?? 'engine_claims';
  const claims = createClaims(table, source.dialect);
  const diagnostics: Diagnostic[] = [];
  if (tables === 'left') return { claims, diagnostics, unreachable: undefined };
  try {
    await source.transaction({ deadline: now() + 10_000 }, (session) => claims.create(session));
    return { claims, diagnostics, unreachable: undefined };
  } catch (error) {
    if (away(error)) return { claims: undefined, diagnostics, unreachable: error };
    if (!(error instanceof SourceError)) throw error;
    const choice = choose(input.profile, new Map());
    createContext({ ...input, facts: new Map() }, choice, diagnostics).report('CFG511', {
      path: ['sources', name],
      key: true,
      message: `The table ${table}, which makes writes happen once, cannot be made: ${ownWords(error.message)}`,
      hint: error.cure ?? `Let an administrator make the table ${table}, or name another one in \`claims\`.`,
    });
    return { claims: undefined, diagnostics, unreachable: undefined };
  }
}
