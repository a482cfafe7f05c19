/** Inspects the sources of a profile for an operator. Changes nothing. */
import { dirname } from 'node:path';
import type { Contract } from '../../base/contract.ts';
import type { HealthCheck } from '../../base/health-check.ts';
import { interpolate } from '../../base/setting-values.ts';
import type { ProfileInput } from '../../compile/compile.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { openProfile, type ProfileFile } from '../../profile/open.ts';
import { isHttp } from '../../profile/schema/index.ts';
import type { Environment } from '../../profile/settings.ts';
import type { AnySource } from '../../start/any-source.ts';
import { transportOf } from '../../start/http-transport.ts';
import { hasRotatingTokens, openSources } from '../../start/open-sources.ts';
import { createCompiler, type ProfileCompiler } from '../../start/profile-compiler.ts';
import { writtenSources } from '../writes/written-sources.ts';
import { inspectDatabase } from './database.ts';
import { inspectHttp } from './http.ts';

export interface InspectionInput extends ProfileFile {
  readonly contract: Contract;
  readonly environment: Environment;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

interface InspectedSource {
  readonly name: string;
  readonly checks: readonly HealthCheck[];
}

export interface Inspection {
  /** Empty if the profile has an error. */
  readonly sources: readonly InspectedSource[];
  /** Findings that prevent the inspection. */
  readonly diagnostics: readonly Diagnostic[];
  /** Texts that the findings point into. */
  readonly texts: ReadonlyMap<string, string>;
}

interface Opened {
  readonly input: ProfileInput;
  readonly compiler: ProfileCompiler;
  readonly folder: string;
  /** Names of the sources to which an endpoint writes. */
  readonly written: ReadonlySet<string>;
  readonly now: () => number;
}

async function inspect(name: string, source: AnySource, opened: Opened): Promise<readonly HealthCheck[]> {
  const { input, compiler, folder, written, now } = opened;
  const spec = input.profile.sources[name];
  const { probes, plan } = compiler.initial();
  const probe = probes.get(name);
  if (spec === undefined) return [];
  if (source.kind === 'sql') {
    const clock = isHttp(spec) ? 'UTC' : (spec.clock ?? 'UTC');
    return inspectDatabase({ source, plan: probe, clock, writes: written.has(name), now });
  }
  if (!isHttp(spec)) return [];
  const fill = (text: string): string => interpolate(text, input.settings);
  return inspectHttp({
    name,
    source,
    url: new URL(source.identity),
    tls: transportOf({ tls: spec.tls }, { fill, folder }).tls,
    hasProxy: spec.proxy !== undefined,
    hasRotatingTokens: hasRotatingTokens(spec),
    probe,
    plan,
    settings: input.settings,
    now,
  });
}

/** Inspects every source that can be opened, one after the other. */
export async function inspectSources(file: InspectionInput): Promise<Inspection> {
  const { contract, environment, now } = file;
  const { loaded, diagnostics, sources: texts } = await openProfile(file, environment);
  if (loaded === undefined) return { sources: [], diagnostics, texts };
  const input: ProfileInput = { ...loaded, contract };
  const folder = dirname(file.profileFile);
  const opened = await openSources(input, folder);
  try {
    const compiler = createCompiler(input);
    const written = new Set([...writtenSources(input).values()].flatMap((names) => [...names]));
    const inspected: InspectedSource[] = [];
    for (const [name, source] of opened.sources) {
      const checks = await inspect(name, source, { input, compiler, folder, written, now });
      inspected.push({ name, checks });
    }
    return { sources: inspected, diagnostics: opened.diagnostics, texts };
  } finally {
    await opened.close();
  }
}
