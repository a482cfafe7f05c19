import { describe, expect, it } from 'vitest';
import { contractPage } from '../../../src/build/pages/contract.ts';
import { contract, endpointRulings } from '../../../src/contract/index.ts';

const page = contractPage(contract);
const sections = new Map(page.split(/^### /m).map((section) => [section.slice(0, section.indexOf('\n')), section]));

describe('the reference page', () => {
  for (const { title, path, request, answer } of contract.endpoints) {
    it(`${path}: has a section with every field of request and answer, and its rulings`, () => {
      const section = sections.get(title);
      expect(section).toContain(`\`POST ${path}\``);
      for (const name of Object.keys(request)) expect(section).toContain(`| \`${name}\` |`);
      const prefix = answer.kind === 'rows' ? `${answer.property}[].` : '';
      for (const name of Object.keys(answer.kind === 'rows' ? answer.row : answer.fields)) {
        expect(section).toContain(`| \`${prefix}${name}\` |`);
      }
      const rulings = Object.entries(endpointRulings).find(([ruled]) => ruled === path)?.[1];
      expect(rulings?.length).toBeGreaterThan(0);
      for (const ruling of rulings ?? []) expect(section).toContain(`- ${ruling}`);
    });
  }

  it('shows JSON examples that parse', () => {
    const blocks = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text]) => text ?? '');
    expect(blocks).toHaveLength(2 * 18 + 1);
    for (const block of blocks) expect(JSON.parse(block)).toMatchObject({ schemaVersion: '1' });
  });

  it('links every endpoint to a heading that exists', () => {
    const links = [...page.matchAll(/\]\(#([a-z-]+)\)/g)].map(([, anchor]) => anchor);
    const anchors = [...page.matchAll(/^### (.*)$/gm)].map(([, title]) => title?.toLowerCase().replaceAll(' ', '-'));
    expect(links).toHaveLength(18);
    expect(anchors).toEqual(links);
  });

  it('has tables whose rows all have as many cells as their head', () => {
    for (const table of page.match(/(^\|.*\|\n)+/gm) ?? []) {
      const cells = table
        .trim()
        .split('\n')
        .map((line) => line.replaceAll('\\|', '').split('|').length);
      expect(new Set(cells).size, table).toBe(1);
    }
  });
});
