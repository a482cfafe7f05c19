/**
 * Golden cases of diagnostics: test/cases/diagnostics/<CODE>-<slug>/ holds a profile that raises the code, and the page that is
 * shown for it. UPDATE=1 writes the pages; they are reviewed like code. Every code has a case, or a reason here why not.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes, isCode } from '../../../engine/diagnostics/codes.ts';
import type { Diagnostic } from '../../../engine/diagnostics/diagnostic.ts';
import { renderText } from '../../../engine/diagnostics/render.ts';
import type { Bases } from '../../../engine/index.ts';
import { basesIn, checkFolder, checkOffline, completed, driftIn } from '../../support/check-profile.ts';
import { freshDatabase } from '../../support/database.ts';

const folder = join(import.meta.dirname, '../../cases/diagnostics');
const cases = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

/** Codes that no profile alone can raise, with the reason. */
const elsewhere: readonly { readonly codes: RegExp; readonly reason: string }[] = [
  {
    codes: /^CFG5(0|10|1[2-9]|2[0-6])/,
    reason: 'about the configuration of the service, not about a profile: its tests stand with it',
  },
  { codes: /^YAML114/, reason: 'about files that are too large to be kept: test/mutations/files.test.ts has one' },
  { codes: /^DRF71[12]/, reason: 'about what an ERP answers by HTTP: test/engine/tools/drift/answers.test.ts has one' },
  {
    codes: /^(?:API81[34]|DRF713)/,
    reason: 'about the description that an ERP serves: test/engine/tools/description has them',
  },
  {
    codes: /^(?:SQL424|MAP289)/,
    reason: 'about the rights of a login and about data: test/engine/tools/check/rights.test.ts has them',
  },
  { codes: /^SQL430/, reason: 'about the types of columns: test/engine/tools/check/written-digits.test.ts has them' },
  { codes: /^SQL426/, reason: 'about large tables: test/engine/tools/check/index-advice.test.ts has them' },
  { codes: /^MAP207/, reason: 'about a start before a consent: test/engine/profile/settings.test.ts has one' },
  { codes: /^REQ611/, reason: 'about what an ERP answers: test/http/facts.test.ts has one' },
  { codes: /^REQ613/, reason: 'about what an ERP answers: test/http/writes/undone.test.ts has one' },
];

/**
 * A case with a schema is checked with a database of its own: SQLite by its profile, or PostgreSQL, whose address is `${url}`. One of
 * a drift has a lock beside it, or is locked.
 */
async function check(name: string, text: string, bases: Bases): Promise<readonly Diagnostic[]> {
  const path = join(folder, name);
  if (name.startsWith('DRF')) return driftIn(path, text, 'profile.yaml');
  if (!existsSync(join(path, 'schema.sql'))) return checkOffline(text, 'profile.yaml', bases, path);
  if (/sql: postgres/.test(text)) {
    const database = await freshDatabase();
    try {
      await database.run(readFileSync(join(path, 'schema.sql'), 'utf8'));
      return (await checkFolder(path, text, 'profile.yaml', { DATABASE_URL: database.url })).diagnostics;
    } finally {
      await database.drop();
    }
  }
  return (await checkFolder(path, text, 'profile.yaml', {})).diagnostics;
}

/** The program's own text, the table of codes left out. */
function sources(): string {
  const root = join(import.meta.dirname, '../../..');
  return ['engine', 'src']
    .flatMap((name) =>
      readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).map((file) => join(name, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.includes(join('diagnostics', 'codes')))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
}

describe('every code', () => {
  it('is raised somewhere', () => {
    const text = sources();
    expect(Object.keys(codes).filter((code) => !text.includes(`'${code}'`))).toEqual([]);
  });

  const covered = new Set(cases.map((name) => name.replace(/-.*/, '')));

  it.each(Object.keys(codes))('%s has a case, or a reason why not', (code) => {
    const reasons = elsewhere.filter((entry) => entry.codes.test(code));
    expect(covered.has(code) || reasons.length > 0).toBe(true);
  });

  it.each(cases)('%s is named for a code of the table', (name) => {
    expect(isCode(name.replace(/-.*/, ''))).toBe(true);
    expect(name).toMatch(/^[A-Z]+\d{3}-[a-z0-9-]+$/);
  });
});

describe('cases', () => {
  it.each(cases)('%s', async (name) => {
    const code = name.replace(/-.*/, '');
    const text = readFileSync(join(folder, name, 'profile.yaml'), 'utf8');
    const bases = await basesIn(join(folder, name), text, 'profile.yaml');
    // What is missing of an overlay is in its base.
    const isWhole = code === 'MAP261' || bases.documents.length > 0;
    const all = await check(name, isWhole ? text : completed(text), bases);
    // Small profiles leave fields and conditions out; only the cases about that show it.
    const isLeftOut = (diagnostic: Diagnostic): boolean => ['MAP281', 'MAP285', 'MAP287'].includes(diagnostic.code);
    const diagnostics = all.filter((diagnostic) => diagnostic.code === code || !isLeftOut(diagnostic));
    expect(diagnostics.map((diagnostic): string => diagnostic.code)).toContain(code);
    const page = renderText(diagnostics, new Map([['profile.yaml', text], ...bases.texts]), { color: false });
    const expectedFile = join(folder, name, 'expected.txt');
    if (process.env.UPDATE === '1') writeFileSync(expectedFile, page);
    expect(
      existsSync(expectedFile)
        ? readFileSync(expectedFile, 'utf8')
        : 'no expected.txt: run with UPDATE=1 and review it',
    ).toBe(page);
  });
});
