/** Reads what the last run of `engine test` wrote beside a profile: coverage/lcov.info and coverage/cases.xml. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { readText } from '../config/environment.ts';
import type { TestResults } from '../language/index.ts';

const caseNode = z.looseObject({
  '@classname': z.string(),
  failure: z.unknown().optional(),
  skipped: z.unknown().optional(),
});
const report = z.object({
  testsuites: z.object({ testsuite: z.array(z.object({ testcase: z.array(caseNode).default([]) })) }),
});

/** Passed and failed cases by endpoint, of a JUnit file; undefined if it is not one. */
function resultsIn(text: string): TestResults['results'] {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    isArray: (name) => name === 'testsuite' || name === 'testcase',
  });
  const parsed = report.safeParse(parser.parse(text));
  if (!parsed.success) return undefined;
  const counts = new Map<string, { passed: number; failed: number }>();
  for (const one of parsed.data.testsuites.testsuite.flatMap(({ testcase }) => testcase)) {
    if (one.skipped !== undefined) continue;
    const count = counts.get(one['@classname']) ?? { passed: 0, failed: 0 };
    counts.set(one['@classname'], count);
    if (one.failure === undefined) count.passed += 1;
    else count.failed += 1;
  }
  return counts;
}

/** The lines of a file with the number of times that they were reached, of an lcov tracefile. */
function linesIn(text: string, file: string): TestResults['reached'] {
  const record = text.split('end_of_record').find((one) => one.includes(`SF:${file}\n`));
  if (record === undefined) return undefined;
  return new Map([...record.matchAll(/^DA:(\d+),(\d+)/gm)].map(([, line, times]) => [Number(line), Number(times)]));
}

/** `files`: the profile and its bases; `folder`: the folder that the editor has open. */
export function readTestResults(files: readonly string[], folder: string): TestResults {
  const [profile = ''] = files;
  const cases = files.flatMap((file) => {
    const own = join(dirname(file), 'cases');
    if (!existsSync(own)) return [];
    return readdirSync(own)
      .filter((name) => /\.ya?ml$/.test(name))
      .flatMap((name) => readText(join(own, name)) ?? []);
  });
  const written = (name: string): string | undefined =>
    [dirname(profile), folder].map((one) => readText(join(one, 'coverage', name))).find((text) => text !== undefined);
  const [results, coverage] = [written('cases.xml'), written('lcov.info')];
  return {
    cases,
    results: results === undefined ? undefined : resultsIn(results),
    reached: coverage === undefined ? undefined : linesIn(coverage, profile),
  };
}
