/** The profile that the studio is about: its files, its configuration and its secrets. */

import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type Bases, type Diagnostic, type Place, readBases } from '../../../../engine/index.ts';
import { codes, sortDiagnostics, withoutSecretsOf } from '../../../../engine/tools/index.ts';
import type { LoadedConfig } from '../../../service/config/load.ts';
import { locateBase } from '../../../service/config/locate-base.ts';
import type { Host } from '../../../service/lifecycle/host.ts';
import { loadProfile, type ProfileInput, type SettingFlags } from '../../../service/lifecycle/load-profile.ts';
import { profileSecrets } from '../../../service/lifecycle/secret-concealer.ts';
import { type Conceal, concealSecrets } from '../access/conceal.ts';
import { type Folder, inFolder, openFolder, Refused } from '../access/folder.ts';
import type { ShownFinding, ShownPlace } from '../protocol/findings.ts';

export interface Workspace {
  readonly host: Host;
  /** Absolute path of the profile, and its name in messages. */
  readonly profileFile: string;
  readonly profileName: string;
  /** Absolute path of the folder. */
  readonly root: string;
  readonly folder: Folder;
  /** Values of environment variables for this session, which come before all others. They are kept in memory only. */
  readonly sessionValues: Map<string, string>;
  /** Reads the configuration, which may have changed. Throws `Refused` if it names no profile any more. */
  load(): { readonly config: LoadedConfig; readonly profile: ProfileInput };
  /** The saved text of the profile, and the profiles that it extends. */
  read(): Promise<{ readonly text: string; readonly bases: Bases }>;
  /** Findings in the form of the page. `sources`: the texts that they point into. */
  findings(diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, string>): ShownFinding[];
  place(place: Place): ShownPlace;
  /** A function that hides the secret settings of the profile, as they are now. */
  conceal(): Promise<Conceal>;
}

type OpenedWorkspace =
  | { readonly ok: true; readonly workspace: Workspace }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** Finds the profile of the flags, or of the configuration. */
export function openWorkspace(host: Host, flags: SettingFlags): OpenedWorkspace {
  const first = loadProfile(host, flags);
  if (!first.ok) return first;
  const { profileFile, profileName } = first.profile;
  const root = dirname(profileFile);
  // The profile stays the same for the session, even if the configuration names another one.
  const fixed = { ...flags, profile: profileFile };

  const sessionValues = new Map<string, string>();

  function load(): ReturnType<Workspace['load']> {
    const loaded = loadProfile(host, fixed);
    if (!loaded.ok) throw new Refused(loaded.diagnostics.map(({ message, hint }) => `${message} ${hint}`).join(' '));
    const { config, profile } = loaded;
    const environment = { ...profile.environment, ...Object.fromEntries(sessionValues) };
    return { config: { ...config, environment }, profile: { ...profile, environment } };
  }

  const place = ({ file, line, column, length }: Place): ShownPlace => ({
    file: inFolder(root, resolve(host.cwd, file)) ?? file,
    ...{ line, column, length },
  });

  const workspace: Workspace = {
    ...{ host, profileFile, profileName, root, sessionValues, load, place },
    folder: openFolder(root, basename(profileFile)),
    async read() {
      const text = readFileSync(profileFile, 'utf8');
      return { text, bases: await readBases(text, profileFile, profileName, locateBase(host)) };
    },
    findings(diagnostics, sources) {
      return sortDiagnostics(withoutSecretsOf(diagnostics, sources)).map((one) => shownFinding(one, place));
    },
    async conceal() {
      const text = existsSync(profileFile) ? readFileSync(profileFile, 'utf8') : '';
      return concealSecrets(await profileSecrets(load().profile), text);
    },
  };
  return { ok: true, workspace };
}

function shownFinding(finding: Diagnostic, shown: Workspace['place']): ShownFinding {
  const { code, severity, message, hint, place, alsoAt, coordinate } = finding;
  return {
    ...{ code, title: codes[code].title, severity, message, hint },
    ...(place === undefined ? {} : { place: shown(place) }),
    ...(alsoAt === undefined ? {} : { alsoAt: alsoAt.map(shown) }),
    ...(coordinate === undefined ? {} : { coordinate, endpoint: coordinate.split(' ')[0] ?? coordinate }),
  };
}
