/** The language server: the language service over the protocol of editors, on a pair of streams. */
import { createConnection, type InitializeResult, TextDocumentSyncKind } from 'vscode-languageserver/node';
import { actionCapabilities, type CommandHost, serveActions, serveCommands } from './commands.ts';
import { completionList, fileOfUri } from './convert.ts';
import { listCases } from './list-cases.ts';
import { navigationCapabilities, serveNavigation } from './navigation.ts';
import { type EditorWorkspace, folderOf } from './open-service.ts';
import { outlineCapabilities, serveOutline } from './outline.ts';
import { createPublisher } from './publish.ts';
import type { CaseRun, RequestedRun } from './run-cases.ts';
import { watchFiles } from './watched-files.ts';

interface ServerOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly version: string;
  /** Folder of the program's package.json, with the documentation. */
  readonly packageRoot: string;
  /** Whether to check with the databases of the profiles, too. */
  readonly connect: boolean;
  /** Runs cases; undefined if the program cannot be started. */
  readonly runCases: ((run: RequestedRun) => Promise<CaseRun>) | undefined;
  /** Creates the service for the folders that the editor has open; none if it has opened single files. */
  readonly openWorkspace: (
    folders: readonly string[],
    failed: (profile: string, reason: string) => void,
  ) => EditorWorkspace;
}

/** Serves until the editor ends the session. */
export function serveEditor({
  input,
  output,
  version,
  packageRoot,
  connect,
  runCases,
  openWorkspace,
}: ServerOptions): Promise<void> {
  const connection = createConnection(input, output);
  const ended = Promise.withResolvers<void>();
  connection.onInitialize(({ workspaceFolders, rootUri, capabilities }): InitializeResult => {
    const roots = workspaceFolders?.map(({ uri }) => uri) ?? [rootUri ?? ''];
    const folders = roots.flatMap((uri) => fileOfUri(uri) ?? []);
    const { service, rereadTables, callErp } = openWorkspace(folders, (profile, reason) =>
      connection.window.showWarningMessage(`The tables of ${profile} cannot be read: ${reason}`),
    );
    const failed = (error: unknown): void =>
      connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    const publisher = createPublisher({ connection, service, packageRoot, connect, failed });
    const openFiles = new Set<string>();
    connection.onDidOpenTextDocument(({ textDocument: { uri, text } }) => update(uri, text, publisher.opened));
    connection.onDidChangeTextDocument(({ textDocument: { uri }, contentChanges }) => {
      const text = contentChanges.at(-1)?.text;
      if (text !== undefined) update(uri, text, publisher.changed);
    });
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      const file = fileOfUri(uri);
      if (file === undefined) return;
      openFiles.delete(file);
      const overlays = service.dependents(file).filter((one) => one !== file);
      service.close(file);
      publisher.closed(file);
      for (const one of overlays) publisher.changed(one);
    });
    const canSnippets = capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;
    connection.onCompletion(({ textDocument: { uri }, position }) => {
      const file = fileOfUri(uri);
      if (file === undefined || !service.isServed(file)) return null;
      return completionList(service.complete(file, position), canSnippets);
    });
    serveNavigation(connection, service);
    serveOutline(connection, service, openFiles);
    connection.onRequest('engine/cases', ({ uri }: { readonly uri: string }) => {
      const file = fileOfUri(uri);
      return file === undefined || !service.isProfile(file) ? null : listCases(service, file);
    });
    const { window, workspace } = capabilities;
    const host: CommandHost = {
      connection,
      service,
      packageRoot,
      callErp,
      runCases:
        runCases && ((profile, endpoint) => runCases({ profile, endpoint, folder: folderOf(profile, folders) })),
      support: { execute: workspace?.executeCommand !== undefined, show: window?.showDocument?.support === true },
      canRefresh: workspace?.codeLens?.refreshSupport === true,
    };
    serveActions(host);
    serveCommands(host);
    watchFiles({ connection, capabilities, openFiles, changed: publisher.changed, rereadTables });
    function update(uri: string, text: string, check: (file: string) => void): void {
      const file = fileOfUri(uri);
      if (file === undefined) return;
      openFiles.add(file);
      service.open(file, text);
      check(file);
    }
    return {
      serverInfo: { name: 'engine', version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Full },
        ...navigationCapabilities,
        ...outlineCapabilities,
        ...actionCapabilities,
        completionProvider: { triggerCharacters: [':', '.', '$', '{', '/', ' '] },
      },
    };
  });
  connection.onExit(() => ended.resolve());
  input.on('end', () => ended.resolve());
  connection.listen();
  return ended.promise;
}
