/** Changes of files on disk that no editor has open: by git, a generator or another program. */
import { basename } from 'node:path';
import {
  type ClientCapabilities,
  CodeLensRefreshRequest,
  type Connection,
  DidChangeWatchedFilesNotification,
} from 'vscode-languageserver';
import { fileOfUri } from './convert.ts';

interface WatchOptions {
  readonly connection: Connection;
  readonly capabilities: ClientCapabilities;
  /** The files that the editor has open: their changes are those of the editor. */
  readonly openFiles: ReadonlySet<string>;
  /** A profile is checked again. */
  readonly changed: (file: string) => void;
  readonly rereadTables: () => void;
}

/** Profiles and cases, descriptions of ERPs, scripts of databases, configuration, and results of test runs. */
const patterns = ['**/*.{yaml,yml,json,xml,sql}', '**/.env', '**/coverage/lcov.info'];

/** Files that no finding depends on. */
const isResult = (file: string): boolean => /[/\\]coverage[/\\](?:lcov\.info|cases\.xml|endpoints[/\\].+)$/.test(file);
const isCases = (file: string): boolean => /[/\\]cases[/\\][^/\\]+$/.test(file);

/** Asks the editor to report changes, where it can. Then checks the open profiles again, because their bases, descriptions or settings may have changed, and shows the lenses again. */
export function watchFiles({ connection, capabilities, openFiles, changed, rereadTables }: WatchOptions): void {
  const { workspace } = capabilities;
  connection.onInitialized(async () => {
    if (workspace?.didChangeWatchedFiles?.dynamicRegistration !== true) return;
    await connection.client.register(DidChangeWatchedFilesNotification.type, {
      watchers: patterns.map((globPattern) => ({ globPattern })),
    });
  });
  connection.onDidChangeWatchedFiles(async ({ changes }) => {
    const files = changes.flatMap(({ uri }) => fileOfUri(uri) ?? []).filter((file) => !openFiles.has(file));
    if (files.some((file) => /^(?:engine\.yaml|\.env)$/.test(basename(file)))) rereadTables();
    if (files.some((file) => !isResult(file) && !isCases(file))) for (const file of openFiles) changed(file);
    if (workspace?.codeLens?.refreshSupport === true && files.some((file) => isResult(file) || isCases(file)))
      await connection.sendRequest(CodeLensRefreshRequest.type);
  });
}
