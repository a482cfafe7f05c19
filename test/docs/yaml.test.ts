/** Every block of YAML in the documents is valid as a profile, a part of one, a lock, cases, or a configuration. */
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { grammarDiagnostics } from '../../engine/profile/grammar/grammar-faults.ts';
import { profileSchema } from '../../engine/profile/schema/index.ts';
import { parseProfile } from '../../engine/profile/yaml/parse-profile.ts';
import { readLock } from '../../engine/tools/drift/lock.ts';
import { loadCases } from '../../engine/tools/index.ts';
import { contract } from '../../src/contract/index.ts';
import { readSurvivors } from '../../src/workbench/mutation/survivors.ts';
import { basesIn, checkOffline } from '../support/check-profile.ts';
import { blocksIn } from './blocks.ts';

const indented = (text: string, by: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(by));

/** Keys of a source by HTTP that documents show by themselves. */
const ofSource = ['auth', 'outcomes', 'request', 'proxy', 'tls', 'limits', 'http'];
const ofProfile = Object.keys(profileSchema().shape);

/** One that shows the same key several times shows alternatives: each stands for itself. */
function alternatives(text: string): readonly string[] {
  const [first] = /^[\w/]+:/.exec(text) ?? [];
  if (first === undefined) return [text];
  const parts = text.split(new RegExp(`^(?=${first})`, 'm')).filter((part) => part.trim() !== '');
  return parts.length > 1 ? parts : [text];
}

/** A whole profile around a part of one; `...` in a map stands for more of the same. */
function profileAround(part: string): string {
  const text = part.replaceAll('{ ... }', '{}');
  const keys = Object.keys(parse(text, { uniqueKeys: false }));
  const has = (names: readonly string[]) => keys.every((key) => names.includes(key));
  const head = ['profile: shown', 'contract: "1"'];
  const sources = ['sources:', '  erp: { sql: sqlite, connection: { file: erp.db } }'];
  const endpoints = ['endpoints: {}'];
  if (has(ofProfile)) {
    const missing = [...(keys.includes('sources') ? [] : sources), ...(keys.includes('endpoints') ? [] : endpoints)];
    return [...head, ...missing, text].join('\n');
  }
  if (keys.every((key) => key.startsWith('/')))
    return [...head, ...sources, 'endpoints:', indented(text, 2)].join('\n');
  if (has(ofSource)) {
    const address = keys.includes('http') ? [] : ['    http: https://erp.example.com'];
    return [...head, 'sources:', '  erp:', ...address, indented(text, 4), ...endpoints].join('\n');
  }
  const find = keys.includes('write') && !keys.includes('find') ? ['    find: { query: SELECT 1 AS saleId }'] : [];
  return [...head, ...sources, 'endpoints:', '  /sale-draft:', ...find, indented(text, 4)].join('\n');
}

/** What the grammar says against a text, for people. */
function grammarFaults(text: string, file: string): readonly string[] {
  const { document, diagnostics } = parseProfile(text, file);
  if (document === undefined) return diagnostics.map(({ message }) => message);
  const parsed = profileSchema().safeParse(document.value);
  const faults = parsed.success ? [] : grammarDiagnostics(parsed.error.issues, document);
  return [...diagnostics, ...faults].map(({ code, message }) => `${code} ${message}`);
}

/** Files of the tutorial are used as they are: tutorial.test.ts. What is taken from a profile is held to be in it: from-profiles.test.ts. */
const shown = blocksIn('yaml').filter(([, { mark = '' }]) => !/^(?:(?:broken )?file|from): /.test(mark));

it.each(shown)('%s', async (place, { text }) => {
  if (/^cases:/m.test(text)) {
    const { diagnostics } = loadCases(text, place, contract, undefined);
    expect(diagnostics.map(({ message }) => message)).toEqual([]);
  } else if (/^survivors:/m.test(text)) {
    expect(readSurvivors(text)).toMatchObject({ ok: true });
  } else if (/^lock:/m.test(text)) {
    expect(readLock(text)).toMatchObject({ ok: true });
  } else if (/^profile:/m.test(text)) {
    const findings = await checkOffline(text, place, await basesIn('/', text, place));
    expect(findings.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  } else {
    for (const one of alternatives(text)) expect(grammarFaults(profileAround(one), place)).toEqual([]);
  }
});
