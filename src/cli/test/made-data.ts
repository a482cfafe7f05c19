/** `--make-data`: writes rows for the checks that lack them, and says how to use them. */
import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { displayPath } from '../../service/config/display-path.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { showDiagnostics } from '../../service/lifecycle/show-diagnostics.ts';
import { countsOf } from '../../workbench/checks/conformance/report.ts';
import type { CheckResult } from '../../workbench/checks/core/run-checks.ts';
import { type Made, type MakeRun, makeData } from '../../workbench/checks/make-data/make-data.ts';
import { UsageError } from '../shared/usage.ts';

/** Throws `UsageError` for a file that exists: the author may have changed it. */
export function refuseExisting({ cwd }: Host, given: string): void {
  if (existsSync(resolve(cwd, given))) throw new UsageError(`${given} exists: name a new file for --make-data`);
}

/** Writes the file, and what is in it to stderr. */
export async function writeMadeData(
  host: Host,
  given: string,
  run: MakeRun,
  results: readonly CheckResult[],
): Promise<void> {
  const file = resolve(host.cwd, given);
  const made = await makeData(run, results);
  switch (made.kind) {
    case 'refused':
      return showDiagnostics(host, made.diagnostics, made.sources);
    case 'unproven':
      return host.err(`No rows are made: ${made.reason}. ${made.cure}\n`);
    case 'made':
      if (made.sql !== '') writeFileSync(file, `${header(made)}\n${made.sql}`, { flag: 'wx' });
      return host.err(`${linesOf(made, given, targetOf(host, run, file)).join('\n')}\n`);
  }
}

const header = ({ made }: Made): string =>
  [
    '-- Written by engine test --conformance --make-data. Review each row: it must be one that the ERP itself could have.',
    ...made.map(({ needs, what }) => `-- ${needs}: ${what}.`.replaceAll('\n', ' ')),
    '',
  ].join('\n');

/** Where the loader reads the file after all others of the fixture. */
function targetOf({ cwd }: Host, { profileFile, declared }: MakeRun, file: string): string {
  const folder = join(dirname(profileFile), 'fixture');
  const sourceFolder = declared.sources.map(({ name }) => join(folder, name)).find((one) => existsSync(one));
  return displayPath(cwd, join(sourceFolder ?? folder, `zz-${basename(file)}`));
}

function linesOf({ made, left, results, sql }: Made, file: string, target: string): readonly string[] {
  const notMade = left.map((needs) => `  no rows are made for ${needs}: add them by hand`);
  if (sql === '') return ['No rows are made.', ...notMade];
  const { passed, failed, notTested } = countsOf(results);
  const failing = results
    .filter(({ outcome }) => outcome.kind === 'failed')
    .map(({ check }) => `  FAIL ${check.path}: ${check.title}`);
  return [
    `${file} has ${made.length} of the missing records:`,
    ...made.map(({ needs, what }) => `  ${needs}: ${what}`),
    ...notMade,
    `With these rows ${passed} checks pass, ${failed} fail and ${notTested} are not tested.`,
    ...failing,
    `Review them, and move the file to ${target}. Cases over this fixture may then have further rows in their answers.`,
  ];
}
