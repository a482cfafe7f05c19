import { describe, expect, it } from 'vitest';
import { codes, isCode } from '../../../engine/diagnostics/codes.ts';
import { codeIndex, explain } from '../../../engine/diagnostics/explain.ts';

const entries = Object.entries(codes);

describe('the table of codes', () => {
  it('is sorted within its groups, and numbers follow the phases', () => {
    const groups = new Map([
      ['YAML', '1'],
      ['MAP', '12'],
      ['EXP', '3'],
      ['SQL', '4'],
      ['REQ', '6'],
      ['CFG', '5'],
      ['DRF', '7'],
      ['API', '8'],
    ]);
    for (const [code] of entries) {
      const [, group = '', digit = ''] = /^([A-Z]+)(\d)\d\d$/.exec(code) ?? [];
      expect(groups.get(group), code).toContain(digit);
    }
    for (const group of groups.keys()) {
      const codesOfGroup = entries.map(([code]) => code).filter((code) => code.startsWith(group));
      expect(codesOfGroup).toEqual([...codesOfGroup].sort());
    }
  });

  it.each(entries)('%s has a title, an explanation that ends as a sentence, and two examples', (_code, entry) => {
    expect(entry.title).toMatch(/^[a-zA-Z].*[^.]$/);
    expect(entry.explanation).toMatch(/^[^a-z].*\.$/s);
    expect(entry.explanation.length).toBeGreaterThan(60);
    expect(entry.wrong).not.toBe(entry.right);
    expect(entry.wrong.trim()).not.toBe('');
    expect(entry.right.trim()).not.toBe('');
  });

  it('has a unique title for each code', () => {
    expect(new Set(entries.map(([, { title }]) => title)).size).toBe(entries.length);
  });

  it('knows its codes and nothing else', () => {
    expect(isCode('MAP101')).toBe(true);
    expect(isCode('MAP999')).toBe(false);
    expect(isCode('toString')).toBe(false);
  });
});

describe('explain', () => {
  it('shows the meaning with both examples', () => {
    const page = explain('YAML103');
    expect(page.startsWith('YAML103: duplicate key\n\n')).toBe(true);
    expect(page).toContain('Wrong:\n    title: Acme\n    title: Acme ERP\nRight:\n    title: Acme ERP\n');
  });

  it('lists one line for each code', () => {
    const lines = codeIndex()
      .split('\n')
      .filter((line) => line !== '');
    expect(lines).toHaveLength(entries.length);
    expect(lines).toContain('MAP101   unknown key');
  });
});
