/** What was written, for a person at the ERP's side: the claims of writes, and their release. */
import { dirname } from 'node:path';
import { compile, type ProfileInput, possibilities } from './compile/compile.ts';
import { openSources } from './connect.ts';
import type { Contract } from './contract.ts';
import type { Diagnostic } from './diagnostics/diagnostic.ts';
import { installationOf } from './installation.ts';
import { loadProfile } from './profile/load.ts';
import { readProfile } from './profile/read.ts';
import { claimsForm } from './profile/schema/index.ts';
import type { Environment } from './profile/settings.ts';
import { claimId } from './run/key.ts';
import type { SqlSource } from './sources/source.ts';
import type { Claim } from './sources/sql/claims.ts';
import { type ClaimFilter, type ClaimsDesk, createClaimsDesk, type Release } from './sources/sql/claimsDesk.ts';

export interface WritesInput {
  readonly contract: Contract;
  /** Absolute path of the profile. */
  readonly profileFile: string;
  /** The name that diagnostics show for the profile. */
  readonly profileName: string;
  readonly environment: Environment;
  readonly installation: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** All functions reject with `SourceError` where the database refuses. */
export interface Writes {
  /**
   * Sources that an endpoint, or any of them, writes to and that keep no claims: what was written there under a key, the ERP alone tells.
   * All else that is told here is of the others.
   */
  unclaimed(endpoint: string | undefined): readonly string[];
  /** Of all installations in these databases, newest first. */
  list(filter: ClaimFilter): Promise<readonly Claim[]>;
  /** The claim of a natural key of this installation, or the one of this id. */
  show(endpoint: string, key: string): Promise<Claim | undefined>;
  /** Frees a key for another document. */
  release(endpoint: string, key: string): Promise<Release>;
  close(): Promise<void>;
}

export type OpenedWrites =
  | { readonly ok: true; readonly writes: Writes }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** How long the database may take, in milliseconds. */
const patience = 30_000;

interface Desk {
  readonly source: SqlSource;
  readonly claims: ClaimsDesk;
}

/** The sources that each endpoint may write to, whatever is true of the ERP. */
function writtenSources(input: ProfileInput): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const truths of possibilities(input.profile.facts)) {
    for (const [path, { work }] of compile({ ...input, facts: new Map(), truths }).plan) {
      if (work.kind !== 'write') continue;
      found.set(path, (found.get(path) ?? new Set()).add(work.write.source));
    }
  }
  return found;
}

/** Opens the claims of a profile's databases. Nothing is asked and nothing is made. */
export async function openWrites(input: WritesInput): Promise<OpenedWrites> {
  const { profileName, contract, now } = input;
  const read = await readProfile(input.profileFile, profileName);
  if (!read.ok) return { ok: false, diagnostics: [read.diagnostic], sources: new Map() };
  const sources = new Map([[profileName, read.text]]);
  const { loaded, diagnostics } = loadProfile(read.text, profileName, input.environment, 'start');
  const failed = (found: readonly Diagnostic[]): OpenedWrites => ({ ok: false, diagnostics: found, sources });
  if (loaded === undefined || diagnostics.some(({ severity }) => severity === 'error')) return failed(diagnostics);
  const profile: ProfileInput = { ...loaded, contract };
  const opened = await openSources(profile, dirname(input.profileFile), () => undefined);
  const close = async (): Promise<void> => {
    await Promise.all([...opened.sources.values()].map((source) => source.close()));
  };
  if (opened.diagnostics.length > 0) {
    await close();
    return failed(opened.diagnostics);
  }
  const written = writtenSources(profile);
  const installation = installationOf(input.installation, profile);
  const desks = new Map<string, Desk>();
  for (const [name, source] of opened.sources) {
    const spec = profile.profile.sources[name];
    const form = spec && claimsForm(spec);
    if (form?.kind === 'table') desks.set(name, { source, claims: createClaimsDesk(form.table, source.dialect) });
  }
  const soon = () => ({ deadline: now() + patience });
  const namesOf = (endpoint: string | undefined): readonly string[] => {
    const names = endpoint === undefined ? [...written.values()].flatMap((own) => [...own]) : written.get(endpoint);
    return [...new Set(names)];
  };
  const desksOf = (endpoint: string | undefined): readonly Desk[] =>
    namesOf(endpoint).flatMap((name) => desks.get(name) ?? []);

  /** The desk that has the claim, with its id. */
  async function locate(
    endpoint: string,
    key: string,
  ): Promise<{ readonly desk: Desk; readonly claim: Claim } | undefined> {
    const ids = [claimId(installation, endpoint, key), ...(/^[0-9a-f]{64}$/.test(key) ? [key] : [])];
    for (const desk of desksOf(endpoint)) {
      for (const id of ids) {
        const claim = await desk.source.snapshot(soon(), (session) => desk.claims.read(session, id));
        if (claim?.endpoint === endpoint) return { desk, claim };
      }
    }
    return undefined;
  }

  const writes: Writes = {
    unclaimed: (endpoint) => namesOf(endpoint).filter((name) => !desks.has(name)),
    async list(filter) {
      const lists = await Promise.all(
        desksOf(filter.endpoint).map(({ source, claims }) =>
          source.snapshot(soon(), (session) => claims.list(session, filter)),
        ),
      );
      const newestFirst = (a: Claim, b: Claim): number => (a.createdAt < b.createdAt ? 1 : -1);
      return lists.length === 1 ? (lists[0] ?? []) : lists.flat().sort(newestFirst).slice(0, filter.limit);
    },
    async show(endpoint, key) {
      return (await locate(endpoint, key))?.claim;
    },
    async release(endpoint, key) {
      const found = await locate(endpoint, key);
      if (found === undefined) return { kind: 'absent' };
      const { desk, claim } = found;
      const releasedAt = new Date(now()).toISOString();
      return desk.source.transaction(soon(), (session) => desk.claims.release(session, claim.id, releasedAt));
    },
    close,
  };
  return { ok: true, writes };
}
