/** The VS Code extension: starts `engine lsp` and connects it with the editor. */
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const vscode = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');

let client;

/** The command of the settings, of the folder's packages, or of the PATH. */
function commandOf() {
  const settings = vscode.workspace.getConfiguration('erpEngine');
  const given = settings.get('command', []);
  if (given.length > 0) return given;
  const suffix = process.platform === 'win32' ? '.cmd' : '';
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    const local = join(folder.uri.fsPath, 'node_modules', '.bin', `engine${suffix}`);
    if (existsSync(local)) return [local];
  }
  return [`engine${suffix}`];
}

async function start() {
  const [command, ...given] = commandOf();
  const settings = vscode.workspace.getConfiguration('erpEngine');
  const args = [...given, 'lsp', ...(settings.get('connect', false) ? ['--connect'] : [])];
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const server = {
    command,
    args,
    transport: TransportKind.stdio,
    // Windows runs .cmd files only in a shell.
    options: { cwd: folder, shell: process.platform === 'win32' },
  };
  client = new LanguageClient('erpEngine', 'ERP engine', server, {
    documentSelector: [{ scheme: 'file', language: 'yaml' }],
  });
  try {
    await client.start();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    vscode.window.showErrorMessage(
      `"${[command, ...args].join(' ')}" cannot be started: ${text}. Install the engine in this folder, or set erpEngine.command.`,
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running?.isRunning() === true) await running.stop();
}

exports.activate = async (context) => {
  const restart = async () => {
    await stop();
    await start();
  };
  context.subscriptions.push(
    vscode.commands.registerCommand('erpEngine.restart', restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('erpEngine')) return restart();
    }),
  );
  await start();
};

exports.deactivate = stop;
