/** `engine lsp` as a process, and an editor that talks to it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMessageConnection } from 'vscode-jsonrpc/node';
import type { Diagnostic } from 'vscode-languageserver-types';

const program = join(import.meta.dirname, '../../../../dist/src/entry.js');

interface Published {
  readonly uri: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Editor {
  /** Opens a file with this text. Resolves to its findings. */
  readonly open: (file: string, text: string) => Promise<readonly Diagnostic[]>;
  /** Replaces the text of an open file. Resolves to its findings. */
  readonly change: (file: string, text: string) => Promise<readonly Diagnostic[]>;
  readonly close: (file: string) => Promise<void>;
  /** Reports that files have changed on disk. */
  readonly changedOnDisk: (...files: readonly string[]) => Promise<void>;
  /** The findings that were last published for a file. */
  readonly findings: (file: string) => readonly Diagnostic[] | undefined;
  /** The next findings that are published for a file. */
  readonly next: (file: string) => Promise<readonly Diagnostic[]>;
  readonly request: <Answer>(method: string, params: object) => Promise<Answer>;
  /** Ends the session as an editor does. Resolves to the exit status. */
  readonly end: () => Promise<number | null>;
}

/** What the server asks an editor to do. */
export interface Asked {
  readonly method: string;
  readonly params: unknown;
}

interface EditorOptions {
  /** What the editor can do, as the protocol describes it. */
  readonly capabilities?: object;
  /** Receives the requests and messages of the server, apart from findings. */
  readonly asked?: (asked: Asked) => void;
}

/** Starts the server for a folder. */
export async function startEditor(
  folder: string,
  args: readonly string[] = [],
  { capabilities = {}, asked }: EditorOptions = {},
): Promise<Editor> {
  const child = spawn(process.execPath, [program, 'lsp', ...args], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const connection = createMessageConnection(child.stdout, child.stdin);
  const last = new Map<string, readonly Diagnostic[]>();
  const waiting = new Map<string, ((diagnostics: readonly Diagnostic[]) => void)[]>();
  let version = 0;
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: Published) => {
    last.set(uri, diagnostics);
    const heard = waiting.get(uri) ?? [];
    waiting.delete(uri);
    for (const resolve of heard) resolve(diagnostics);
  });
  connection.onRequest((method, params) => {
    asked?.({ method, params });
    return method === 'window/showDocument' ? { success: true } : null;
  });
  connection.onNotification((method, params) => asked?.({ method, params }));
  connection.listen();
  const rootUri = pathToFileURL(folder).href;
  await connection.sendRequest('initialize', { processId: process.pid, rootUri, capabilities });
  await connection.sendNotification('initialized', {});
  const uriOf = (file: string): string => pathToFileURL(file).href;
  const next = (file: string): Promise<readonly Diagnostic[]> =>
    new Promise((resolve) => waiting.set(uriOf(file), [...(waiting.get(uriOf(file)) ?? []), resolve]));

  return {
    async open(file, text) {
      const nextDiagnostics = next(file);
      version += 1;
      const textDocument = { uri: uriOf(file), languageId: 'yaml', version, text };
      await connection.sendNotification('textDocument/didOpen', { textDocument });
      return nextDiagnostics;
    },
    async change(file, text) {
      const nextDiagnostics = next(file);
      version += 1;
      const textDocument = { uri: uriOf(file), version };
      await connection.sendNotification('textDocument/didChange', { textDocument, contentChanges: [{ text }] });
      return nextDiagnostics;
    },
    async close(file) {
      await connection.sendNotification('textDocument/didClose', { textDocument: { uri: uriOf(file) } });
    },
    async changedOnDisk(...paths) {
      const changes = paths.map((file) => ({ uri: uriOf(file), type: 2 }));
      await connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    },
    findings: (file) => last.get(uriOf(file)),
    next,
    request: (method, params) => connection.sendRequest(method, params),
    async end() {
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      return exited;
    },
  };
}
