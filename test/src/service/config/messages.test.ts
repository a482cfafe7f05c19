/** What an operator reads about a value of the wrong kind, and about a file that cannot be read. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../src/service/config/load.ts';
import { folderWith } from '../server/fixture.ts';

const digest = 'f'.repeat(64);

function messagesIn(files: Readonly<Record<string, string>>, prepare: (cwd: string) => void = () => undefined) {
  const cwd = folderWith({ 'shop.yaml': '', ...files });
  prepare(cwd);
  const input = { flags: {}, configFile: undefined, env: {}, cwd, packageRoot: cwd, now: 0, needsKey: false };
  const { diagnostics } = loadConfig(input);
  return diagnostics.map(({ message }) => message.replaceAll(`${cwd}/`, ''));
}

describe('a value of the wrong kind', () => {
  it.each([
    ['port: [1, 2]', '"port" must be a single value, not a list.'],
    ['port: { a: 1 }', '"port" must be a single value, not a map.'],
    ['port:', '"port" must be a single value, and is empty.'],
    ['keys: 7', '"keys" must be a list, not a number.'],
    ['servicesFolder: true', '"servicesFolder" must be a text, not true.'],
    ['- a', 'The file must be a map, not a list.'],
  ])('in engine.yaml: %s', (line, message) => {
    expect(messagesIn({ 'engine.yaml': `${line}\n` })).toContain(message);
  });

  it.each([
    ['# nothing', ['The file must be a list, and is empty.']],
    ['abc', ['The file must be a list, not a text.']],
    ['- a', ['"[0]" must be a map, not a text.']],
    [
      `- { app: all, sha256: ${digest} }`,
      ['"[0].name" is missing.', '"[0].app" must be one of ordering, receivables, both.'],
    ],
    [`- { name: 7, app: both, sha256: ${digest} }`, ['"[0].name" must be a text, not a number.']],
    [`- { name: "", app: both, sha256: ${digest} }`, ['"[0].name" must not be empty.']],
  ])('in a file of keys: %s', (text, messages) => {
    const files = { 'engine.yaml': 'profile: ./shop.yaml\nkeyFile: keys.yaml\n', 'keys.yaml': `${text}\n` };
    expect(messagesIn(files)).toEqual(messages);
  });
});

describe('a file that cannot be read', () => {
  const engineYaml = { 'engine.yaml': 'profile: ./shop.yaml\nkeyFile: keys.yaml\n' };

  it('is named with the reason', () => {
    expect(messagesIn(engineYaml)).toEqual(['The key file keys.yaml cannot be read: there is no such file.']);
    const isFolder = messagesIn(engineYaml, (cwd) => mkdirSync(join(cwd, 'keys.yaml')));
    expect(isFolder).toEqual(['The key file keys.yaml cannot be read: it is a folder.']);
    expect(messagesIn({ ...engineYaml, 'keys.yaml': ' \n' })).toEqual(['The key file keys.yaml is empty.']);
  });

  it('may be the file of a service: a link without a target, and a folder', () => {
    const messages = messagesIn(
      { 'engine.yaml': 'servicesFolder: companies\n', 'companies/Ä.yaml': 'path: /a\n' },
      (cwd) => {
        symlinkSync('none.yaml', join(cwd, 'companies/link.yaml'));
        mkdirSync(join(cwd, 'companies/nord.yaml'));
      },
    );
    expect(messages).toEqual(
      expect.arrayContaining([
        'The file companies/link.yaml of a service cannot be read: there is no such file.',
        'The file companies/nord.yaml of a service cannot be read: it is a folder.',
        'The file does not have a name for a service.',
      ]),
    );
  });
});
