/** Shows the findings of a verb as text, JSON, SARIF or JUnit. */

import { Option } from 'commander';
import type { Diagnostic } from '../../../engine/index.ts';
import {
  countText,
  type Paint,
  paintOf,
  renderJson,
  renderSarif,
  sortDiagnostics,
  withoutSecretsOf,
} from '../../../engine/tools/index.ts';
import type { ExitStatus, Host } from '../../service/lifecycle/host.ts';
import { showDiagnostics } from '../../service/lifecycle/show-diagnostics.ts';
import { junitText } from '../../workbench/testing/junit.ts';

/** The findings about a profile or the configuration. */
export interface Checked {
  readonly name: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Texts that the diagnostics point into. */
  readonly sources: ReadonlyMap<string, string>;
  /** What to print instead of "no findings", such as "written". */
  readonly success?: string;
}

/** `--format`, for the verbs that show findings. */
export const formatFlag = (): Option =>
  new Option('--format <format>', 'output format').choices(['text', 'json', 'sarif', 'junit']).default('text');

/** `--strict`, for the same. */
export const strictFlag = (): Option => new Option('--strict', 'treat warnings as errors');

/** All findings as one document; undefined for the format `text`. */
function documentOf(checkedProfiles: readonly Checked[], format: string, version: string): string | undefined {
  const all = checkedProfiles.flatMap(({ diagnostics, sources }) => withoutSecretsOf(diagnostics, sources));
  switch (format) {
    case 'json':
      return renderJson(all, new Map());
    case 'sarif':
      return renderSarif(all, version);
    case 'junit':
      return renderJunit(checkedProfiles);
    default:
      return undefined;
  }
}

/** A test suite per file with a failed test for each error and warning, or with one passed test. Advice is no failure. */
function renderJunit(checkedProfiles: readonly Checked[]): string {
  return junitText(
    checkedProfiles.map(({ name, diagnostics, sources }) => {
      const faults = diagnostics.filter(({ severity }) => severity !== 'advice');
      const failed = sortDiagnostics(withoutSecretsOf(faults, sources)).map(
        ({ code, message, hint, place, alsoAt = [], coordinate }) => {
          const text = ({ file, line, column }: NonNullable<Diagnostic['place']>): string =>
            `${file}:${line}:${column}`;
          const where = place === undefined ? name : text(place);
          const contract = coordinate === undefined ? [] : [`contract: ${coordinate}`];
          return {
            group: code,
            name: where,
            ms: 0,
            failure: {
              message,
              text: [message, hint, where, ...alsoAt.map((other) => `also at ${text(other)}`), ...contract].join('\n'),
            },
          };
        },
      );
      return { name, cases: failed.length > 0 ? failed : [{ group: 'check', name, ms: 0, failure: undefined }] };
    }),
  );
}

/** The last line: `no findings`, or the number of findings in the colour of the worst. */
function summaryOf({ diagnostics, success }: Checked, paint: Paint): string {
  if (diagnostics.length === 0) return paint('good', success ?? countText(diagnostics));
  const severities = ['error', 'warning', 'advice'] as const;
  const worst = severities.find((one) => diagnostics.some(({ severity }) => severity === one)) ?? 'advice';
  return paint(worst, countText(diagnostics));
}

function show(host: Host, checked: Checked): void {
  const { name, diagnostics, sources } = checked;
  if (diagnostics.length > 0) showDiagnostics(host, diagnostics, sources);
  host.out(`${name}: ${summaryOf(checked, paintOf(host.color.out))}\n`);
}

/** Shows all findings. Returns the exit status: 1 if there are errors, or with `strict` warnings. Advice never fails. */
export function showFindings(
  host: Host,
  checkedProfiles: readonly Checked[],
  { format, strict }: { readonly format: string; readonly strict?: true },
): ExitStatus {
  const document = documentOf(checkedProfiles, format, host.version);
  if (document === undefined) for (const checked of checkedProfiles) show(host, checked);
  else host.out(document);
  const fails = ({ severity }: Diagnostic): boolean =>
    severity === 'error' || (severity === 'warning' && strict === true);
  return checkedProfiles.some(({ diagnostics }) => diagnostics.some(fails)) ? 1 : 0;
}
