/** Converts results of the language service to the types of the protocol. */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  InsertTextFormat,
  InsertTextMode,
  type Location,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import type { CompletionKind, FileEdit, FileFinding, FileRange, PlacedCompletions } from '../language/index.ts';

/** Absolute path of a document; undefined if it is no file. */
export function fileOfUri(uri: string): string | undefined {
  return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
}

/** A `file:` URI; `file` is an absolute path. */
export const uriOf = (file: string): string => pathToFileURL(file).href;

/** Ranges of the language service are already in the protocol's form: lines and UTF-16 units from 0. */
export const locationOf = ({ file, range }: FileRange): Location => ({ uri: uriOf(file), range });

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  advice: DiagnosticSeverity.Information,
} as const satisfies Record<FileFinding['severity'], DiagnosticSeverity>;

/** The address of a heading of docs/diagnostics.md. `packageRoot`: the folder of the documentation. */
export function explanationOf(packageRoot: string, code: string, title: string): string {
  const heading = `${code}: ${title}`.toLowerCase();
  const anchor = heading.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
  return `${uriOf(join(packageRoot, 'docs/diagnostics.md'))}#${anchor}`;
}

/** `packageRoot`: the folder of the documentation. */
export function diagnosticOf(finding: FileFinding, packageRoot: string): Diagnostic {
  const { code, severity, message, hint, range, related, coordinate } = finding;
  const relatedInformation = related.map(
    (place): DiagnosticRelatedInformation => ({ location: locationOf(place), message: place.reason }),
  );
  const contract = coordinate === undefined ? '' : `\nContract: ${coordinate}`;
  return {
    range,
    severity: severities[severity],
    code,
    codeDescription: { href: explanationOf(packageRoot, code, finding.title) },
    source: 'engine',
    message: `${message}\nHint: ${hint}${contract}`,
    ...(relatedInformation.length === 0 ? {} : { relatedInformation }),
  };
}

const kinds: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  endpoint: CompletionItemKind.Module,
  value: CompletionItemKind.Value,
  column: CompletionItemKind.Field,
  table: CompletionItemKind.Struct,
  field: CompletionItemKind.EnumMember,
  parameter: CompletionItemKind.TypeParameter,
  part: CompletionItemKind.Reference,
  function: CompletionItemKind.Function,
  variable: CompletionItemKind.Variable,
  setting: CompletionItemKind.Constant,
  keyword: CompletionItemKind.Keyword,
  snippet: CompletionItemKind.Snippet,
};

/** A snippet as plain text, for editors without snippets. */
const withoutPlaceholders = (text: string): string =>
  text
    .replaceAll(/\$\{\d+:((?:[^}\\]|\\.)*)\}/g, '$1')
    .replaceAll(/(?<!\\)\$\d/g, '')
    .replaceAll(/\\([$}\\])/g, '$1');

/** `canSnippets`: the editor understands placeholders. */
export function completionList({ items, isIncomplete }: PlacedCompletions, canSnippets: boolean): CompletionList {
  return {
    isIncomplete,
    items: items.map((item, index): CompletionItem => {
      const { label, kind, detail, documentation, insert, snippet, range, filter = label } = item;
      const newText = snippet && !canSnippets ? withoutPlaceholders(insert) : insert;
      return {
        label,
        kind: kinds[kind],
        ...(detail === undefined ? {} : { detail }),
        ...(documentation === undefined ? {} : { documentation: { kind: 'markdown', value: documentation } }),
        // The order of the service, not that of the alphabet.
        sortText: String(index).padStart(5, '0'),
        filterText: filter,
        insertTextFormat: snippet && canSnippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
        insertTextMode: InsertTextMode.asIs,
        textEdit: { range, newText },
      };
    }),
  };
}

/** The edits grouped by file, those of each file in their order. */
export function workspaceEdit(edits: readonly FileEdit[]): WorkspaceEdit {
  const files = new Set(edits.map(({ file }) => file));
  const changes = [...files].map((file) => [
    uriOf(file),
    edits.filter((edit) => edit.file === file).map(({ range, text }) => ({ range, newText: text })),
  ]);
  return { changes: Object.fromEntries(changes) };
}
