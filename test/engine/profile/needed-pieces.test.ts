/** What the endpoints of a part of a profile need: their sources, settings and parts. */
import { describe, expect, it } from 'vitest';
import { isMap } from '../../../engine/base/members.ts';
import { neededDocument } from '../../../engine/profile/needed-pieces.ts';
import { parsePartially } from '../../../engine/profile/yaml/parse-partial.ts';

/** `more`: further lines of the sources. */
const profile = (more = '', credit = 'use: crm\n    get: /credit/{{ $settings.branch }}') => `profile: acme
settings:
  file: { env: FILE, default: "\${folder}/erp.sqlite" }
  folder: { env: FOLDER }
  host: { env: HOST }
  branch: { env: BRANCH }
parts:
  active: blocked = 0
  prices: SELECT price FROM price WHERE branch = :settings.branch
sources:
  erp: { sql: sqlite, connection: { file: "\${file}" } }
  crm: { http: "https://\${host}/api" }
${more}endpoints:
  /catalog/customers/search:
    query: SELECT no AS erpId FROM customer WHERE {active}
  /credit/customer:
    ${credit}
`;

function narrowedDocument(text: string, endpoints: readonly string[], ids?: readonly string[]) {
  const { document, unread } = parsePartially(text, 'acme.yaml');
  if (document === undefined) throw new Error('The profile is no YAML.');
  return neededDocument(document, { endpoints: new Set(endpoints), ids: ids && new Set(ids), unread, text });
}

function neededOf(text: string, ...endpoints: readonly string[]) {
  const { document: narrowed, unneeded, isElsewhere } = narrowedDocument(text, endpoints);
  const { value } = narrowed;
  const sources = isMap(value) && isMap(value.sources) ? Object.keys(value.sources) : [];
  return { sources, unneeded: unneeded.map((path) => path.join(' ')), isElsewhere };
}

describe('an endpoint needs', () => {
  it('the only source of its kind, and what this one uses', () => {
    const { sources, unneeded } = neededOf(profile(), '/catalog/customers/search');
    expect(sources).toEqual(['erp']);
    expect(unneeded).toEqual(['parts prices', 'settings host', 'settings branch']);
  });

  it('the source that it names', () => {
    const { sources, unneeded } = neededOf(profile(), '/credit/customer');
    expect(sources).toEqual(['crm']);
    expect(unneeded).toEqual(['parts active', 'parts prices', 'settings file', 'settings folder']);
  });

  it('all sources of a kind, if it names none of several', () => {
    const more = '  old: { sql: sqlite, connection: { file: old.sqlite } }\n';
    expect(neededOf(profile(more), '/catalog/customers/search').sources).toEqual(['erp', 'old']);
  });

  it('a database whose kind is misspelt, and one that is no map, if it names none', () => {
    for (const old of ['{ sqll: sqlite, connection: { file: old.sqlite } }', 'old.sqlite']) {
      const text = profile(`  old: ${old}\n`);
      expect(neededOf(text, '/catalog/customers/search').sources).toEqual(['erp', 'old']);
      expect(neededOf(text, '/credit/customer').sources).toEqual(['crm']);
    }
    expect(neededOf(profile('  old: { htp: x }\n'), '/catalog/customers/search').sources).toEqual(['erp']);
  });

  it('no source over HTTP because of a step with the name of a verb', () => {
    const text = profile('', 'query: SELECT 1 AS limit\n    write: [{ head: { exec: DELETE FROM customer } }]');
    expect(neededOf(text, '/credit/customer').sources).toEqual(['erp']);
  });

  it('all sources, if it names one that is not there', () => {
    const text = profile('', 'use: crmm\n    get: /credit');
    expect(neededOf(text, '/credit/customer').sources).toEqual(['erp', 'crm']);
  });

  it('the first source, if that decides about the time zone', () => {
    const text = profile().replace('{ sql: sqlite,', '{ clock: Asia/Tokyo, sql: sqlite,');
    expect(neededOf(text, '/credit/customer').sources).toEqual(['erp', 'crm']);
  });

  it('all databases, if there is none: for their tables', () => {
    const { sources, unneeded } = neededOf(profile());
    expect(sources).toEqual(['erp']);
    expect(unneeded).toEqual(['parts active', 'parts prices', 'settings host', 'settings branch']);
  });

  it('nothing of what is written for others', () => {
    const { isElsewhere } = neededOf(profile(), '/catalog/customers/search');
    const paths = [
      ['endpoints', '/credit/customer', 'get'],
      ['sources', 'crm', 'http'],
      ['settings', 'host'],
      ['sources', 'erp'],
      ['settings', 'folder', 'env'],
      ['endpoints'],
      ['endpoints', '/catalog/customers/search'],
    ];
    expect(paths.map(isElsewhere)).toEqual([true, true, true, false, false, false, false]);
  });

  it('the ids that its fields have', () => {
    const text = profile('', 'use: crm\n    get: /credit').replace(
      'sources:\n',
      'ids:\n  customer: { type: text, exists: SELECT 1 FROM customer WHERE no = :id }\n  product: { type: text }\nsources:\n',
    );
    const { document, isElsewhere } = narrowedDocument(text, ['/credit/customer'], ['product']);
    expect(document.value).toMatchObject({ ids: { product: { type: 'text' } } });
    expect(JSON.stringify(document.value)).not.toContain('SELECT 1');
    // The query of the other id is the only one that means the database.
    expect(isElsewhere(['sources', 'erp'])).toBe(true);
    expect([isElsewhere(['ids', 'customer']), isElsewhere(['ids', 'product'])]).toEqual([true, false]);
    const { isElsewhere: isElsewhereWithCustomer } = narrowedDocument(text, ['/credit/customer'], ['customer']);
    expect(isElsewhereWithCustomer(['sources', 'erp'])).toBe(false);
  });

  it('the facts that it names, also in a part, and those without which the ERP is another one', () => {
    const facts = `facts:
  own: { use: crm, get: /own }
  parted: { use: crm, get: /parted }
  other: { query: SELECT 1 }
  right: { use: crm, get: /right, else: This is not Acme. }
`;
    const text = profile('', 'use: crm\n    first: [{ when: not own, get: /credit }]').replace(
      'parts:\n',
      `${facts}parts:\n  variant: [{ when: parted, sql: a = 1 }]\n`,
    );
    const { document, isElsewhere } = narrowedDocument(text, ['/credit/customer']);
    const { value } = document;
    expect(isMap(value) && isMap(value.facts) && Object.keys(value.facts)).toEqual(['own', 'parted', 'right']);
    expect([isElsewhere(['facts', 'other']), isElsewhere(['sources', 'erp'])]).toEqual([true, true]);
  });
});

