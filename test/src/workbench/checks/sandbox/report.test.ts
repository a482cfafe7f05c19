import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { paintOf } from '../../../../../engine/diagnostics/paint.ts';
import type { CheckResult } from '../../../../../src/workbench/checks/core/run-checks.ts';
import { reportHtml } from '../../../../../src/workbench/checks/sandbox/report/html.ts';
import { reportJson, reportJunit } from '../../../../../src/workbench/checks/sandbox/report/machine.ts';
import { type Report, reportOf } from '../../../../../src/workbench/checks/sandbox/report/report.ts';
import { reportText } from '../../../../../src/workbench/checks/sandbox/report/text.ts';
import { finding } from '../../../../../src/workbench/checks/validation/index.ts';

/** What a service may send to whoever reads the report. */
const hostile = [
  '</pre></bdi><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '&lt;script&gt; &amp; ]]> <!-- -->',
  'a\u0000b\u001b[2J\u0007\u202egnp.exe\u2066',
];

const passed: CheckResult = {
  check: { id: 'keys/one', path: '/health', title: 'an unknown key', clause: 'contract 5.3' },
  outcome: { kind: 'passed' },
  notes: hostile,
  ms: 2,
};
const notTested: CheckResult = {
  ...passed,
  check: { ...passed.check, path: '/sale-draft' },
  outcome: { kind: 'not tested', gap: { kind: 'not possible here', reason: hostile.join(' ') } },
  notes: [],
};
const failures = hostile.map((text): CheckResult => {
  const sent = { method: 'POST', path: '/health', url: `http://x/${text}`, headers: { a: text }, text };
  const reply = {
    ...{ kind: 'answer' as const, status: 200, headers: new Map([['x', text]]), text },
    ...{ isJson: false, body: undefined, echoesKey: false, ms: 1 },
  };
  const silent = { kind: 'none' as const, reason: text, ms: 1 };
  const exchanges = [
    { sent, reply: silent },
    { sent, reply },
  ];
  return { ...passed, notes: [], outcome: { kind: 'failed', findings: [finding('json', text, text)], exchanges } };
});

const report = (checks: readonly CheckResult[]): Report =>
  reportOf(
    {
      erp: `Sage ${hostile[0]}`,
      baseUrl: `http://host/${hostile[0]}`,
      startedAt: '2026-11-21T20:00:00.000Z',
      writes: false,
      written: [],
    },
    checks,
  );
const whole = report([passed, notTested, ...failures]);

/** Names of all elements and attributes of a document. */
function namesOf(xml: string): { readonly elements: ReadonlySet<string>; readonly attributes: ReadonlySet<string> } {
  const elements = new Set<string>();
  const attributes = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name.startsWith('@')) attributes.add(name.slice(1));
      else if (!Array.isArray(value) && name !== '#text') elements.add(name);
      visit(inner);
    }
  };
  visit(new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@' }).parse(xml));
  return { elements, attributes };
}

