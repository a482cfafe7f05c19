/** Findings of a verb, in the form that was asked for. */
import { Option } from 'commander';
import type { Diagnostic } from '../../../engine/diagnostics/diagnostic.ts';
import { countText, renderJson, sortDiagnostics } from '../../../engine/diagnostics/render.ts';
import { renderSarif } from '../../../engine/diagnostics/sarif.ts';
import type { ExitStatus, Host } from '../../service/host.ts';
import { showDiagnostics } from '../../service/show-diagnostics.ts';
import { junitText } from '../../testing/junit.ts';

/** What was found under one name: a profile's, or that of the configuration. */
export interface Checked {
  readonly name: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Texts that the diagnostics point into. */
  readonly sources: ReadonlyMap<string, string>;
}

/** `--format`, for the verbs that show findings. */
export const formatFlag = (): Option =>
  new Option('--format <format>', 'how findings are shown').choices(['text', 'json', 'sarif', 'junit']).default('text');

/** `--strict`, for the same. */
export const strictFlag = (): Option => new Option('--strict', 'warnings count as errors do');

/** All findings as one document; undefined for the form that people read. */
function documentOf(found: readonly Checked[], format: string, version: string): string | undefined {
  const all = found.flatMap(({ diagnostics }) => diagnostics);
  switch (format) {
    case 'json':
      return renderJson(all);
    case 'sarif':
      return renderSarif(all, version);
    case 'junit':
      return renderJunit(found);
    default:
      return undefined;
  }
}

/** A file is a suite; each finding is a failed case of it, and a file without any has one case that holds. */
function renderJunit(found: readonly Checked[]): string {
  return junitText(
    found.map(({ name, diagnostics }) => {
      const failed = sortDiagnostics(diagnostics).map(({ code, message, hint, place, coordinate }) => {
        const where = place === undefined ? name : `${place.file}:${place.line}:${place.column}`;
        return {
          group: code,
          name: where,
          ms: 0,
          failure: {
            message,
            text: [message, hint, where, ...(coordinate === undefined ? [] : [`contract: ${coordinate}`])].join('\n'),
          },
        };
      });
      return { name, cases: failed.length > 0 ? failed : [{ group: 'check', name, ms: 0, failure: undefined }] };
    }),
  );
}

function show(host: Host, { name, diagnostics, sources }: Checked): void {
  if (diagnostics.length > 0) showDiagnostics(host, diagnostics, sources);
  host.out(`${name}: ${countText(diagnostics)}\n`);
}

/** Shows all that was found. Gives the exit status: 1 where an error is among it, or anything that is `strict`. */
export function showFindings(
  host: Host,
  found: readonly Checked[],
  { format, strict }: { readonly format: string; readonly strict?: true },
): ExitStatus {
  const document = documentOf(found, format, host.version);
  if (document === undefined) for (const checked of found) show(host, checked);
  else host.out(document);
  const fails = ({ severity }: Diagnostic): boolean => severity === 'error' || strict === true;
  return found.some(({ diagnostics }) => diagnostics.some(fails)) ? 1 : 0;
}