describe('an entry that is not valid YAML', () => {
  const search = '/catalog/customers/search';
  /** Whether a call of the search can do without it. */
  const isElsewhereIn = (text: string, section: string, name: string): boolean =>
    narrowedDocument(text, [search], []).isElsewhere([section, name]);

  it('is needed as a source, if its text does not say that it is of another kind', () => {
    const asSource = (lines: string): boolean => isElsewhereIn(profile(`  new:\n${lines}\n`), 'sources', 'new');
    expect(asSource('    http: "https://new.example\n    timeout: 5s')).toBe(true);
    expect(asSource('    http: https://new.example\n    headers: { a: [1 }')).toBe(true);
    expect(asSource('    sql: "sqlite\n    connection: { file: x }')).toBe(false);
    expect(asSource('    htp: "https://new.example')).toBe(false);
    expect(asSource('    http: "https://new.example # not sql: x')).toBe(false);
  });

  it('is needed as the first source, if it may give the profile another time zone', () => {
    const asFirst = (line: string): boolean =>
      isElsewhereIn(
        profile().replace('sources:\n', `sources:\n  new:\n    http: "https://new.example\n    ${line}\n`),
        'sources',
        'new',
      );
    expect(asFirst('clock: Asia/Tokyo')).toBe(false);
    expect(asFirst('timeout: 5s')).toBe(true);
  });

  it('is needed as a setting or a part, if the endpoint uses it', () => {
    const broken = (name: string, to: string): string => {
      const line = new RegExp(`^  ${name}: .*$`, 'm');
      expect(profile()).toMatch(line);
      return profile().replace(line, `  ${name}: ${to}`);
    };
    expect(isElsewhereIn(broken('host', '{ env: HOST'), 'settings', 'host')).toBe(true);
    expect(isElsewhereIn(broken('folder', '{ env: FOLDER'), 'settings', 'folder')).toBe(false);
    expect(isElsewhereIn(broken('prices', '"SELECT'), 'parts', 'prices')).toBe(true);
    expect(isElsewhereIn(broken('active', '"blocked'), 'parts', 'active')).toBe(false);
  });
});
