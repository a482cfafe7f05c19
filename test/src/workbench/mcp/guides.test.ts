/** The prompts, pages and tools of the guides. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './client.ts';
import { folderOf, opened } from './hostile-comptoir.ts';

describe('guides', () => {
  it('every tool that a prompt names exists, and every page can be read as resource and by the tool', async () => {
    const { client, use } = await opened(folderOf());
    const { tools } = await client.listTools();
    const names = new Set(tools.map(({ name }) => name));
    const page = readFileSync(join(root, 'docs/mcp.md'), 'utf8');
    expect([...names].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['new-erp', 'new-field', 'why-different']);
    for (const { name, arguments: fields = [] } of prompts) {
      const given = Object.fromEntries(fields.map((field) => [field.name, `the ${field.name}`]));
      const { messages } = await client.getPrompt({ name, arguments: given });
      const [{ content } = { content: undefined }] = messages;
      const text = content?.type === 'text' ? content.text : '';
      for (const value of Object.values(given)) expect(text).toContain(value);
      const steps = [...text.matchAll(/`([a-z]+_[a-z]+|propose|check|run|rehearse|lineage|test|conformance|mutate)`/g)];
      expect(steps.length).toBeGreaterThan(5);
      expect(steps.map(([, step = '']) => step).filter((step) => !names.has(step))).toEqual([]);
    }
    const { resources } = await client.listResources();
    for (const uri of ['engine://docs/compact', 'engine://docs/contract', 'engine://profiles/demo/profile.yaml'])
      expect(resources.map((resource) => resource.uri)).toContain(uri);
    const { contents } = await client.readResource({ uri: 'engine://profiles/demo/profile.yaml' });
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('profile: demo') });
    await expect(client.readResource({ uri: 'engine://profiles/demo/..%2F..%2Fpackage.json' })).rejects.toThrow();
    expect((await use('read_docs', { page: 'language', section: 'Reads' })).text).toMatch(/^#+ Reads$/m);
    expect((await use('explain_code', { code: 'MAP101' })).text).toContain('Wrong:');
    expect((await use('explain_code', { code: 'MAP' })).failed).toBe(true);
  });
});