describe('the HTML report', () => {
  const html = reportHtml(whole).replace(/^<!doctype html>\n/, '');

  it('is one document without scripts, images or external resources, for any answer of the service', () => {
    expect(XMLValidator.validate(html)).toBe(true);
    const { elements, attributes } = namesOf(html);
    for (const name of ['script', 'img', 'link', 'iframe', 'object', 'form', 'svg'])
      expect(elements).not.toContain(name);
    const allowed = ['lang', 'charset', 'name', 'content', 'http-equiv', 'datetime', 'class', 'tabindex'];
    // A share of the bar: `flex:3`.
    const ofBar = ['style', 'aria-hidden'];
    expect([...attributes].filter((name) => ![...allowed, ...ofBar].includes(name))).toEqual([]);
    for (const [, value] of html.matchAll(/ style="([^"]*)"/g)) expect(value).toMatch(/^flex:\d+$/);
    expect(html).not.toMatch(/url\(|@import/);
  });

  it('shows requests and answers unchanged, except for characters that control the text around them', () => {
    expect(html).toContain('&lt;/pre&gt;&lt;/bdi&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).toContain('&amp;lt;script&amp;gt; &amp;amp; ]]&gt; &lt;!-- --&gt;');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
    expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/);
    expect(html).toContain('a\ufffdb\ufffd[2J\ufffd\ufffdgnp.exe\ufffd');
    expect(html.match(/<summary>Request and answer [12] of 2<\/summary>/g)).toHaveLength(2 * failures.length);
  });

  it('begins with the failures; checks with the same reason are one entry; endpoints follow in the order of the contract', () => {
    const failing: CheckResult = { ...(failures[0] ?? passed), check: { ...passed.check, path: '/sale-draft' } };
    const twice: CheckResult = { ...notTested, check: { ...notTested.check, title: 'a malformed key' } };
    const some = reportHtml(report([passed, notTested, failing, twice]));
    const heads = [...some.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, title]) => title);
    expect(heads).toEqual(['Failed', 'Not tested', 'By endpoint']);
    expect(some.match(/<article /g)).toHaveLength(2);
    expect(some).toContain('<summary>2 checks</summary>');
    const groups = [...some.matchAll(/<(?:summary|p class="panel")>([^<]*): (\/[^<]*) <span class="badge ([^"]*)">/g)];
    expect(groups.map(([, , path, verdict]) => [path, verdict])).toEqual([
      ['/health', 'passed'],
      ['/sale-draft', 'failed'],
    ]);
  });

  it('names the ERP, the service and the time at its top, and what was written', () => {
    const head = html.slice(html.indexOf('<header>'), html.indexOf('</header>'));
    expect(head).toContain('<p>Sage &lt;/pre&gt;');
    expect(head).toContain('<dt>Service</dt><dd class="mono">http://host/&lt;/pre&gt;');
    expect(head).toContain('<time datetime="2026-11-21T20:00:00.000Z">2026-11-21 20:00 UTC</time>');
    expect(head).toContain('<h1>5 of 7 checks failed</h1>');
    expect(head).toContain('Only the sample draft of the connection test was sent to be written');
    const written = [{ path: '/sale-draft' as const, name: 'SBX-1 <R 17>', id: '80001' }];
    const left = '<summary>Left in the ERP:</summary><ul><li>  1 drafts: SBX-1 &lt;R 17&gt; (80001)</li></ul>';
    expect(reportHtml({ ...whole, writes: true, written })).toContain(left);
    expect(html).toMatch(/<title>Sage .*: 5 of 7 checks failed<\/title>/);
    expect(reportHtml({ ...whole, erp: undefined })).toContain('<title>5 of 7 checks failed</title>');
    expect(reportText(whole, paintOf(false)).split('\n')[0]).toMatch(/^Sandbox against Sage .*, http:\/\/host\//);
  });

  it('can be read without seeing colours: each verdict is a word', () => {
    for (const text of ['<span class="badge failed">failed</span>', '<span class="badge passed">1 passed</span>'])
      expect(html).toContain(text);
    expect(html).toContain('<html lang="en">');
  });
});

describe('the other reports', () => {
  it('text has no character that moves the cursor or turns the writing direction', () => {
    const text = reportText(whole, paintOf(false));
    expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
    expect(text.split('\n')[2]).toMatch(/^FAIL \/health +1 passed, 5 failed$/);
    expect(text).toContain('7 checks: 1 passed, 5 failed, 1 not tested.');
  });

  it('text has colours at a terminal', () => {
    const [red, boldRed, end] = ['\u001b[31m', '\u001b[1;31m', '\u001b[0m'];
    const text = reportText(whole, paintOf(true));
    expect(text).toContain(`\n${boldRed}FAIL${end} /health `);
    expect(text).toContain(`\n       ${red}json (contract 4.5): `);
    expect(text).toContain(`7 checks: 1 passed, ${boldRed}5 failed${end}, 1 not tested.`);
    const unpainted = [red, boldRed, end, '\u001b[32m'].reduce((all, color) => all.replaceAll(color, ''), text);
    expect(unpainted).toBe(reportText(whole, paintOf(false)));
  });

  it('JUnit is XML: an endpoint is a suite, a check that was not tested is skipped', () => {
    const xml = reportJunit(whole);
    expect(XMLValidator.validate(xml)).toBe(true);
    expect(xml).toContain('<testsuite name="/health" tests="6" failures="5" skipped="0">');
    expect(xml).toContain('<testsuite name="/sale-draft" tests="1" failures="0" skipped="1">');
  });

  it('JSON has endpoints, checks, findings with their clauses, and the exchanges', () => {
    const json: unknown = JSON.parse(reportJson(report(failures.slice(0, 1))));
    expect(json).toMatchObject({
      counts: { passed: 0, failed: 1, unreached: 0 },
      endpoints: [
        {
          path: '/health',
          checks: [
            {
              outcome: 'failed',
              findings: [{ rule: 'json', clause: 'contract 4.5' }],
              exchanges: [{}, { requestBody: hostile[0], answer: '200 (1 ms)', answerBody: hostile[0] }],
            },
          ],
        },
      ],
    });
  });
});
