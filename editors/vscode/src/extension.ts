/** The extension for VS Code: language server, tasks, tests, status and studio. */
import * as vscode from 'vscode';
import { registerIndentation } from './indentation.ts';
import { createLanguageServer, type LanguageServer } from './language-server.ts';
import { createStatus } from './status.ts';
import { registerStudio } from './studio-panel.ts';
import { registerTasks } from './tasks.ts';
import { createTests } from './tests/controller.ts';

let running: LanguageServer | undefined;

/** Called by VS Code with the first profile. */
export async function activate({ subscriptions }: vscode.ExtensionContext): Promise<void> {
  const server = createLanguageServer();
  running = server;
  const restart = (): Promise<void> => server.restart();
  subscriptions.push(
    vscode.commands.registerCommand('erpEngine.restart', restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('erpEngine')) void restart();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(restart),
    ...[createStatus(server), registerTasks(), createTests(server), registerStudio(), registerIndentation()],
  );
  await restart();
}

/** VS Code waits until the server has ended. */
export async function deactivate(): Promise<void> {
  await running?.dispose();
}
