/** The profiles of the open folders. */
import * as vscode from 'vscode';

/** Names by which a file is a profile; the language server also knows others by their first keys. */
export const profilePattern = '**/{profile,*.profile}.{yaml,yml}';

/** Uninteresting copies. */
const excluded = '**/{node_modules,dist}/**';

/** The YAML files beside a folder with cases that begin as a profile does, whatever their names are. */
async function profilesWithCases(): Promise<readonly vscode.Uri[]> {
  const cases = await vscode.workspace.findFiles('**/cases/*.{yaml,yml}', excluded);
  const folders = new Map(cases.map((uri) => vscode.Uri.joinPath(uri, '../..')).map((uri) => [uri.toString(), uri]));
  const profiles: vscode.Uri[] = [];
  for (const folder of folders.values()) {
    for (const [name, type] of await vscode.workspace.fs.readDirectory(folder)) {
      if (type !== vscode.FileType.File || !/\.ya?ml$/.test(name)) continue;
      const uri = vscode.Uri.joinPath(folder, name);
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      if (/^(?:profile|extends):\s*\S/m.test(text)) profiles.push(uri);
    }
  }
  return profiles;
}

/** The profiles by their names, and those that have cases. Sorted by path. */
export async function findProfiles(): Promise<readonly vscode.Uri[]> {
  const files = [...(await vscode.workspace.findFiles(profilePattern, excluded)), ...(await profilesWithCases())];
  const distinct = new Map(files.map((uri) => [uri.toString(), uri]));
  return [...distinct.values()].sort((one, other) => one.path.localeCompare(other.path));
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
