/** The profiles of the open folders. */
import * as vscode from 'vscode';

/** Names by which a file is a profile; the language server also knows others by their first keys. */
export const profilePattern = '**/{profile,*.profile}.{yaml,yml}';

/** Uninteresting copies. */
const excluded = '**/{node_modules,dist}/**';

/** The profiles by their names, and the open document that the language server takes for one. Sorted by path. */
export async function findProfiles(): Promise<readonly vscode.Uri[]> {
  const files = await vscode.workspace.findFiles(profilePattern, excluded);
  return files.sort((one, other) => one.path.localeCompare(other.path));
}

/** The profile of the active editor; otherwise the only one, or the one that the user chooses. Undefined if there is none. */
export async function chooseProfile(): Promise<vscode.Uri | undefined> {
  const active = vscode.window.activeTextEditor?.document;
  if (active?.languageId === 'yaml' && !/\/(?:cases|fixture)\//.test(active.uri.path)) return active.uri;
  const profiles = await findProfiles();
  if (profiles.length === 0) void vscode.window.showInformationMessage('Open a profile, such as profile.yaml, first.');
  if (profiles.length < 2) return profiles[0];
  const items = profiles.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  return (await vscode.window.showQuickPick(items, { placeHolder: 'The profile' }))?.uri;
}
