/** The profile that a file with cases belongs to. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { profileOfCases } from '../../../../src/workbench/lsp/profile-of-cases.ts';

const profile = 'profile: shop\ncontract: "1"\n';

/** The profile of `cases/a.yaml` in a folder with these files. */
function profileIn(files: Readonly<Record<string, string>>): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'engine-cases-'));
  mkdirSync(join(folder, 'cases'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return profileOfCases(join(folder, 'cases/a.yaml'))?.slice(folder.length + 1);
}

it('is profile.yaml, also where another profile comes first by name', () => {
  expect(profileIn({ 'acme.yaml': profile, 'profile.yaml': profile })).toBe('profile.yaml');
});

it('is the first profile by name otherwise, and no other file', () => {
  expect(profileIn({ 'a.yaml': 'cases: []\n', 'engine.yaml': 'port: 8080\n', 'shop.yml': profile })).toBe('shop.yml');
  expect(profileIn({ 'engine.yaml': 'port: 8080\n' })).toBeUndefined();
});
