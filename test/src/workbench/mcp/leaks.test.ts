/** Expressions that would tell what a masked value is: the result is withheld, or the call is refused. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Assistant, Result } from './client.ts';
import { folderOf, opened, profileText } from './hostile-comptoir.ts';

const search = { endpoint: '/catalog/customers/search', request: { query: '', limit: 20 } };
const query = "query: SELECT NOCLI AS erpId, RAISOC AS erpName, VILLE AS city FROM CLIENT WHERE SOMMEIL = 'N'";

/** The name of a customer in the database, and what a person could recognise it by. */
const real = /ateliers|girard|menuiserie|lef[eè]vre|compta|saint-loup|mairie|étoile/i;

/** Values of a column: parts, codes, lengths and other forms of names. `X` stands for the column. */
const values = [
  "substr(X,1,1)||'-'||substr(X,2,1)||'-'||substr(X,3,1)",
  'unicode(substr(X,1,1))',
  "unicode(substr(X,1,1))||' '||unicode(substr(X,2,1))",
  'hex(X)',
  'quote(X)',
  'length(X)',
  "instr(X,'ir')",
  "replace(X,'e','3')",
  "replace(X,'a','-')",
  "printf('%c.%c', X, substr(X,2))",
  "printf('%.3s', X)",
  'substr(X,1,3)',
  'substr(X,-4)',
  'CAST(X AS CHAR(2))',
  'CAST(X AS INTEGER)',
  'CAST(CAST(X AS BLOB) AS TEXT)',
  "trim(X,'A')",
  "ltrim(X,'Atel')",
  "rtrim(X,'drai')",
  'json_array(X)',
  'json_object(X,1)',
  "json_object('a',substr(X,1,1))",
  "json_extract(json_array(substr(X,1,2)),'$[0]')",
  'lower(substr(X,1,2))',
  'char(unicode(X)+1)',
  'unicode(X)*1000',
  'abs(unicode(X))',
  'unicode(X)=65',
  "X||''=='Ateliers Girard'",
  "X LIKE 'A%'",
  "X GLOB 'A*'",
  "X='Ateliers Girard'",
  "X>'B'",
  "X BETWEEN 'A' AND 'B'",
  "X IN ('Ateliers Girard')",
  "CASE WHEN X LIKE '%rard' THEN 'EUR' ELSE 'USD' END",
  "CASE X WHEN 'Ateliers Girard' THEN 1 ELSE 0 END",
  "CASE substr(X,1,1) WHEN 'A' THEN 1 ELSE 0 END",
  "iif(X<'B',1,2)",
  "NULLIF(X,'Ateliers Girard')",
  "coalesce(NULLIF(substr(X,1,1),'A'),'none')",
  "max(X,'M')",
  "min(X,'M')",
  "(SELECT count(*) FROM CLIENT o WHERE o.RAISOC<'B')",
  '(SELECT group_concat(substr(o.RAISOC,1,1)) FROM CLIENT o)',
  '(SELECT substr(o.RAISOC,1,1) FROM CLIENT o WHERE o.NOCLI=CLIENT.NOCLI)',
  '(SELECT unicode(o.COURRIEL) FROM CLIENT o LIMIT 1)',
  "(WITH RECURSIVE r(n,c,t) AS (SELECT 1,substr(X,1,1),X UNION ALL SELECT n+1,substr(t,n+1,1),t FROM r WHERE n<9) SELECT group_concat(c,'.') FROM r)",
  "(SELECT group_concat(k.value,'.') FROM json_each('[\"'||X||'\"]') k)",
  "(SELECT count(*) FROM (SELECT RAISOC FROM CLIENT INTERSECT SELECT 'Ateliers Girard'))",
  "(SELECT max(v) FROM (SELECT RAISOC AS v FROM CLIENT UNION ALL SELECT 'M'))",
  "exists(SELECT 1 FROM CLIENT o WHERE o.RAISOC LIKE 'Atel%')",
  'sum(unicode(X)) OVER (ORDER BY NOCLI)',
  'row_number() OVER (ORDER BY substr(X,2))',
  "rank() OVER (ORDER BY X='Ateliers Girard')",
  "count(*) FILTER (WHERE X LIKE 'A%') OVER ()",
  'lag(substr(X,1,1)) OVER (ORDER BY NOCLI)',
  "strftime('%s', X)",
  'round(unicode(X),1)',
  "X || X LIKE 'A%'",
  'substr(X||X,3,2)',
  'soundex(X)',
  'zeroblob(length(X))',
];

