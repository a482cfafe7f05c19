/** Fills the generated cases with the answers of a run over the fixture. Cases without an answer are removed and reported; a file without cases, too. */
import { readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isSeq, parseDocument } from 'yaml';
import type { Host } from '../../service/lifecycle/host.ts';
import { openFixtures } from '../../workbench/testing/fixture/fixtures.ts';
import { progressLine } from '../shared/progress.ts';
import { scratchServers } from '../test/database-servers.ts';
import { runProfiles } from '../test/run-profiles.ts';
import { updateCases } from '../test/update.ts';

interface FirstCases {
  /** Number of cases that have an answer. */
  readonly count: number;
  /** Why cases or the whole file were removed. */
  readonly messages: readonly string[];
}

/** Runs the cases of the profile in `folder`, and writes the answers into them. */
export async function fillCases(host: Host, folder: string): Promise<FirstCases> {
  const file = join(folder, 'cases', 'first.yaml');
  const messages: string[] = [];
  const quiet: Host = {
    ...host,
    out: () => undefined,
    err: (text) => void messages.push(text.trim()),
    width: undefined,
  };
  const fixtures = openFixtures(scratchServers([], host.env));
  const flags = {
    format: 'text',
    jobs: 1,
    update: true,
    yes: true,
    scratch: [],
    set: [],
    bank: [],
    withOverlay: [],
  } as const;
  try {
    const profile = join(folder, 'profile.yaml');
    const line = progressLine(quiet);
    const first = await runProfiles({ host: quiet, fixtures, flags, line }, [profile], undefined);
    if (first.faulty || first.unproven.length > 0) {
      remove(file);
      const withoutName = (text: string): string =>
        first.unproven.reduce((rest, name) => rest.replace(`${name} is not run: `, 'No cases were written: '), text);
      return { count: 0, messages: messages.map(withoutName) };
    }
    const results = first.files.flatMap((file) => file.results);
    const failed = results.filter(({ actual }) => !actual.ok);
    await updateCases({ ...quiet, err: () => undefined }, flags, first);
    const document = parseDocument(readFileSync(file, 'utf8'));
    const cases = document.get('cases');
    const names = failed.map(({ testCase }) => testCase.case);
    if (isSeq(cases))
      cases.items = cases.items.filter((_, place) => !names.includes(results[place]?.testCase.case ?? ''));
    if (failed.length < results.length) writeFileSync(file, document.toString({ lineWidth: 0 }));
    else remove(file);
    const reasons = failed.map(
      ({ testCase, actual }) => `${testCase.call}: ${actual.ok ? '' : actual.problem.message}`,
    );
    return { count: results.length - failed.length, messages: [...messages, ...reasons] };
  } finally {
    await fixtures.close();
  }
}

/** Removes the file, and its folder if that is empty then. */
function remove(file: string): void {
  rmSync(file);
  if (readdirSync(dirname(file)).length === 0) rmdirSync(dirname(file));
}
