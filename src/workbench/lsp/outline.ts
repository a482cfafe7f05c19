/** The structure of a profile over the protocol: symbols, folding, selections, links and formatting. */
import {
  type Connection,
  type DocumentSymbol,
  type SelectionRange,
  type ServerCapabilities,
  SymbolKind,
} from 'vscode-languageserver';
import type { LanguageService, ProfileSymbol } from '../language/index.ts';
import { fileOfUri, locationOf, uriOf } from './convert.ts';

export const outlineCapabilities = {
  documentSymbolProvider: true,
  workspaceSymbolProvider: true,
  foldingRangeProvider: true,
  selectionRangeProvider: true,
  documentLinkProvider: {},
  documentFormattingProvider: true,
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

/** The structure of a profile: symbols, folding, selections, links to files, and its house style. `openFiles`: those in which symbols of the workspace are looked for. */
export function serveOutline(connection: Connection, service: LanguageService, openFiles: ReadonlySet<string>): void {
  const servedFile = (uri: string): string | undefined => {
    const file = fileOfUri(uri);
    return file !== undefined && service.isServed(file) ? file : undefined;
  };
  connection.onDocumentSymbol(({ textDocument: { uri } }) => {
    const file = servedFile(uri);
    return file === undefined ? null : service.symbols(file).map(documentSymbol);
  });
  connection.onFoldingRanges(({ textDocument: { uri } }) => {
    const file = servedFile(uri);
    return file === undefined
      ? null
      : service.foldings(file).map(({ start, end }) => ({ startLine: start, endLine: end }));
  });
  connection.onDocumentFormatting(({ textDocument: { uri } }) => {
    const file = servedFile(uri);
    const edits = file === undefined ? undefined : service.format(file);
    return edits?.map(({ range, text }) => ({ range, newText: text })) ?? null;
  });
  connection.onWorkspaceSymbol(({ query }) => {
    const letters = query.toLowerCase();
    return [...openFiles]
      .filter((file) => service.isServed(file))
      .flatMap((file) => service.symbols(file).map((section) => ({ file, section })))
      .flatMap(({ file, section }) =>
        section.children
          .filter(({ name }) => name.toLowerCase().includes(letters))
          .map(({ name, kind, nameRange }) => ({
            ...{ name, kind: symbolKinds[kind], containerName: section.name },
            location: locationOf({ file, range: nameRange }),
          })),
      );
  });
  connection.onSelectionRanges(({ textDocument: { uri }, positions }) => {
    const file = servedFile(uri);
    if (file === undefined) return null;
    return positions.map((position) => {
      const ranges = service.selections(file, position);
      const outermost: SelectionRange = { range: ranges.at(-1) ?? { start: position, end: position } };
      return ranges.slice(0, -1).reduceRight((parent, range): SelectionRange => ({ range, parent }), outermost);
    });
  });
  connection.onDocumentLinks(({ textDocument: { uri } }) => {
    const file = servedFile(uri);
    return file === undefined
      ? null
      : service.links(file).map((link) => ({ range: link.range, target: uriOf(link.file) }));
  });
}
