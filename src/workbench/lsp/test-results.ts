/** Reads what the last run of `engine test` wrote beside a profile: coverage/lcov.info and coverage/cases.xml. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { readText } from '../../service/config/environment.ts';
import type { CaseFile, EndpointRun, TestResults } from '../language/index.ts';

const caseNode = z.looseObject({
  '@classname': z.string(),
  failure: z.unknown().optional(),
  skipped: z.unknown().optional(),
});
const report = z.object({
  testsuites: z.object({ testsuite: z.array(z.object({ testcase: z.array(caseNode).default([]) })) }),
});

/** Passed and failed cases by endpoint, of a JUnit file; undefined if it is not one. */
export function resultsIn(text: string): TestResults['results'] {
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

/** The paths of the files with cases beside a profile and its bases. */
export function casePaths(files: readonly string[]): readonly string[] {
  return files.flatMap((profile) => {
    const folder = join(dirname(profile), 'cases');
    if (!existsSync(folder)) return [];
    const names = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
    return names.sort().map((name) => join(folder, name));
  });
}

/** The files with cases beside a profile and its bases. */
export const caseFiles = (files: readonly string[]): readonly CaseFile[] =>
  casePaths(files).flatMap((file) => {
    const text = readText(file);
    return text === undefined ? [] : [{ file, text }];
  });

/** The first case of an endpoint, as a line from 0; undefined if there is none. `files`: the profile and its bases. */
export function firstCase(
  files: readonly string[],
  endpoint: string,
): { readonly file: string; readonly line: number } | undefined {
  for (const { file, text } of caseFiles(files)) {
    const line = text.split('\n').findIndex((one) => /\bcall:\s*["']?([\w/-]+)/.exec(one)?.[1] === endpoint);
    if (line >= 0) return { file, line };
  }
  return undefined;
}

/** Where a run of the cases writes its results. */
const resultsFolder = (profile: string): string => join(dirname(profile), 'coverage');

/** Where runs of single endpoints write theirs. */
export const endpointsFolder = (profile: string): string => join(resultsFolder(profile), 'endpoints');

/** The files of a run: of all cases, or of one endpoint. */
export function resultFiles(
  profile: string,
  endpoint: string | undefined,
): { readonly cases: string; readonly coverage: string } {
  if (endpoint === undefined) {
    const folder = resultsFolder(profile);
    return { cases: join(folder, 'cases.xml'), coverage: join(folder, 'lcov.info') };
  }
  const name = join(endpointsFolder(profile), encodeURIComponent(endpoint));
  return { cases: `${name}.xml`, coverage: `${name}.info` };
}

/** The last runs of single endpoints, by endpoint. */
function endpointRuns(profile: string): ReadonlyMap<string, EndpointRun> {
  const folder = endpointsFolder(profile);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.xml')) : [];
  return new Map(
    names.map((name) => {
      const endpoint = decodeURIComponent(name.replace(/\.xml$/, ''));
      const files = resultFiles(profile, endpoint);
      const [results, coverage] = [readText(files.cases), readText(files.coverage)];
      const result = results === undefined ? undefined : resultsIn(results)?.get(endpoint);
      return [endpoint, { result, reached: coverage === undefined ? undefined : linesIn(coverage, profile) }];
    }),
  );
}

/** `files`: the profile and its bases; `folder`: the folder that the editor has open. */
export function readTestResults(files: readonly string[], folder: string): TestResults {
  const [profile = ''] = files;
  const written = (name: string): string | undefined =>
    [resultsFolder(profile), join(folder, 'coverage')]
      .map((one) => readText(join(one, name)))
      .find((text) => text !== undefined);
  const [results, coverage] = [written('cases.xml'), written('lcov.info')];
  return {
    cases: caseFiles(files),
    results: results === undefined ? undefined : resultsIn(results),
    reached: coverage === undefined ? undefined : linesIn(coverage, profile),
    alone: endpointRuns(profile),
  };
}
