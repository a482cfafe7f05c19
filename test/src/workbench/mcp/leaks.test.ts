/** Expressions that would tell what a masked value is: the result is withheld, or the call is refused. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Assistant, Result } from './client.ts';
import { folderOf, opened, profileText } from './hostile-comptoir.ts';
import { expressions, patterns, statements, values } from './revealing.ts';

const search = { endpoint: '/catalog/customers/search', request: { query: '', limit: 20 } };
const query = "query: SELECT NOCLI AS erpId, RAISOC AS erpName, VILLE AS city FROM CLIENT WHERE SOMMEIL = 'N'";

/** The name of a customer in the database, and what a person could recognise it by. */
const real = /ateliers|girard|menuiserie|lef[eè]vre|compta|saint-loup|mairie|étoile/i;

let assistant: Assistant;
let folder: string;

async function runs(profile: string, given: Readonly<Record<string, unknown>> = search): Promise<Result> {
  writeFileSync(join(folder, 'comptoir/profile.yaml'), profile);
  return assistant.use('run', given);
}

/** The text that SQLite gives for an expression; undefined if it has none for this one. */
function realValues(sql: string): readonly string[] {
  const database = new SqliteDatabase(join(folder, 'comptoir/comptoir.sqlite'), { readonly: true });
  try {
    return database.prepare(sql).pluck().all().map(String);
  } catch {
    return [];
  } finally {
    database.close();
  }
}

const yamlText = (text: string): string => JSON.stringify(text);

/** The answer names the statement or the expression, which may contain a guess. */
function expectNothingTold({ text }: Result): void {
  expect(text).toMatch(/result is not shown|has errors/);
  expect(text.replaceAll(/: (?:SELECT|WITH) [^\n]*|The expression `[^\n]*`/g, '')).not.toMatch(real);
}

beforeAll(() => {
  folder = folderOf();
  const database = new SqliteDatabase(join(folder, 'comptoir/comptoir.sqlite'));
  database.exec('CREATE VIRTUAL TABLE SUCHE USING fts5(RAISOC); INSERT INTO SUCHE SELECT RAISOC FROM CLIENT');
  database.exec(
    `CREATE TABLE NOTE(NOCLI TEXT, DOC TEXT); INSERT INTO NOTE VALUES ('N1', '{"Girard": {"Lefèvre": 1}}')`,
  );
  database.close();
});

// A session keeps the words of the profile with which it begins.
beforeEach(() => writeFileSync(join(folder, 'comptoir/profile.yaml'), profileText));

