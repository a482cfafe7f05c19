/** The connection with the language server `engine lsp`. */
import * as vscode from 'vscode';
import { LanguageClient, State, TransportKind } from 'vscode-languageclient/node';
import { engineCommand } from './engine-command.ts';

export interface LanguageServer extends vscode.Disposable {
  readonly isRunning: boolean;
  /** Fires when the server has started or ended. */
  readonly onChange: vscode.Event<void>;
  /** Asks the server; undefined while it does not run. */
  request<Answer>(method: string, params: object): Promise<Answer | undefined>;
  /** Ends the server, and starts it again with the settings of now. Shows a message if it cannot be started. */
  restart(): Promise<void>;
}

function createClient(): { readonly client: LanguageClient; readonly line: string } {
  const settings = vscode.workspace.getConfiguration('erpEngine');
  const { command, args, shell } = engineCommand(['lsp', ...(settings.get('connect', false) ? ['--connect'] : [])]);
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const options = { ...(cwd === undefined ? {} : { cwd }), shell };
  const server = { command, args: [...args], transport: TransportKind.stdio, options };
  const client = new LanguageClient('erpEngine', 'ERP engine', server, {
    documentSelector: [{ scheme: 'file', language: 'yaml' }],
  });
  return { client, line: [command, ...args].join(' ') };
}

/** The server is started by the first `restart`. */
export function createLanguageServer(): LanguageServer {
  const changed = new vscode.EventEmitter<void>();
  let client: LanguageClient | undefined;
  async function stop(): Promise<void> {
    const before = client;
    client = undefined;
    // A client whose server could not be started refuses to stop.
    await before?.dispose().catch(() => undefined);
  }
  return {
    get isRunning() {
      return client?.state === State.Running;
    },
    onChange: changed.event,
    async request(method, params) {
      return client?.state === State.Running ? client.sendRequest(method, params) : undefined;
    },
    async restart() {
      await stop();
      const created = createClient();
      client = created.client;
      client.onDidChangeState(() => changed.fire());
      try {
        await client.start();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        void vscode.window.showErrorMessage(
          `"${created.line}" cannot be started: ${reason}. Install the engine in this folder, or set erpEngine.command.`,
        );
      }
    },
    dispose() {
      changed.dispose();
      return stop();
    },
  };
}
