/** Findings about the profile, as of `engine check`. */
import { dirname } from 'node:path';
import { checkProfile } from '../../../engine/index.ts';
import { checkDatabases } from '../../../engine/tools/index.ts';
import type { ShownFinding } from './protocol/findings.ts';
import type { Workspace } from './workspace/workspace.ts';

/** Findings about the saved profile. `connect`: also against the databases; changes nothing there. */
export async function check(workspace: Workspace, connect: boolean): Promise<ShownFinding[]> {
  const { host, profileFile, profileName: file } = workspace;
  const { contract, now } = host;
  const { environment } = workspace.load().profile;
  const { text, bases } = await workspace.read();
  const diagnostics = connect
    ? await checkDatabases({ text, file, bases, folder: dirname(profileFile), contract, environment, now })
    : await checkProfile(text, file, contract, environment, { bases, folder: dirname(profileFile) });
  return workspace.findings(diagnostics, new Map([[file, text], ...bases.texts]));
}
