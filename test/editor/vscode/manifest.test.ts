/** The manifest of the extension for VS Code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

const manifest = z
  .object({
    contributes: z.object({
      commands: z.array(z.object({ command: z.string() })),
      menus: z.record(z.string(), z.array(z.object({ command: z.string(), when: z.string() }))),
    }),
  })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../../editors/vscode/package.json'), 'utf8')));

it('has a button for the studio above profiles, and above no other file', () => {
  const { commands, menus } = manifest.contributes;
  const [button] = menus['editor/title'] ?? [];
  expect(commands.map(({ command }) => command)).toContain(button?.command);
  const [, pattern = ''] = /resourceFilename =~ \/(.+)\/$/.exec(button?.when ?? '') ?? [];
  const shown = (name: string): boolean => new RegExp(pattern).test(name);
  expect(['profile.yaml', 'profile.yml', 'acme.profile.yaml'].filter(shown)).toHaveLength(3);
  expect(['engine.yaml', 'myprofile.yaml', 'profile.yaml.orig', 'profile.lock.yaml'].filter(shown)).toEqual([]);
});
