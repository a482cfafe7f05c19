/** Opens a profile from its file, together with its base profiles. */
import type { Contract } from '../base/contract.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { DatabaseKind } from '../sources/sql/kind.ts';
import { type LoadedProfile, type LoadText, loadText, withSettings } from './load.ts';
import { type Bases, type LocateBase, readBases } from './overlay/bases.ts';
import type { Environment, Purpose } from './settings.ts';
import { readProfile } from './yaml/read-profile.ts';

export interface ProfileFile {
  /** Absolute path of the profile. */
  readonly profileFile: string;
  readonly profileName: string;
  /** The text of the profile where it differs from that of the file: a mutant. */
  readonly profileText?: string | undefined;
  /** Finds base profiles. If it is missing, `extends` is not resolved. */
  readonly locate?: LocateBase | undefined;
  /** The kinds of databases that the profile can name; those of the engine where it is left out. */
  readonly databaseKinds?: readonly DatabaseKind[] | undefined;
  /** Paths of the endpoints that are needed; all where it is missing. Faults of others do not matter. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** A profile for a contract. */
export interface ContractProfile extends ProfileFile {
  readonly contract: Contract;
  /** Environment variables that settings of the profile may use. */
  readonly environment: Environment;
}

/** A profile as text, for a contract. */
export interface ProfileText extends Pick<ContractProfile, 'contract' | 'environment'> {
  readonly text: string;
  /** The name of the profile in diagnostics. */
  readonly file: string;
  /** The profiles that it extends. */
  readonly bases?: Bases | undefined;
}

/** The result of an operation on a profile that cannot be used. */
export interface ProfileFaults {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
  /** The texts of the files, by the names that diagnostics use. */
  readonly sources: ReadonlyMap<string, string>;
}

interface OpenedProfile extends Omit<ProfileFaults, 'ok'> {
  /** Undefined if the profile is invalid. */
  readonly loaded: LoadedProfile | undefined;
}

/** Reads, merges and validates a profile, as far as possible without a contract. `load`: for a caller that keeps loaded texts. */
export async function openProfile(
  file: ProfileFile,
  environment: Environment,
  purpose: Purpose = 'start',
  load: LoadText = loadText,
): Promise<OpenedProfile> {
  const { profileFile, profileName, profileText, locate, databaseKinds: kinds, only } = file;
  const read =
    profileText === undefined ? await readProfile(profileFile, profileName) : { ok: true as const, text: profileText };
  if (!read.ok) return { loaded: undefined, diagnostics: [read.diagnostic], sources: new Map() };
  const bases = await readBases(read.text, profileFile, profileName, locate);
  const sources = new Map([[profileName, read.text], ...bases.texts]);
  const loaded = load(read.text, profileName, { bases, kinds, only });
  return { ...withSettings(loaded, environment, purpose), sources };
}
