/** Hover, definitions, references, changes of names and highlighting over the protocol. */
import {
  type Connection,
  ErrorCodes,
  ResponseError,
  SemanticTokensBuilder,
  type ServerCapabilities,
  type TextDocumentPositionParams,
} from 'vscode-languageserver';
import { type LanguageService, type Position, tokenTypes } from '../language/index.ts';
import { fileOfUri, locationOf, workspaceEdit } from './convert.ts';

export const navigationCapabilities = {
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  signatureHelpProvider: { triggerCharacters: ['(', ','] },
  renameProvider: { prepareProvider: true },
  semanticTokensProvider: { legend: { tokenTypes: [...tokenTypes], tokenModifiers: [] }, full: true },
} satisfies ServerCapabilities;

/** Answers the requests of an editor. */
export function serveNavigation(connection: Connection, service: LanguageService): void {
  /** The answer for a file that the service knows; null for others. */
  function inServed<Answer>(
    { textDocument: { uri }, position }: TextDocumentPositionParams,
    answer: (file: string, position: Position) => Answer,
  ): Answer | null {
    const file = fileOfUri(uri);
    return file === undefined || !service.isServed(file) ? null : answer(file, position);
  }

  connection.onHover((params) =>
    inServed(params, (file, position) => {
      const hoverText = service.hover(file, position);
      return hoverText === undefined
        ? null
        : { contents: { kind: 'markdown', value: hoverText.text }, range: hoverText.range };
    }),
  );
  connection.onDefinition((params) =>
    inServed(params, (file, position) => service.definition(file, position).map(locationOf)),
  );
  connection.onReferences((params) =>
    inServed(params, (file, position) =>
      service.references(file, position, params.context.includeDeclaration).map(locationOf),
    ),
  );
  connection.onDocumentHighlight((params) =>
    inServed(params, (file, position) =>
      service
        .references(file, position, true)
        .filter((place) => place.file === file)
        .map(({ range }) => ({ range })),
    ),
  );
  connection.onSignatureHelp((params) =>
    inServed(params, (file, position) => {
      const signature = service.signature(file, position);
      if (signature === undefined) return null;
      const { label, parameters, active, documentation } = signature;
      return {
        signatures: [
          {
            label,
            ...(documentation === undefined ? {} : { documentation: { kind: 'markdown', value: documentation } }),
            parameters: parameters.map(([start, end]) => ({ label: [start, end] })),
          },
        ],
        activeSignature: 0,
        activeParameter: active,
      };
    }),
  );
  connection.onPrepareRename((params) =>
    inServed(params, (file, position) => {
      const target = service.renamable(file, position);
      return target.ok ? target.range : new ResponseError<void>(ErrorCodes.InvalidParams, target.reason);
    }),
  );
  connection.onRenameRequest((params) =>
    inServed(params, (file, position) => {
      const renamed = service.rename(file, position, params.newName);
      return renamed.ok
        ? workspaceEdit(renamed.edits)
        : new ResponseError<void>(ErrorCodes.InvalidParams, renamed.reason);
    }),
  );
  connection.languages.semanticTokens.on(({ textDocument: { uri } }) => {
    const builder = new SemanticTokensBuilder();
    const file = fileOfUri(uri);
    const tokens = file === undefined || !service.isServed(file) ? [] : service.tokens(file);
    for (const { range, type } of tokens) {
      const { start, end } = range;
      builder.push(start.line, start.character, end.character - start.character, tokenTypes.indexOf(type), 0);
    }
    return builder.build();
  });
}
