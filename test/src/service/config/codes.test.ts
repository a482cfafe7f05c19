/** The examples of the configuration codes cause the described findings. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { generate } from 'selfsigned';
import { beforeAll, describe, expect, it } from 'vitest';

import { configurationCodes } from '../../../../engine/diagnostics/codes/configuration.ts';
import { generateKey } from '../../../../src/service/config/api-keys.ts';
import { type ConfigInput, loadConfig } from '../../../../src/service/config/load.ts';
import { settingList } from '../../../../src/service/config/settings.ts';
import { folderWith } from '../server/fixture.ts';

/** Raised by the engine when it opens a source, when the store is opened, when a fixture is loaded, for --service, and by commands that use tokens; tests of their own show them. */
const laterCodes = ['CFG511', 'CFG514', 'CFG516', 'CFG520', 'CFG521', 'CFG522', 'CFG523', 'CFG524', 'CFG526'];
const examples = Object.entries(configurationCodes).filter(([code]) => !laterCodes.includes(code));

const pem: Record<string, string> = {};

beforeAll(async () => {
  for (const name of ['old', 'new', 'server']) {
    const { cert, private: key } = await generate([{ name: 'commonName', value: `${name}.test` }]);
    Object.assign(pem, { [`${name}.pem`]: cert, [`${name}.key`]: key });
  }
});

/** An example is a piece of engine.yaml, or a command line: variables, `engine`, flags. */
function codesOf(code: string, example: string): readonly string[] {
  const isYaml = /^\w+:/.test(example);
  const digest = 'f'.repeat(64);
  const cwd = folderWith({
    ...pem,
    'engine.yaml': isYaml ? example : '',
    'keys.yaml': `- { name: a, app: both, sha256: ${digest} }`,
  });
  for (const folder of ['acme', join('profiles', 'acme')]) {
    mkdirSync(join(cwd, folder), { recursive: true });
    writeFileSync(join(cwd, folder, 'profile.yaml'), '');
  }
  const command = isYaml ? '' : example.replace(/\s#.*$/, '').replaceAll('$KEY', generateKey().reveal());
  const env = Object.fromEntries([...command.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]));
  const given = Object.fromEntries([...command.matchAll(/(--[\w-]+) (\S+)/g)].map(([, flag, value]) => [flag, value]));
  const flagValues = settingList.flatMap(([name, { flag }]) => (flag === undefined ? [] : [[name, given[flag]]]));
  const input: ConfigInput = {
    flags: {
      ...Object.fromEntries(flagValues),
      ...(/^services:/m.test(example) ? {} : { profile: given['--profile'] ?? './acme' }),
    },
    configFile: given['--config'],
    env,
    cwd,
    packageRoot: cwd,
    now: Date.UTC(2026, 0, 1),
    needsKey: code === 'CFG507',
  };
  return loadConfig(input).diagnostics.map((diagnostic) => diagnostic.code);
}

describe('examples of the codes of the configuration', () => {
  it.each(examples)('%s: the wrong one raises it, and nothing else', (code, { wrong }) => {
    expect(codesOf(code, wrong)).toEqual([code]);
  });

  it.each(examples)('%s: the right one raises nothing', (code, { right }) => {
    expect(codesOf(code, right)).toEqual([]);
  });
});
