import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { paintOf } from '../../../../engine/diagnostics/index.ts';
import type { CheckResult } from '../../../../src/checks/core/index.ts';
import {
  type Report,
  reportHtml,
  reportJson,
  reportJunit,
  reportOf,
  reportText,
} from '../../../../src/checks/sandbox/report/index.ts';
import { finding } from '../../../../src/checks/validation/index.ts';

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
  outcome: { kind: 'not tested', reason: hostile.join(' ') },
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
    const allowed = [
      'lang',
      'charset',
      'name',
      'content',
      'http-equiv',
      'datetime',
      'scope',
      'class',
      'id',
      'href',
      'tabindex',
      'open',
    ];
    expect([...attributes].filter((name) => !allowed.includes(name))).toEqual([]);
    for (const [, target] of html.matchAll(/href="([^"]*)"/g)) expect(target).toMatch(/^#/);
  });

  it('shows requests unchanged, except for control characters', () => {
    expect(html).toContain('&lt;/pre&gt;&lt;/bdi&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
    expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
  });

  it('begins with the failures, and only its table scrolls on a narrow screen', () => {
    const failing: CheckResult = { ...(failures[0] ?? passed), check: { ...passed.check, path: '/sale-draft' } };
    const some = reportHtml(report([passed, notTested, failing]));
    // Of two endpoints the second one has a failure, and of its two checks the second one.
    expect([...some.matchAll(/<section id="([^"]*)">/g)].map(([, id]) => id)).toEqual(['sale-draft', 'health']);
    const verdicts = [...some.matchAll(/<li><span class="([^"]*)">/g)].map(([, verdict]) => verdict);
    expect(verdicts).toEqual(['failed', 'not-tested', 'passed']);
    expect(some).toMatch(/<div class="wide" tabindex="0">\s*<table>/);
    expect(some).toContain('.wide { overflow-x: auto; }');
  });

  it('names the ERP, the service and the time at its top', () => {
    const head = html.slice(html.indexOf('<header>'), html.indexOf('</header>'));
    expect(head).toContain('<dt>ERP</dt><dd><bdi>Sage &lt;/pre&gt;');
    expect(head).toContain('<dt>Service</dt><dd><bdi>http://host/&lt;/pre&gt;');
    expect(head).toContain('<time datetime="2026-11-21T20:00:00.000Z">2026-11-21 20:00 UTC</time>');
    expect(html).toMatch(/<title>Sage .*: The service breaks the contract<\/title>/);
    expect(reportHtml({ ...whole, erp: undefined })).not.toContain('<dt>ERP</dt>');
    expect(reportText(whole, paintOf(false)).split('\n')[0]).toMatch(/^Sandbox against Sage .*, http:\/\/host\//);
  });

  it('can be read without seeing colours: each verdict is a word, each table cell has its header', () => {
    expect(html).toContain('<span class="failed">failed</span>');
    expect(html).toContain('<html lang="en">');
    expect(html.match(/<th scope="row">/g)).toHaveLength(whole.endpoints.length);
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
