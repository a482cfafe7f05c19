/** Shows findings to the user. */
import { type Diagnostic, renderText } from '../../../engine/index.ts';
import type { Host } from './host.ts';

/** Writes findings to stderr, with code frames from `sources`. */
export function showDiagnostics(
  host: Pick<Host, 'err' | 'color'>,
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
): void {
  const text = renderText(diagnostics, sources, { color: host.color.err });
  host.err(text.endsWith('\n') ? text : `${text}\n`);
}
