/** The diagrams of the documents have only lines that Mermaid reads: one mistake shows an error in place of the whole diagram. */
import { describe, expect, it } from 'vitest';
import { blocksIn } from './blocks.ts';

const node = String.raw`[\w./-]+(?:\["[^"]+"\]|\[[^"()[\]]+\]|\[\([^"()[\]]+\)\])?`;
const nodes = `${node}(?: & ${node})*`;
const line = new RegExp(
  String.raw`^(?:subgraph \w+(?: \[[^"()[\]]+\])?|${nodes}(?: --(?:> | "[^"]+" --> )${nodes})*)$`,
);

describe.each(blocksIn('mermaid'))('%s', (_place, { text }) => {
  const [head = '', ...lines] = text.trimEnd().split('\n');

  it('is a flowchart of known lines', () => {
    expect(head).toMatch(/^flowchart (?:LR|TD)$/);
    expect(lines.map((one) => one.trim()).filter((one) => one !== '' && !line.test(one))).toEqual([]);
  });

  it('closes its groups', () => {
    const count = (form: RegExp): number => lines.filter((one) => form.test(one)).length;
    expect(count(/^ *end$/)).toBe(count(/^ *subgraph /));
  });
});
