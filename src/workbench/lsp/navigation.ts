/** Hover, definitions, references, changes of names and highlighting over the protocol. */
import {
  type Connection,
  type DocumentSymbol,
  ErrorCodes,
  ResponseError,
  SemanticTokensBuilder,
  type ServerCapabilities,
  SymbolKind,
  type TextDocumentPositionParams,
} from 'vscode-languageserver';
import { type LanguageService, type Position, type ProfileSymbol, tokenTypes } from '../language/index.ts';
import { fileOfUri, locationOf, workspaceEdit } from './convert.ts';

export const navigationCapabilities = {
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  signatureHelpProvider: { triggerCharacters: ['(', ','] },
  documentSymbolProvider: true,
  foldingRangeProvider: true,
  documentFormattingProvider: true,
  renameProvider: { prepareProvider: true },
  semanticTokensProvider: { legend: { tokenTypes: [...tokenTypes], tokenModifiers: [] }, full: true },
} satisfies ServerCapabilities;

const symbolKinds: Readonly<Record<ProfileSymbol['kind'], SymbolKind>> = {
  section: SymbolKind.Module,
  endpoint: SymbolKind.Method,
  key: SymbolKind.Property,
};

const documentSymbol = ({ name, kind, range, nameRange, children }: ProfileSymbol): DocumentSymbol => ({
  ...{ name, kind: symbolKinds[kind], range, selectionRange: nameRange },
  children: children.map(documentSymbol),
});

/** The structure of a profile: symbols and folding, and its house style. */
function serveOutline(connection: Connection, service: LanguageService): void {
  const profileOf = (uri: string): string | undefined => {
    const file = fileOfUri(uri);
    return file !== undefined && service.isProfile(file) ? file : undefined;
  };
  connection.onDocumentSymbol(({ textDocument: { uri } }) => {
    const file = profileOf(uri);
    return file === undefined ? null : service.symbols(file).map(documentSymbol);
  });
  connection.onFoldingRanges(({ textDocument: { uri } }) => {
    const file = profileOf(uri);
    return file === undefined
      ? null
      : service.foldings(file).map(({ start, end }) => ({ startLine: start, endLine: end }));
  });
  connection.onDocumentFormatting(({ textDocument: { uri } }) => {
    const file = profileOf(uri);
    const edits = file === undefined ? undefined : service.format(file);
    return edits?.map(({ range, text }) => ({ range, newText: text })) ?? null;
  });
}

/** Answers the requests of an editor. */
export function serveNavigation(connection: Connection, service: LanguageService): void {
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
      const hoverText = service.hover(file, position);
      return hoverText === undefined
        ? null
        : { contents: { kind: 'markdown', value: hoverText.text }, range: hoverText.range };
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
  connection.onDocumentHighlight((params) =>
    inProfile(params, (file, position) =>
      service
        .references(file, position, true)
        .filter((place) => place.file === file)
        .map(({ range }) => ({ range })),
    ),
  );
  connection.onSignatureHelp((params) =>
    inProfile(params, (file, position) => {
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
    inProfile(params, (file, position) => {
      const target = service.renamable(file, position);
      return target.ok ? target.range : new ResponseError<void>(ErrorCodes.InvalidParams, target.reason);
    }),
  );
  connection.onRenameRequest((params) =>
    inProfile(params, (file, position) => {
      const renamed = service.rename(file, position, params.newName);
      return renamed.ok
        ? workspaceEdit(renamed.edits)
        : new ResponseError<void>(ErrorCodes.InvalidParams, renamed.reason);
    }),
  );
  serveOutline(connection, service);
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
}
