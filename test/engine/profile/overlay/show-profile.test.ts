/** `engine show`: the merged profile is a profile itself, with the place of each line and without secrets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noBases } from '../../../../engine/profile/overlay/bases.ts';
import { parseProfile } from '../../../../engine/profile/yaml/parse-profile.ts';
import { readDocument, showProfile, withOrigins } from '../../../../engine/tools/index.ts';
import { mergeFiles } from './merged.ts';

const base = `profile: base
settings:
  password: { secret: true, default: hunter2 }
  codes: { type: map, default: { 001: EUR, 1e5: "02", on: "true" } }
sources:
  erp: { sql: postgres, connection: { host: db, password: tiger, user: "\${user}" } }
endpoints:
  /debtors/list:
    query: |
      SELECT no AS erpDebtorId,
             name AS name -- # no comment
      FROM customer
    fields: { name: "{{ name }} # x" }
`;
const overlay = `extends: ./base.yaml
endpoints:
  /debtors/list:
    fields:
      email: mail
`;

async function lines() {
  const { document } = await mergeFiles({ 'base.yaml': base, 'acme.yaml': overlay }, 'acme.yaml');
  if (document === undefined) throw new Error('not merged');
  return { document, shown: showProfile(document) };
}

/** What a reader of the shown text gets. */
const read = (text: string): unknown => {
  const { document, diagnostics } = parseProfile(text, 'shown.yaml');
  expect(diagnostics).toEqual([]);
  return document?.value;
};

describe('showProfile', () => {
  it('shows a profile that says the same, with comments and without, but for secrets', async () => {
    const { document, shown } = await lines();
    const expected = structuredClone(document.value);
    Object.assign(Reflect.get(Object(expected), 'settings').password, { default: '********' });
    Object.assign(Reflect.get(Object(expected), 'sources').erp.connection, { password: '********' });
    expect(read(shown.map(({ text }) => `${text}\n`).join(''))).toEqual(expected);
    expect(read(withOrigins(shown))).toEqual(expected);
    expect(withOrigins(shown)).not.toMatch(/hunter2|tiger/);
  });

  it('shows for each line where it was written', async () => {
    const { shown } = await lines();
    const origin = (start: string) => shown.find(({ text }) => text.trim().startsWith(start))?.origin;
    expect(origin('secret:')).toBe('base.yaml:3');
    expect(origin('host:')).toBe('base.yaml:6');
    expect(origin('query:')).toBe('base.yaml:9');
    expect(origin('FROM customer')).toBeUndefined();
    expect(origin('/debtors/list:')).toBe('acme.yaml:3');
    expect(origin('email:')).toBe('acme.yaml:5');
    expect(shown.filter(({ text, origin }) => origin === undefined && !/SELECT|name AS|FROM/.test(text))).toEqual([]);
  });

  it.each(['../../../../profiles/demo/profile.yaml', '../../../support/kontor-api/profile.yaml'])(
    'shows %s as it is',
    (file) => {
      const { document } = readDocument(readFileSync(join(import.meta.dirname, file), 'utf8'), 'p.yaml', noBases);
      if (document === undefined) throw new Error('not read');
      expect(read(withOrigins(showProfile(document)))).toEqual(document.value);
    },
  );
});
