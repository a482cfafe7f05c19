/** The cases of a profile by endpoint, for the list of tests of an editor. */
import { dirname } from 'node:path';
import { isMap, isScalar, isSeq } from 'yaml';
import { composeYaml } from '../../../engine/tools/index.ts';
import type { LanguageService } from '../language/index.ts';
import { uriOf } from './convert.ts';
import { caseFiles } from './test-results.ts';

interface ListedCase {
  readonly title: string;
  readonly uri: string;
  /** From 0. */
  readonly line: number;
}

/** The answer to the request `engine/cases` of an editor. */
interface ListedCases {
  /** In the order of the files. */
  readonly endpoints: readonly {
    readonly path: string;
    /** The line of the endpoint in the profile, from 0; left out if a base of the profile has it. */
    readonly line?: number;
    readonly cases: readonly ListedCase[];
  }[];
}

interface WrittenCase {
  readonly case: string;
  readonly call: string;
  readonly line: number;
}

/** The cases of a file; none of a text that is no YAML. */
function casesIn(text: string): readonly WrittenCase[] {
  const composed = composeYaml(text);
  const list = composed.ok && isMap(composed.document.contents) ? composed.document.get('cases', true) : undefined;
  if (!isSeq(list)) return [];
  return list.items.flatMap((item): readonly WrittenCase[] => {
    if (!isMap(item)) return [];
    const [title, call] = [item.get('case', true), item.get('call', true)];
    if (!isScalar(title) || !isScalar(call)) return [];
    const line = text.slice(0, item.range?.[0] ?? 0).split('\n').length - 1;
    return [{ case: String(title.value), call: String(call.value), line }];
  });
}

/** A case of a base that the profile overrides is left out. */
export async function listCases(service: LanguageService, profile: string): Promise<ListedCases> {
  const sections = service.symbols(profile);
  // The bases of a profile are known after a check.
  const isUnread = service.filesOf(profile).length === 1 && sections.some(({ name }) => name === 'extends');
  if (isUnread) await service.check(profile);
  const endpointLines = new Map(
    sections
      .filter(({ name }) => name === 'endpoints')
      .flatMap(({ children }) => children.map(({ name, nameRange }) => [name, nameRange.start.line] as const)),
  );
  /** The folder of the nearest case with an endpoint and a title. */
  const folders = new Map<string, string>();
  const casesByEndpoint = new Map<string, ListedCase[]>();
  for (const { file, text } of caseFiles(service.filesOf(profile))) {
    for (const one of casesIn(text)) {
      const name = `${one.call} ${one.case}`;
      folders.set(name, folders.get(name) ?? dirname(file));
      if (folders.get(name) !== dirname(file)) continue;
      const cases = casesByEndpoint.get(one.call) ?? [];
      casesByEndpoint.set(one.call, cases);
      cases.push({ title: one.case, uri: uriOf(file), line: one.line });
    }
  }
  const endpoints = [...casesByEndpoint].map(([path, cases]) => {
    const line = endpointLines.get(path);
    return { path, ...(line === undefined ? {} : { line }), cases };
  });
  return { endpoints };
}