describe('a masked name', () => {
  it('is not told by values', async () => {
    assistant = await opened(folder);
    for (const value of values) {
      const sql = `SELECT NOCLI AS erpId, ${value.replaceAll('X', 'RAISOC')} AS erpName FROM CLIENT WHERE SOMMEIL = 'N'`;
      const result = await runs(profileText.replace(query, `query: ${yamlText(sql)}`));
      expectNothingTold(result);
      const [first = ''] = realValues(`SELECT ${value.replaceAll('X', 'RAISOC')} FROM CLIENT WHERE NOCLI = 'C001'`);
      if (first.length > 4) expect(result.text.replaceAll(/: (?:SELECT|WITH) [^\n]*/g, '')).not.toContain(first);
    }
  });

  it('is not told by the rows of statements', async () => {
    assistant = await opened(folder);
    for (const sql of statements) expectNothingTold(await runs(profileText.replace(query, `query: ${yamlText(sql)}`)));
  });

  it('is not told by expressions', async () => {
    assistant = await opened(folder);
    const shown: string[] = [];
    for (const expression of expressions) {
      const guess = expression.includes('_guess') ? ", 'Ateliers Girard' AS _guess" : '';
      const sql = `SELECT NOCLI AS erpId, RAISOC AS _name${guess} FROM CLIENT WHERE SOMMEIL = 'N'`;
      const profile = profileText
        .replace('    search: { text: query, in: [erpName] }\n', '')
        .replace(query, `query: ${yamlText(sql)}\n    fields: { erpName: ${yamlText(expression)} }`);
      const { text } = await runs(profile);
      // A profile with errors would show nothing whatever the expression is.
      expect([expression, text]).toEqual([expression, expect.not.stringContaining('has errors')]);
      expect(text.replaceAll(/The expression `[^\n]*`/g, '')).not.toMatch(real);
      if (!text.includes('result is not shown')) shown.push(expression);
    }
    // Whole rows, in which each value is masked.
    expect(shown).toEqual(["$string($) & ''"]);
  });

  it.each([
    ['where', 'where: "$contains(_name, \'Girard\')"'],
    ['codes', "codes: { erpName: { 'Ateliers Girard': yes } }"],
  ])('is not told by %s', async (_what, key) => {
    assistant = await opened(folder);
    const sql = "SELECT NOCLI AS erpId, RAISOC AS _name, RAISOC AS erpName FROM CLIENT WHERE SOMMEIL = 'N'";
    expectNothingTold(await runs(profileText.replace(query, `query: ${yamlText(sql)}\n    ${key}`)));
  });

  it('keeps its class under another name, and one that is computed from no name is shown', async () => {
    assistant = await opened(folder);
    const sql = "SELECT NOCLI AS erpId, RAISOC AS erpName, COURRIEL AS city FROM CLIENT WHERE NOCLI = 'C001'";
    const mail = await runs(profileText.replace(query, `query: ${yamlText(sql)}`));
    expect(mail.data).toMatch(/"city":"[a-z]+@[a-z]+\.example"/);
    expect(mail.text).not.toMatch(real);
    const open =
      "SELECT NOCLI AS erpId, CATTAR || '-' || DELAI AS erpName FROM CLIENT WHERE CATTAR = 'A' AND PLAFOND > 2000";
    const shown = await runs(profileText.replace(query, `query: ${yamlText(open)}`));
    expect(shown.data).toContain('{"erpId":"C001","erpName":"A-30"}');
  });

  it('is tested by a fixed condition of the profile with which the session begins, and by no other one', async () => {
    const tested = (condition: string): string =>
      profileText.replace(
        query,
        `query: ${yamlText(`SELECT NOCLI AS erpId, RAISOC AS erpName FROM CLIENT WHERE ${condition}`)}`,
      );
    const agreed = tested("RAISOC <> 'Musterfirma'");
    writeFileSync(join(folder, 'comptoir/profile.yaml'), agreed);
    assistant = await opened(folder);
    // The rest of the profile may change.
    for (const profile of [agreed, agreed.replace('title: Comptoir 7', 'title: Comptoir 8')]) {
      const { failed, data, text } = await runs(profile);
      expect([failed, data]).toEqual([false, expect.stringContaining('"erpId":"C001"')]);
      expect(text).not.toMatch(real);
    }
    for (const condition of [
      "RAISOC <> 'Musterfirma' AND VILLE = 'Lyon'",
      "RAISOC = 'Musterfirma'",
      "VILLE <> 'Musterfirma'",
    ])
      expectNothingTold(await runs(tested(condition)));
  });

  it('is not tested by a value of the request in a condition that the person has agreed to', async () => {
    const sql = "SELECT NOCLI AS erpId, 'x' AS erpName FROM CLIENT WHERE substr(RAISOC, 1, :limit) = 'Ateliers'";
    const agreed = profileText
      .replace('    search: { text: query, in: [erpName] }\n', '')
      .replace(query, `query: ${yamlText(sql)}`);
    writeFileSync(join(folder, 'comptoir/profile.yaml'), agreed);
    assistant = await opened(folder);
    expectNothingTold(await runs(agreed));
  });

  it('is not found by a guess', async () => {
    assistant = await opened(folder);
    for (const guess of [
      'Girard',
      'girard',
      'Gir',
      'Gi',
      'G',
      'Ateliers Girard',
      'compta@girard.example',
      '07611234567',
    ]) {
      const { text } = await runs(profileText, { ...search, request: { query: guess, limit: 3 } });
      expect(text).toContain('has a text that no answer has shown');
      expect(text).not.toContain('C001');
    }
  });

  it('is not found by a pattern in a request', async () => {
    assistant = await opened(folder);
    for (const [condition, text] of patterns) {
      const sql = `SELECT NOCLI AS erpId, 'x' AS erpName FROM CLIENT WHERE ${condition}`;
      const profile = profileText
        .replace('    search: { text: query, in: [erpName] }\n', '')
        .replace(query, `query: ${yamlText(sql)}`);
      const result = await runs(profile, { ...search, request: { query: text, limit: 20 } });
      expect(result.text).toMatch(/result is not shown|has a text that no answer has shown/);
      expect(result.text).not.toContain('C001');
    }
  });

  it('is not the name of a member in a document that an answer contains', async () => {
    assistant = await opened(folder);
    const sql = 'SELECT NOCLI AS erpId, DOC AS erpName FROM NOTE';
    const { text } = await runs(profileText.replace(query, `query: ${yamlText(sql)}`));
    expect(text).toContain('N1');
    expect(text).not.toMatch(real);
  });

  it('is found by its replacement, and a word that was written into the profile is still replaced', async () => {
    assistant = await opened(folder);
    const { data } = await runs(`${profileText}# Girard\n`);
    const name = /"erpId":"C001","erpName":"([^" ]+) ([^" ]+)"/.exec(data);
    expect(data).not.toMatch(real);
    const { data: again } = await runs(profileText, { ...search, request: { query: name?.[2], limit: 3 } });
    expect(again).toContain('"hits":[{"erpId":"C001"');
    const literal = "query: SELECT NOCLI AS erpId, RAISOC AS erpName, 'Ateliers Girard' AS city FROM CLIENT";
    const { data: stated } = await runs(profileText.replace(query, literal));
    expect(/"erpId":"C001","erpName":"([^"]+)"/.exec(stated)?.[1]).toBe(`${name?.[1]} ${name?.[2]}`);
  });

  it('is not told by what a request computes from its replacement', async () => {
    assistant = await opened(folder);
    const { data } = await runs(profileText);
    const word = /"erpId":"C001","erpName":"[^" ]+ ([^" ]+)"/.exec(data)?.[1];
    const given = { ...search, request: { query: word, limit: 3 } };
    for (const sql of [
      "SELECT NOCLI AS erpId, unicode(:query) AS erpName FROM CLIENT WHERE SOMMEIL = 'N'",
      "SELECT NOCLI AS erpId, 'x' AS erpName FROM CLIENT WHERE :query LIKE 'G%'",
      "SELECT NOCLI AS erpId, CASE :query WHEN 'Girard' THEN 'a' ELSE 'b' END AS erpName FROM CLIENT",
    ]) {
      const profile = profileText
        .replace('    search: { text: query, in: [erpName] }\n', '')
        .replace(query, `query: ${yamlText(sql)}`);
      expectNothingTold(await runs(profile, given));
    }
  });

  it('has as many expressions as the documentation says', () => {
    expect(values.length + statements.length + patterns.length + expressions.length).toBeGreaterThanOrEqual(130);
    expect(readFileSync(join(folder, 'comptoir/comptoir.sqlite')).length).toBeGreaterThan(0);
  });
});
