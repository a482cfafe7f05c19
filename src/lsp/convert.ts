/** Converts results of the language service to the types of the protocol. */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  type Location,
} from 'vscode-languageserver';
import type { FileFinding, FileRange } from '../language/index.ts';

/** Absolute path of a document; undefined if it is no file. */
export function fileOfUri(uri: string): string | undefined {
  return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
}

export const uriOf = (file: string): string => pathToFileURL(file).href;

export const locationOf = ({ file, range }: FileRange): Location => ({ uri: uriOf(file), range });

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  advice: DiagnosticSeverity.Information,
} as const satisfies Record<FileFinding['severity'], DiagnosticSeverity>;

/** The anchor of a heading of docs/diagnostics.md. */
function anchorOf({ code, title }: FileFinding): string {
  const heading = `${code}: ${title}`.toLowerCase();
  return heading.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
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
    codeDescription: { href: `${uriOf(join(packageRoot, 'docs/diagnostics.md'))}#${anchorOf(finding)}` },
    source: 'engine',
    message: `${message}\nHint: ${hint}${contract}`,
    ...(relatedInformation.length === 0 ? {} : { relatedInformation }),
  };
}
