/** The HTML report of `engine test`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { comparedLines } from '../../../../src/workbench/testing/compared-lines.ts';
import type { ReportEntry } from '../../../../src/workbench/testing/report-entry.ts';
import { headline } from '../../../../src/workbench/testing/report-html/page.ts';
import { testReportHtml } from '../../../../src/workbench/testing/report-html/report-html.ts';
import { colors } from '../../../../src/workbench/testing/report-html/style.ts';
import { root } from '../../cli/here.ts';

const entry = (given: Partial<ReportEntry>): ReportEntry => ({
  ...{ verdict: 'passed', title: 'Anna is found', endpoint: '/catalog/customers/search', place: undefined },
  ...{ reasons: [], comparison: [], details: [], ms: 12.4 },
  ...given,
});

const html = (entries: readonly ReportEntry[]): string =>
  testReportHtml({
    ...{ what: 'cases', writtenAt: '2026-11-23T11:45:00.000Z', version: '1.2.3' },
    profiles: [{ name: 'acme.yaml', erp: 'Acme <ERP>', groups: [{ name: 'cases/search.yaml', entries }] }],
  });

describe('texts side by side', () => {
  it('pair a replaced line with its replacement, and leave the other side empty for a line too much', () => {
    const expected = 'name: Anna\ncity: Bonn\nzip: "53111"\n';
    expect(comparedLines(expected, 'name: Hanna\ncity: Ulm\nzip: "53111"\nphone: R 17\n')).toEqual([
      { kind: 'different', expected: 'name: Anna', received: 'name: Hanna' },
      { kind: 'different', expected: 'city: Bonn', received: 'city: Ulm' },
      { kind: 'same', text: 'zip: "53111"' },
      { kind: 'different', expected: undefined, received: 'phone: R 17' },
    ]);
  });

  it('have three equal lines around each difference, and a mark where lines are left out', () => {
    const lines = (changed: string): string => [...'abcdefgh', changed, ...'ij'].map((text) => `${text}\n`).join('');
    expect(comparedLines(lines('IN-1'), lines('IN-2'))).toEqual([
      { kind: 'omitted', line: 6 },
      ...[...'fgh'].map((text) => ({ kind: 'same', text })),
      { kind: 'different', expected: 'IN-1', received: 'IN-2' },
      ...[...'ij'].map((text) => ({ kind: 'same', text })),
    ]);
    expect(comparedLines('a\n', 'a\n')).toEqual([]);
  });
});

describe('the report', () => {
  it('names ERP, profile and time, and what failed comes first', () => {
    const failed = entry({
      ...{ verdict: 'failed', title: 'Zoe <is> found', place: { file: 'cases/search.yaml', line: 14 } },
      comparison: comparedLines('city: Bonn\n', 'city: Ulm & around\n'),
      details: [{ label: 'Sent', text: 'SELECT "R 17" <> 1' }],
    });
    const text = html([entry({}), failed, entry({ verdict: 'not tested', title: 'later', reasons: ['No server.'] })]);
    for (const part of [
      '<title>Acme &lt;ERP&gt;: 1 of 3 cases failed</title>',
      '<dd class="mono">acme.yaml</dd>',
      '<time datetime="2026-11-23T11:45:00.000Z">2026-11-23 11:45 UTC</time>',
      '<tr><td class="expected">city: Bonn</td><td class="received">city: Ulm &amp; around</td></tr>',
      '<pre tabindex="0">SELECT &quot;R 17&quot; &lt;&gt; 1</pre>',
      'cases/search.yaml:14',
      '<p>No server.</p>',
    ])
      expect(text).toContain(part);
    const places = ['Zoe &lt;is&gt; found', '>later<', 'Anna is found'].map((title) => text.indexOf(title));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  });

  it('shows the counts of each group, also of one in which nothing has passed', () => {
    const text = html([entry({ verdict: 'failed' }), entry({ verdict: 'failed' })]);
    expect(text).toContain('<h2>By file</h2>');
    expect(text).toContain('<p class="panel">cases/search.yaml <span class="badge failed">2 failed</span></p>');
  });

  it('is one file: it loads nothing, and has no script', () => {
    const text = html([entry({ title: '<script>alert(1)</script>' })]);
    expect(text).not.toMatch(/<script|<link|<img|src=|href=|url\(|@import/);
    expect(text).toContain("default-src 'none'");
  });

  it('has a headline that counts', () => {
    const of = (...verdicts: readonly ReportEntry['verdict'][]): string =>
      headline(
        'checks',
        verdicts.map((verdict) => entry({ verdict })),
      );
    expect(of('passed')).toBe('1 check passed');
    expect(of('passed', 'passed', 'not tested', 'not applicable')).toBe('2 checks passed, 1 not tested');
    expect(of('failed', 'passed')).toBe('1 of 2 checks failed');
    expect(headline('mutants', [entry({ verdict: 'failed' }), entry({})])).toBe('1 of 2 mutants survived');
  });

  it('has the colours of the studio', () => {
    const css = readFileSync(join(root, 'src/workbench/studio/page/style/main.css'), 'utf8');
    for (const [name, value] of Object.entries(colors)) expect(css).toContain(`  --${name}: ${value};\n`);
  });
});
