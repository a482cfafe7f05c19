/** The pages of the documentation and the shipped profiles, which are part of the installation. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pages by their name: what they are for. */
export const pages = {
  compact: 'The contract, the profile language and the commands in short',
  language: 'The profile language, explained',
  contract: 'The requests and answers of all endpoints, with their rules',
  reference: 'All keys of a profile',
  diagnostics: 'All codes of findings',
  rules: 'The rules that answers are checked against',
  cases: 'Cases and fixtures',
  conformance: 'Checks that follow from the contract',
  mutation: 'Finding what no case proves',
  learned: 'Features of the language, each with an example from a shipped profile',
  init: 'A first profile from a database',
  run: 'Running and rehearsing one call',
  writes: 'Writes, and how they stay exact',
  'http-auth': 'Authentication of ERPs with an HTTP API',
  'http-connections': 'Connections to ERPs with an HTTP API',
  glossary: 'Terms',
} as const;

type PageName = keyof typeof pages;

const isPage = (name: string): name is PageName => Object.hasOwn(pages, name);

export const pageNames: readonly PageName[] = Object.keys(pages).filter(isPage);

/** The text of a page. `root`: the folder of the program's package.json. */
export const readPage = (root: string, page: PageName): string =>
  readFileSync(join(root, 'docs', `${page}.md`), 'utf8');

interface PageSection {
  /** 1 for the title of the page. */
  readonly level: number;
  readonly title: string;
  /** With its heading and its subsections. */
  readonly text: string;
}

/** The sections of a page, by its headings outside of fenced blocks. */
export function sectionsOf(text: string): readonly PageSection[] {
  const lines = text.split('\n');
  let isFenced = false;
  const headings = lines.flatMap((line, index) => {
    if (/^\s*```/.test(line)) isFenced = !isFenced;
    const [, marks, title] = isFenced ? [] : (/^(#{1,4}) (.*)$/.exec(line) ?? []);
    return marks === undefined || title === undefined ? [] : [{ index, level: marks.length, title: title.trim() }];
  });
  return headings.map(({ index, level, title }, place) => {
    const end = headings.slice(place + 1).find((one) => one.level <= level)?.index ?? lines.length;
    return { level, title, text: lines.slice(index, end).join('\n').trimEnd() };
  });
}

/** A shipped profile with its files that an author learns from. */
interface ShippedProfile {
  readonly name: string;
  /** Relative to the folder of the profile, with `/`. */
  readonly files: readonly string[];
}

/** `root`: folder of the package. Files are the profile, its README and its cases; empty without a folder `profiles`. */
export function shippedProfiles(root: string): readonly ShippedProfile[] {
  const folder = join(root, 'profiles');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const profileFolder = join(folder, entry.name);
    if (!entry.isDirectory() || !existsSync(join(profileFolder, 'profile.yaml'))) return [];
    const cases = existsSync(join(profileFolder, 'cases')) ? readdirSync(join(profileFolder, 'cases')) : [];
    const files = ['profile.yaml', 'README.md'].filter((file) => existsSync(join(profileFolder, file)));
    return [
      {
        name: entry.name,
        files: [...files, ...cases.filter((file) => /\.ya?ml$/.test(file)).map((file) => `cases/${file}`)],
      },
    ];
  });
}

/** The text of a file that `shippedProfiles` lists. Throws where it cannot be read. */
export const readShipped = (root: string, name: string, file: string): string =>
  readFileSync(join(root, 'profiles', name, file), 'utf8');
