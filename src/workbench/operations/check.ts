/** Findings about the profile, as of `engine check`. */
import { dirname } from 'node:path';
import { checkProfile } from '../../../engine/index.ts';
import { checkConnected } from '../../service/lifecycle/command-tokens.ts';
import type { ShownFinding } from './protocol/findings.ts';
import type { Workspace } from './workspace/workspace.ts';

/** Findings about the saved profile. `connect`: also against the databases; changes nothing there. */
export async function check(workspace: Workspace, connect: boolean): Promise<ShownFinding[]> {
  const { host, profileFile, profileName: file } = workspace;
  const { contract, now } = host;
  const { config, profile } = workspace.load();
  const { environment } = profile;
  const { text, bases } = await workspace.read();
  const folder = dirname(profileFile);
  const diagnostics = connect
    ? await checkConnected(host, profile, config, { text, file, bases, folder, contract, environment, now })
    : await checkProfile(text, file, contract, environment, { bases, folder });
  return workspace.findings(diagnostics, new Map([[file, text], ...bases.texts]));
}
