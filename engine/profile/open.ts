/** Opens a profile from its file, together with its base profiles. */
import type { Contract, Endpoint } from '../base/contract.ts';
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
  /** Says which ids the endpoints of `only` have. */
  readonly contract?: Contract | undefined;
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

/** The kinds of ids that endpoints can read, find or check. The first endpoint with a field of that name gives its kind. */
export function idKindsOf({ endpoints }: Contract, only: ReadonlySet<string>): ReadonlySet<string> {
  const idFields = ({ request, answer }: Endpoint) =>
    [request, answer.kind === 'rows' ? answer.row : answer.fields].flatMap((fields) =>
      Object.entries(fields).flatMap(([name, field]) => (field.type === 'id' ? [{ name, kind: field.idKind }] : [])),
    );
  const all = endpoints.flatMap(idFields);
  const kinds = endpoints
    .filter(({ path }) => only.has(path))
    .flatMap(idFields)
    .flatMap(({ name, kind }) => [kind, all.find((one) => one.name === name)?.kind ?? kind]);
  // Ids of debtors may be declared as those of customers.
  return new Set<string>(kinds.flatMap((kind) => (kind === 'debtor' ? [kind, 'customer'] : [kind])));
}

/** Reads, merges and validates a profile, as far as possible without a contract. `load`: for a caller that keeps loaded texts. */
export async function openProfile(
  file: ProfileFile,
  environment: Environment,
  purpose: Purpose = 'start',
  load: LoadText = loadText,
): Promise<OpenedProfile> {
  const { profileFile, profileName, profileText, locate, databaseKinds: kinds, only, contract } = file;
  const read =
    profileText === undefined ? await readProfile(profileFile, profileName) : { ok: true as const, text: profileText };
  if (!read.ok) return { loaded: undefined, diagnostics: [read.diagnostic], sources: new Map() };
  const bases = await readBases(read.text, profileFile, profileName, locate);
  const sources = new Map([[profileName, read.text], ...bases.texts]);
  const ids = only && contract && idKindsOf(contract, only);
  const loaded = load(read.text, profileName, { bases, kinds, only, ids });
  return { ...withSettings(loaded, environment, purpose), sources };
}
