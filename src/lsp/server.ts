/** The language server: the language service over the protocol of editors, on a pair of streams. */
import { createConnection, type InitializeResult, TextDocumentSyncKind } from 'vscode-languageserver/node';
import type { LanguageService } from '../language/index.ts';
import { completionList, fileOfUri } from './convert.ts';
import { navigationCapabilities, serveNavigation } from './navigation.ts';
import { createPublisher } from './publish.ts';

export interface ServerOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly version: string;
  /** Folder of the program's package.json, with the documentation. */
  readonly packageRoot: string;
  /** Creates the service for the folder that the editor has open; undefined if it has opened single files. */
  readonly createService: (
    folder: string | undefined,
    failed: (profile: string, reason: string) => void,
  ) => LanguageService;
}

/** Serves until the editor ends the session. */
export function serveEditor({ input, output, version, packageRoot, createService }: ServerOptions): Promise<void> {
  const connection = createConnection(input, output);
  const ended = Promise.withResolvers<void>();
  connection.onInitialize(({ workspaceFolders, rootUri, capabilities }): InitializeResult => {
    const root = workspaceFolders?.[0]?.uri ?? rootUri ?? undefined;
    const service = createService(root === undefined ? undefined : fileOfUri(root), (profile, reason) =>
      connection.window.showWarningMessage(`The tables of ${profile} cannot be read: ${reason}`),
    );
    const failed = (error: unknown): void =>
      connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    const publisher = createPublisher({ connection, service, packageRoot, checked: () => undefined, failed });
    connection.onDidOpenTextDocument(({ textDocument: { uri, text } }) => update(uri, text, publisher.opened));
    connection.onDidChangeTextDocument(({ textDocument: { uri }, contentChanges }) => {
      const text = contentChanges.at(-1)?.text;
      if (text !== undefined) update(uri, text, publisher.changed);
    });
    connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
      const file = fileOfUri(uri);
      if (file === undefined) return;
      const overlays = service.dependents(file).filter((one) => one !== file);
      service.close(file);
      publisher.closed(file);
      for (const one of overlays) publisher.changed(one);
    });
    const canSnippets = capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;
    connection.onCompletion(({ textDocument: { uri }, position }) => {
      const file = fileOfUri(uri);
      if (file === undefined || !service.isProfile(file)) return null;
      return completionList(service.complete(file, position), canSnippets);
    });
    serveNavigation(connection, service, packageRoot);
    function update(uri: string, text: string, check: (file: string) => void): void {
      const file = fileOfUri(uri);
      if (file === undefined) return;
      service.open(file, text);
      check(file);
    }
    return {
      serverInfo: { name: 'engine', version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Full },
        ...navigationCapabilities,
        completionProvider: { triggerCharacters: [':', '.', '$', '{', '/', ' '] },
      },
    };
  });
  connection.onExit(() => ended.resolve());
  input.on('end', () => ended.resolve());
  connection.listen();
  return ended.promise;
}