/** Statements that tell something by their rows, and not by a value. */
const statements = [
  "SELECT NOCLI AS erpId, 'x' AS erpName FROM CLIENT WHERE RAISOC LIKE 'Atel%'",
  "SELECT NOCLI AS erpId, 'x' AS erpName FROM CLIENT WHERE RAISOC >= 'Atel' AND RAISOC < 'Atem'",
  "SELECT NOCLI AS erpId, 'x' AS erpName FROM CLIENT ORDER BY unicode(RAISOC)",
  "SELECT NOCLI AS erpId, 'x' AS erpName FROM CLIENT ORDER BY RAISOC = 'Ateliers Girard'",
  "SELECT NOCLI AS erpId, 'x' AS erpName FROM CLIENT GROUP BY NOCLI, substr(RAISOC,1,1)",
  "SELECT min(NOCLI) AS erpId, 'x' AS erpName FROM CLIENT GROUP BY substr(RAISOC,1,1)",
  "SELECT c.NOCLI AS erpId, 'x' AS erpName FROM CLIENT c JOIN (SELECT 'Ateliers Girard' AS n) g ON g.n = c.RAISOC",
  "SELECT c.NOCLI AS erpId, 'x' AS erpName FROM CLIENT c WHERE c.RAISOC IN (SELECT 'Ateliers Girard')",
  "SELECT NOCLI AS erpId, 'x' AS erpName FROM CLIENT WHERE NOT RAISOC <> 'Ateliers Girard'",
  "SELECT NOCLI AS erpId, 'x' AS erpName FROM CLIENT WHERE regexp('^Atel', RAISOC)",
  "SELECT NOCLI AS erpId, 'x' AS erpName FROM CLIENT LIMIT (SELECT length(RAISOC) FROM CLIENT LIMIT 1)",
  "SELECT v AS erpId, 'x' AS erpName FROM (SELECT RAISOC AS v FROM CLIENT UNION ALL SELECT 'M' ORDER BY 1)",
  "SELECT NOCLI AS erpId, 'x' AS erpName FROM CLIENT WHERE COURRIEL LIKE 'compta@%'",
  "SELECT NOCLI AS erpId, 'x' AS erpName FROM CLIENT WHERE :query = '' AND VILLE = 'Lyon'",
];

/** Expressions of JSONata over a masked name. */
const expressions = [
  '$length(name)',
  '$substring(name, 0, 1)',
  "$substring(name, 0, 1) & '-' & $substring(name, 1, 1)",
  "$join($split(name, ''), '.')",
  "$contains(name, 'Girard') ? 'yes' : 'no'",
  "name = 'Ateliers Girard' ? 'EUR' : 'USD'",
  "name > 'B' ? 1 : 2",
  '$uppercase($substring(name, 1))',
  "$replace(name, 'i', '1')",
  '$encodeUrl(name)',
  '$base64encode(name)',
  "$string($) & ''",
  '$join($map($split(name, " "), function($w) { $substring($w, 0, 2) }), "/")',
  '$match(name, /G.r/)[0].match',
  'name ~> $substring(0, 2)',
  '$pad(name, 3)',
  '$formatNumber($length(name), "0")',
  '**[0] ~> $length()',
];

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
    for (const expression of expressions) {
      const sql = "SELECT NOCLI AS erpId, RAISOC AS name FROM CLIENT WHERE SOMMEIL = 'N'";
      const profile = profileText
        .replace('    search: { text: query, in: [erpName] }\n', '')
        .replace(query, `query: ${yamlText(sql)}\n    fields: { erpName: ${yamlText(expression)} }`);
      expectNothingTold(await runs(profile));
    }
  });

  it.each([
    ['where', 'where: "$contains(name, \'Girard\')"'],
    ['codes', "codes: { name: { 'Ateliers Girard': yes } }"],
  ])('is not told by %s', async (_what, key) => {
    assistant = await opened(folder);
    const sql = "SELECT NOCLI AS erpId, RAISOC AS name, RAISOC AS erpName FROM CLIENT WHERE SOMMEIL = 'N'";
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
    expect(values.length + statements.length + expressions.length).toBeGreaterThanOrEqual(90);
    expect(readFileSync(join(folder, 'comptoir/comptoir.sqlite')).length).toBeGreaterThan(0);
  });
});
