/** Opens the sources of a profile. */
import type { ProfileInput } from './compile/compile.ts';
import { createContext } from './compile/context.ts';
import { milliseconds } from './compile/duration.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { choose } from './profile/choose.ts';
import { type HttpSourceSpec, isHttp, type SqlSourceSpec } from './profile/schema/index.ts';
import { interpolate } from './profile/settings.ts';
import type { EngineEvent } from './run/context.ts';
import type { AnySource } from './sources/any-source.ts';
import { openHttpSource } from './sources/http/index.ts';
import { type Observer, observed } from './sources/observed.ts';
import type { SourceEvent } from './sources/source.ts';
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

function configOf(name: string, source: SqlSourceSpec, input: ProfileInput, trial: Trial | undefined): SqlSourceConfig {
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

/** Opens a source that is reached by HTTP. */
function openHttp(source: HttpSourceSpec, input: ProfileInput, report: (event: SourceEvent) => void): AnySource {
  return openHttpSource({ url: interpolate(source.http, input.settings) }, { report });
}

export interface Opened {
  readonly sources: ReadonlyMap<string, AnySource>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Opens every source. A database that is down is no fault here: it is found when it is asked. */
export async function openSources(
  input: ProfileInput,
  folder: string,
  emit: (event: EngineEvent) => void,
  trial?: Trial,
): Promise<Opened> {
  const sources = new Map<string, AnySource>();
  const diagnostics: Diagnostic[] = [];
  const context = createContext({ ...input, facts: new Map() }, choose(input.profile, new Map()), diagnostics);
  for (const [name, spec] of Object.entries(input.profile.sources)) {
    const report = (event: SourceEvent): void => emit({ ...event, source: name });
    try {
      if (isHttp(spec)) {
        sources.set(name, openHttp(spec, input, report));
        continue;
      }
      const source = await openSqlSource(configOf(name, spec, input, trial), { folder, report });
      sources.set(name, trial === undefined ? source : observed(name, source, trial));
    } catch (error) {
      const hint = 'Correct the connection, or make the database.';
      context.report('CFG511', {
        path: ['sources', name, isHttp(spec) ? 'http' : 'connection'],
        key: true,
        message: `The source "${name}" cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
        hint,
      });
    }
  }
  return { sources, diagnostics };
}
