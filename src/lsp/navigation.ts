/** Hover, definitions, references, changes of names and quick fixes over the protocol. */
import {
  type CodeAction,
  CodeActionKind,
  type Connection,
  ErrorCodes,
  ResponseError,
  SemanticTokensBuilder,
  type ServerCapabilities,
  type TextDocumentPositionParams,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { type FileEdit, type LanguageService, type Position, tokenTypes } from '../language/index.ts';
import { diagnosticOf, fileOfUri, locationOf, uriOf } from './convert.ts';

export const navigationCapabilities = {
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  codeLensProvider: {},
  semanticTokensProvider: { legend: { tokenTypes: [...tokenTypes], tokenModifiers: [] }, full: true },
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
} satisfies ServerCapabilities;

function workspaceEdit(edits: readonly FileEdit[]): WorkspaceEdit {
  const files = new Set(edits.map(({ file }) => file));
  const changes = [...files].map((file) => [
    uriOf(file),
    edits.filter((edit) => edit.file === file).map(({ range, text }) => ({ range, newText: text })),
  ]);
  return { changes: Object.fromEntries(changes) };
}

/** Answers the requests of an editor. `packageRoot`: the folder of the documentation. */
export function serveNavigation(connection: Connection, service: LanguageService, packageRoot: string): void {
  /** The answer for a profile; null for other files. */
  function inProfile<Answer>(
    { textDocument: { uri }, position }: TextDocumentPositionParams,
    answer: (file: string, position: Position) => Answer,
  ): Answer | null {
    const file = fileOfUri(uri);
    return file === undefined || !service.isProfile(file) ? null : answer(file, position);
  }

  connection.onHover((params) =>
    inProfile(params, (file, position) => {
      const found = service.hover(file, position);
      return found === undefined ? null : { contents: { kind: 'markdown', value: found.text }, range: found.range };
    }),
  );
  connection.onDefinition((params) =>
    inProfile(params, (file, position) => service.definition(file, position).map(locationOf)),
  );
  connection.onReferences((params) =>
    inProfile(params, (file, position) =>
      service.references(file, position, params.context.includeDeclaration).map(locationOf),
    ),
  );
  connection.onPrepareRename((params) =>
    inProfile(params, (file, position) => service.renamable(file, position) ?? null),
  );
  connection.onRenameRequest((params) =>
    inProfile(params, (file, position) => {
      const renamed = service.rename(file, position, params.newName);
      return renamed.ok
        ? workspaceEdit(renamed.edits)
        : new ResponseError<void>(ErrorCodes.InvalidParams, renamed.reason);
    }),
  );
  connection.onCodeLens(({ textDocument: { uri } }) => {
    const file = fileOfUri(uri);
    if (file === undefined || !service.isProfile(file)) return null;
    return service.lenses(file).map(({ range, title }) => ({ range, command: { title, command: '' } }));
  });
  connection.languages.semanticTokens.on(({ textDocument: { uri } }) => {
    const builder = new SemanticTokensBuilder();
    const file = fileOfUri(uri);
    const tokens = file === undefined || !service.isProfile(file) ? [] : service.tokens(file);
    for (const { range, type } of tokens) {
      const { start, end } = range;
      builder.push(start.line, start.character, end.character - start.character, tokenTypes.indexOf(type), 0);
    }
    return builder.build();
  });
  connection.onCodeAction(({ textDocument: { uri }, range }) => {
    const file = fileOfUri(uri);
    if (file === undefined || !service.isProfile(file)) return null;
    return service.fixes(file, range).map(
      ({ title, finding, edits, isPreferred }): CodeAction => ({
        title,
        kind: CodeActionKind.QuickFix,
        isPreferred,
        diagnostics: [diagnosticOf(finding, packageRoot)],
        edit: workspaceEdit(edits),
      }),
    );
  });
}
