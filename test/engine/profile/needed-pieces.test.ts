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

function neededOf(text: string, ...endpoints: readonly string[]) {
  const { document } = parsePartially(text, 'acme.yaml');
  if (document === undefined) throw new Error('The profile is no YAML.');
  const { document: narrowed, unneeded, isElsewhere } = neededDocument(document, new Set(endpoints));
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

  it('all sources, if it names one that is not there', () => {
    const text = profile('', 'use: crmm\n    get: /credit');
    expect(neededOf(text, '/credit/customer').sources).toEqual(['erp', 'crm']);
  });

  it('the first source, if that decides about the time zone', () => {
    const text = profile().replace('{ sql: sqlite,', '{ clock: Asia/Tokyo, sql: sqlite,');
    expect(neededOf(text, '/credit/customer').sources).toEqual(['erp', 'crm']);
  });

  it('all sources, if there is none: for the tables of the databases', () => {
    const { sources, unneeded } = neededOf(profile());
    expect(sources).toEqual(['erp', 'crm']);
    expect(unneeded).toEqual(['parts active', 'parts prices', 'settings branch']);
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
});
