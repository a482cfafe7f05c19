/** Findings in the log. */
import type { Diagnostic } from '../../../engine/index.ts';

/** `profile.yaml:12:5 MAP101 The column ...` */
export function findingLine({ code, message, place }: Diagnostic): string {
  return `${place === undefined ? '' : `${place.file}:${place.line}:${place.column} `}${code} ${message}`;
}

/** Warnings and advice are left out. */
export const errorsOf = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics.filter(({ severity }) => severity === 'error');
