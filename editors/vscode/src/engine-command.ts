/** How the extension starts the engine. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';

export interface EngineCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Windows starts .cmd files only in a shell. */
  readonly shell: boolean;
}

const isWindows = process.platform === 'win32';

/** The command of the settings, of the packages of an open folder, or of the PATH; with these arguments. */
export function engineCommand(args: readonly string[]): EngineCommand {
  const [given, ...first] = vscode.workspace.getConfiguration('erpEngine').get<readonly string[]>('command', []);
  return { command: given ?? installedEngine(), args: [...first, ...args], shell: isWindows };
}

function installedEngine(): string {
  const name = isWindows ? 'engine.cmd' : 'engine';
  const folders = vscode.workspace.workspaceFolders ?? [];
  const installed = folders.map(({ uri }) => join(uri.fsPath, 'node_modules', '.bin', name));
  return installed.find((file) => existsSync(file)) ?? name;
}

/** The folder of a file, in which its commands run: that of engine.yaml, .env and relative paths. */
export function folderOf(uri: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(uri) ?? vscode.workspace.workspaceFolders?.[0];
  return folder?.uri.fsPath ?? join(uri.fsPath, '..');
}
