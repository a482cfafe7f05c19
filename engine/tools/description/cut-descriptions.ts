/** Cuts a vendor's files down to what a profile uses of them. */
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Contract } from '../../base/contract.ts';
import { type CutDescription, cutDescription } from '../../description/cut/cut.ts';
import { DescriptionFiles } from '../../description/files.ts';
import type { DescriptionUse } from '../../description/uses.ts';
import { type Diagnostic, hasError } from '../../diagnostics/diagnostic.ts';
import { openProfile, type ProfileFile } from '../../profile/open.ts';
import { isHttp, type Profile } from '../../profile/schema/index.ts';
import type { Environment } from '../../profile/settings.ts';
import { findingsOf } from '../../start/check.ts';
import { createCompiler } from '../../start/profile-compiler.ts';
import { readServices } from '../../start/read-services.ts';
import { createReportingContext } from '../../start/reporting-context.ts';

export interface CutInput extends ProfileFile {
  readonly contract: Contract;
  readonly environment: Environment;
  /** The source whose requests the files describe; undefined: the only source over HTTP. */
  readonly source: string | undefined;
  /** Absolute paths of the vendor's files. */
  readonly files: readonly string[];
  /** The comment at the beginning of each cut. */
  readonly head: string;
}

/** A file and its cut; without one where the profile uses nothing of it. */
export interface FileCut {
  readonly file: string;
  readonly cut: CutDescription | undefined;
}

export type CutResult =
  | { readonly kind: 'cut'; readonly files: readonly FileCut[] }
  /** The profile has no such source. `sources`: those over HTTP. */
  | { readonly kind: 'noSource'; readonly sources: readonly string[] }
  /** `sources`: the texts to which diagnostics refer. */
  | {
      readonly kind: 'faulty';
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: ReadonlyMap<string, string>;
    };

function hasUse(use: DescriptionUse): boolean {
  switch (use.kind) {
    case 'openapi':
      return use.paths.size > 0;
    case 'openrpc':
      return use.calls.size > 0;
    case 'odata':
      return use.sets.size > 0;
    case 'xsd':
      return true;
  }
}

/** The profile with these files as the description of a source. */
function describing({ sources, ...profile }: Profile, name: string, files: readonly string[]): Profile {
  const source = sources[name];
  if (source === undefined || !isHttp(source)) return { sources, ...profile };
  const written = typeof source.describedBy === 'object' && 'files' in source.describedBy ? source.describedBy : {};
  const described = { ...written, files: [...files] };
  return { ...profile, sources: { ...sources, [name]: { ...source, describedBy: described } } };
}

/** Compiles the profile for every combination of facts, and keeps of each file what was read. Reads no ERP. */
export async function cutDescriptions(input: CutInput): Promise<CutResult> {
  const { contract, environment, files, head } = input;
  const { loaded, diagnostics, sources } = await openProfile(input, environment, 'check');
  if (loaded === undefined) return { kind: 'faulty', diagnostics, sources };
  const named = Object.entries(loaded.profile.sources).flatMap(([name, one]) => (isHttp(one) ? [name] : []));
  const source = input.source ?? (named.length === 1 ? named[0] : undefined);
  if (source === undefined || !named.includes(source)) return { kind: 'noSource', sources: named };
  const profile = describing(loaded.profile, source, files);
  const whole = { ...loaded, profile, contract, thorough: true };
  const findings: Diagnostic[] = [];
  const reporter = createReportingContext(whole, findings);
  const services = await readServices(profile, dirname(input.profileFile), new DescriptionFiles(), reporter);
  if (hasError(findings)) return { kind: 'faulty', diagnostics: findings, sources };
  await findingsOf(createCompiler({ ...whole, services }), 'check');
  const uses = services.get(source)?.uses ?? [];
  const cuts = files.map(async (file, index): Promise<FileCut> => {
    const use = uses[index];
    const isUsed = use !== undefined && hasUse(use);
    return { file, cut: isUsed ? cutDescription(await readFile(file, 'utf8'), use, head) : undefined };
  });
  return { kind: 'cut', files: await Promise.all(cuts) };
}
