/** The connection with the language server `engine lsp`. */
import * as vscode from 'vscode';
import { CloseAction, ErrorAction, ErrorCodes, LanguageClient, ResponseError, State } from 'vscode-languageclient/node';
import { engineCommand } from './engine-command.ts';
import { startEngine } from './engine-process.ts';

export interface LanguageServer extends vscode.Disposable {
  readonly isRunning: boolean;
  /** It has been started, and does not answer yet. */
  readonly isStarting: boolean;
  /** Fires when the server has started or ended. */
  readonly onChange: vscode.Event<void>;
  /** Asks the server; undefined while it does not run. */
  request<Answer>(method: string, params: object): Promise<Answer | undefined>;
  /** Ends the server, and starts it again with the settings of now. Shows a message if it cannot be started. */
  restart(): Promise<void>;
}

/** Crashes within `crashTime` milliseconds after which the server is not started again. */
const mostCrashes = 5;
const crashTime = 180_000;
/** Characters of what a server wrote before its end. */
const longestReason = 400;

const remedy = 'Install or update the engine in this folder, or set erpEngine.command.';

/** Its messages name neither the command nor what that wrote: they go to the output, and the extension shows one of its own. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** Whether a request has no answer because the server has ended. */
const hasEnded = (error: unknown): boolean =>
  error instanceof ResponseError && error.code === ErrorCodes.PendingResponseRejected;

interface CreatedClient {
  readonly client: LanguageClient;
  /** Why the server has not started, or has ended. */
  reason(error: unknown): string;
}

/** A client that starts its server again after a crash. `ended` is called when it does not any more. */
function createClient(ended: (reason: string) => void): CreatedClient {
  const settings = vscode.workspace.getConfiguration('erpEngine');
  const command = engineCommand(['lsp', ...(settings.get('connect', false) ? ['--connect'] : [])]);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? process.cwd();
  const crashes: number[] = [];
  let [written, end] = ['', ''];
  let hasStarted = false;
  const line = [command.command, ...command.args].join(' ');
  const reason = (error: unknown): string => {
    const why = [written.trim(), end, error instanceof Error ? error.message : ''].find((text) => text !== '') ?? '';
    return `"${line}" cannot be started: ${why.slice(-longestReason)}. ${remedy}`;
  };
  const start = (): Promise<ReturnType<typeof startEngine>> =>
    new Promise((resolve, reject) => {
      [written, end] = ['', ''];
      const child = startEngine(command, folder);
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        written = (written + text).slice(-10 * longestReason);
      });
      child.once('exit', (status, signal) => {
        end = `it has ended with ${signal ?? `status ${status}`}`;
      });
      child.once('error', reject);
      child.once('spawn', () => resolve(child));
    });
  const client = new QuietClient('erpEngine', 'ERP engine', start, {
    documentSelector: [{ scheme: 'file', language: 'yaml' }],
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed() {
        const now = Date.now();
        crashes.push(now);
        const isLast = crashes.filter((at) => now - at < crashTime).length > mostCrashes;
        if (hasStarted && !isLast) return { action: CloseAction.Restart, handled: true };
        if (hasStarted) ended(reason(undefined));
        return { action: CloseAction.DoNotRestart, handled: true };
      },
    },
  });
  client.onDidChangeState(({ newState }) => {
    hasStarted ||= newState === State.Running;
  });
  return { client, reason };
}

/** The server is started by the first `restart`. */
export function createLanguageServer(): LanguageServer {
  const changed = new vscode.EventEmitter<void>();
  let client: LanguageClient | undefined;
  /** Restarts follow one another: a client that is starting cannot be stopped. */
  let restarting: Promise<void> = Promise.resolve();
  async function stop(): Promise<void> {
    const before = client;
    client = undefined;
    // A client whose server could not be started, or has ended, refuses to stop.
    await before?.dispose().catch(() => undefined);
  }
  async function start(): Promise<void> {
    await stop();
    const report = (text: string): void => void vscode.window.showErrorMessage(text);
    const created = createClient(report);
    client = created.client;
    client.onDidChangeState(() => changed.fire());
    try {
      await created.client.start();
    } catch (error) {
      report(created.reason(error));
    }
    changed.fire();
  }
  return {
    get isRunning() {
      return client?.state === State.Running;
    },
    get isStarting() {
      return client?.state === State.Starting;
    },
    onChange: changed.event,
    async request(method, params) {
      if (client?.state !== State.Running) return undefined;
      try {
        return await client.sendRequest(method, params);
      } catch (error) {
        if (hasEnded(error)) return undefined;
        throw error;
      }
    },
    restart() {
      restarting = restarting.then(start);
      return restarting;
    },
    dispose() {
      changed.dispose();
      return stop();
    },
  };
}
