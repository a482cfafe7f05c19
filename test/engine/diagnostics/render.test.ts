import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../engine/diagnostics/diagnostic.ts';
import { renderJson, renderText, sortDiagnostics } from '../../../engine/diagnostics/render.ts';
import { renderSarif } from '../../../engine/diagnostics/sarif.ts';

const file = 'profiles/x.yaml';
const text = ['profile: x', 'endpoints:', '  /debtors/list:', '    serch: a', '    query: SELECT 1', ''].join('\n');
const unknownKey: Diagnostic = {
  code: 'MAP101',
  severity: 'error',
  message: 'Unknown key "serch".',
  hint: 'Did you mean "search"?',
  place: { file, line: 4, column: 5, length: 5 },
  coordinate: '/debtors/list',
};
const block: Diagnostic = {
  code: 'MAP233',
  severity: 'warning',
  message: 'The block always stands.',
  hint: 'Remove the brackets.',
  place: { file, line: 5, column: 12, length: 8 },
};
const noKey: Diagnostic = {
  code: 'CFG507',
  severity: 'error',
  message: 'There is no key.',
  hint: 'Set one.',
  place: undefined,
};
const plain = { color: false };

describe('renderText', () => {
  it('shows code, place, frame, hint and contract, and counts', () => {
    expect(renderText([block, unknownKey, noKey], new Map([[file, text]]), plain)).toBe(
      [
        'error[CFG507]: There is no key.',
        '   = hint: Set one.',
        '',
        'error[MAP101]: Unknown key "serch".',
        '  --> profiles/x.yaml:4:5',
        '   |',
        ' 3 |   /debtors/list:',
        ' 4 |     serch: a',
        '   |     ^^^^^',
        ' 5 |     query: SELECT 1',
        '   |',
        '   = hint: Did you mean "search"?',
        '   = contract: /debtors/list',
        '',
        'warning[MAP233]: The block always stands.',
        '  --> profiles/x.yaml:5:12',
        '   |',
        ' 4 |     serch: a',
        ' 5 |     query: SELECT 1',
        '   |            ^^^^^^^^',
        '   |',
        '   = hint: Remove the brackets.',
        '',
        '2 errors and 1 warning.',
        '',
      ].join('\n'),
    );
  });

  it('gives nothing for nothing', () => {
    expect(renderText([], new Map(), plain)).toBe('');
  });

  it('does without a frame when the text is not there, or has no such line', () => {
    const wanted = [
      'warning[MAP233]: The block always stands.',
      '  --> profiles/x.yaml:5:12',
      '   = hint: Remove the brackets.',
      '',
      '1 warning.',
      '',
    ].join('\n');
    expect(renderText([block], new Map(), plain)).toBe(wanted);
    expect(renderText([block], new Map([[file, 'one line']]), plain)).toBe(wanted);
  });

  it('colours without changing the text', () => {
    const sources = new Map([[file, text]]);
    const coloured = renderText([unknownKey], sources, { color: true });
    expect(coloured).toContain('\u001b[1;31merror[MAP101]\u001b[0m');
    expect(
      coloured
        .split('\u001b')
        .map((piece) => piece.replace(/^\[[\d;]*m/, ''))
        .join(''),
    ).toBe(renderText([unknownKey], sources, plain));
  });

  it('never passes control characters of a file or a driver on to the terminal', () => {
    const evil = {
      ...unknownKey,
      message: 'No \u001b[2J\u202eevil\nsecond line',
      place: { file, line: 1, column: 1, length: 1 },
    };
    const page = renderText([evil], new Map([[file, 'a\u001b]0;x\u0007b']]), plain);
    expect(page).not.toContain('\u001b');
    expect(page).not.toContain('\u202e');
    expect(page).toContain('\n  second line\n');
  });
});

describe('sortDiagnostics', () => {
  it('orders by file, line, column and code, and drops repeats', () => {
    const at = (name: string, line: number, column: number, code: Diagnostic['code']): Diagnostic => ({
      ...unknownKey,
      code,
      message: `At ${name}:${line}:${column}.`,
      place: { file: name, line, column, length: 1 },
    });
    const wanted = [
      at('a', 2, 9, 'MAP104'),
      at('a', 10, 1, 'MAP101'),
      at('a', 10, 1, 'MAP102'),
      at('a', 10, 2, 'MAP101'),
      at('b', 1, 1, 'MAP101'),
    ];
    const given = [4, 2, 0, 3, 1, 1, 2].flatMap((index) => wanted[index] ?? []);
    expect(sortDiagnostics(given)).toEqual(wanted);
  });
});

const elsewhere = (line: number, more: Partial<Diagnostic> = {}): Diagnostic => ({
  ...unknownKey,
  place: { file, line, column: 5, length: 5 },
  ...more,
});

describe('one mistake at several places', () => {
  it('is one finding, at its first place, with the others', () => {
    const later = elsewhere(12, { coordinate: '/invoices/list' });
    expect(sortDiagnostics([later, block, unknownKey])).toEqual([{ ...unknownKey, alsoAt: [later.place] }, block]);
    const page = renderText([later, unknownKey], new Map([[file, text]]), plain);
    expect(page).toContain('   = hint: Did you mean "search"?\n   = also at: line 12\n');
    expect(page).toContain('\n1 error.\n');
    expect(JSON.parse(renderJson([later, unknownKey], new Map()))).toMatchObject({
      errors: 1,
      diagnostics: [{ alsoAt: [later.place] }],
    });
    expect(JSON.parse(renderSarif([later, unknownKey], '1')).runs[0].results).toMatchObject([
      { relatedLocations: [{ physicalLocation: { region: { startLine: 12, startColumn: 5 } } }] },
    ]);
  });

  it('whose hints list the names that are known at each place', () => {
    const withKnownNames = (line: number, names: string) => elsewhere(line, { hint: `Known here: ${names}.` });
    expect(sortDiagnostics([withKnownNames(4, 'a, b'), withKnownNames(9, 'a, c')])).toHaveLength(1);
  });

  it.each([
    ['another name', elsewhere(9, { message: 'Unknown key "sort".' })],
    ['another correction', elsewhere(9, { hint: 'Did you mean "since"?' })],
    ['another severity', elsewhere(9, { severity: 'warning' })],
    ['another code', elsewhere(9, { code: 'MAP104' })],
    ['without a place', elsewhere(9, { place: undefined })],
  ])('remains two findings: %s', (_name, other) => {
    expect(sortDiagnostics([unknownKey, other])).toHaveLength(2);
  });

  it('of a code whose message does not name the mistake remains two findings', () => {
    const empty = (line: number) =>
      elsewhere(line, { code: 'SQL405', message: 'SQLite refuses this statement: near "AS".' });
    expect(sortDiagnostics([empty(4), empty(9)])).toHaveLength(2);
  });
});

describe('renderJson', () => {
  it('has counts, and one object for each finding', () => {
    expect(JSON.parse(renderJson([noKey, unknownKey], new Map()))).toEqual({
      errors: 2,
      warnings: 0,
      advice: 0,
      diagnostics: [
        { code: 'CFG507', title: 'no API key', severity: 'error', message: 'There is no key.', hint: 'Set one.' },
        {
          code: 'MAP101',
          title: 'unknown key',
          severity: 'error',
          message: 'Unknown key "serch".',
          hint: 'Did you mean "search"?',
          file,
          line: 4,
          column: 5,
          length: 5,
          contract: '/debtors/list',
        },
      ],
    });
  });
});
