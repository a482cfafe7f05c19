/** The table of silent faults in docs/conformance.md: what detects each one in each profile. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../src/cli/here.ts';
import type { SilentFault } from './silent-faults.ts';

const page = join(root, 'docs', 'conformance.md');
const profiles = ['demo', 'tryton'] as const;
const head = `| mistake | ${profiles.join(' | ')} |\n|---|---|---|\n`;

/** In the table, where nothing finds a fault. */
export const nothing = 'nothing';

export type ReplayedProfile = (typeof profiles)[number];

const nameOf = ({ kind, where }: SilentFault): string => `${kind}: ${where}`;

/** The text before the table, its rows as cells, and the text behind it. */
function tableOf(): { readonly before: string; readonly rows: readonly (readonly string[])[]; readonly after: string } {
  const [before = '', rest = ''] = readFileSync(page, 'utf8').split(head);
  const end = rest.indexOf('\n\n');
  const lines = rest.slice(0, end).split('\n');
  const rows = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return { before, rows, after: rest.slice(end) };
}

/** The finders of a profile by the names of the faults, in the order of the table. */
export function finderTable(profile: ReplayedProfile): ReadonlyMap<string, string> {
  const column = profiles.indexOf(profile) + 1;
  return new Map(tableOf().rows.map((cells) => [cells[0] ?? '', cells[column] ?? nothing]));
}

/** Writes the finders of a profile into its column. */
export function writeFinders(profile: ReplayedProfile, finders: ReadonlyMap<SilentFault, string>): void {
  const { before, after } = tableOf();
  const rows = [...finders].map(([fault, finder]) => {
    const cells = profiles.map((one) => (one === profile ? finder : (finderTable(one).get(nameOf(fault)) ?? nothing)));
    return `| ${[nameOf(fault), ...cells].join(' | ')} |`;
  });
  writeFileSync(page, `${before}${head}${rows.join('\n')}${after}`);
}

export { nameOf as nameOfFault };
