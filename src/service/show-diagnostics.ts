/** Findings, on stderr. */
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import { renderText } from '../../engine/diagnostics/render.ts';
import type { Host } from './host.ts';

/** Writes all findings at once, with the lines of `sources` that they point to. */
export function showDiagnostics(
  host: Host,
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
): void {
  const text = renderText(diagnostics, sources, { color: host.color });
  host.err(text.endsWith('\n') ? text : `${text}\n`);
}
