/** Semantic highlighting, and what stands above endpoints. */
import { describe, expect, it } from 'vitest';
import { createLanguageService, type TestResults } from '../../../../src/workbench/language/index.ts';
import { file, head, portsHere, serviceWith } from './service-here.ts';

/** `type text` of each token of the lines after the head. */
async function shown(endpoints: string): Promise<readonly string[]> {
  const service = serviceWith();
  const text = head + endpoints;
  service.open(file, text);
  await service.check(file);
  const lines = text.split('\n');
  const first = head.split('\n').length - 1;
  return service.tokens(file).flatMap(({ range: { start, end }, type }) => {
    expect(end.line).toBe(start.line);
    return start.line < first ? [] : [`${type} ${lines[start.line]?.slice(start.character, end.character)}`];
  });
}

describe('highlighting', () => {
  it('of SQL', async () => {
    const query =
      "SELECT upper(c.name) AS name, 'a b' AS x -- all\n      FROM {open_invoice} WHERE [[ c.no > 5 AND c.no = :settings.branch ]]";
    expect(await shown(`endpoints:\n  /debtors/list:\n    query: |\n      ${query}\n`)).toEqual([
      'keyword SELECT',
      'function upper',
      'keyword AS',
      "string 'a b'",
      'keyword AS',
      'comment -- all',
      'keyword FROM',
      'macro {open_invoice}',
      'keyword WHERE',
      'operator [[',
      'number 5',
      'keyword AND',
      'parameter :settings.branch',
      'operator ]]',
    ]);
  });

  it('of expressions, and of those in {{ }}', async () => {
    const text = `endpoints:
  /debtors/list:
    query: SELECT 1 AS name
    fields: { email: "$lowercase({account} & 'x') and name" }
  /debtors/get: { get: "/a/\${branch}/{{ $today }}" }
`;
    expect((await shown(text)).slice(3)).toEqual([
      'function $lowercase',
      'macro {account}',
      'operator &',
      "string 'x'",
      'keyword and',
      'variable name',
      'parameter ${branch}',
      'operator {{',
      'variable $today',
      'operator }}',
    ]);
  });

  it('splits texts over several lines', async () => {
    const text = `endpoints:\n  /debtors/list:\n    query: |\n      /* one\n         two */ SELECT 1\n`;
    expect(await shown(text)).toEqual(['comment /* one', 'comment two */', 'keyword SELECT', 'number 1']);
  });
});

describe('lenses', () => {
  const results: TestResults = {
    cases: [
      {
        file: '/acme/cases/debtors.yaml',
        text: 'cases:\n  - call: /debtors/list\n    case: one\n  - { call: /debtors/list, case: two }\n',
      },
    ],
    results: new Map([['/debtors/list', { passed: 1, failed: 1 }]]),
    reached: new Map([
      [18, 2],
      [19, 0],
      [20, 1],
    ]),
  };

  it('count cases, results and covered lines of each endpoint', async () => {
    const service = createLanguageService({ ...portsHere(), testResults: () => results });
    const text = `${head}endpoints:\n  /debtors/list:\n    query: SELECT 1 AS name\n    absent: { email: none }\n  /invoices/list: { unavailable: no }\n`;
    service.open(file, text);
    await service.check(file);
    const line = text.split('\n').indexOf('  /debtors/list:');
    const first = { start: { line, character: 2 }, end: { line, character: 15 } };
    const second = { start: { line: line + 3, character: 2 }, end: { line: line + 3, character: 16 } };
    const section = { start: { line: line - 1, character: 0 }, end: { line: line - 1, character: 9 } };
    expect(service.lenses(file)).toEqual([
      { range: section, title: 'Run all 2 cases', action: { kind: 'run', endpoint: undefined } },
      { range: first, title: 'Run cases', action: { kind: 'run', endpoint: '/debtors/list' } },
      { range: first, title: '2 cases, 1 failed, 1 passed', action: { kind: 'cases', endpoint: '/debtors/list' } },
      // Line 19 of the file, which no case has reached.
      { range: first, title: '1 of 2 lines covered', action: { kind: 'line', line: 18 } },
      { range: second, title: '1 of 1 lines covered', action: undefined },
    ]);
  });
});
