import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../engine/base/secret.ts';
import { interpolate } from '../../../engine/base/setting-values.ts';
import { loadProfile } from '../../../engine/profile/load.ts';
import type { Environment, Purpose } from '../../../engine/profile/settings.ts';

function load(settings: string, environment: Environment = {}, purpose: Purpose = 'start') {
  const text = `profile: p\ncontract: "1"\nsettings:\n  ${settings}\nsources: { erp: { sql: sqlite, connection: { file: x } } }\nendpoints: {}\n`;
  const { loaded, diagnostics } = loadProfile(text, 'profile.yaml', environment, purpose);
  return { value: loaded?.settings.get('s'), settings: loaded?.settings ?? new Map(), diagnostics };
}

describe('a setting that a consent gives', () => {
  const text = (tenants: string): string => `profile: p
contract: "1"
settings: { s: { env: S } }
sources:
  erp:
    http: https://erp.example
    auth: { refreshToken: { url: "https://a.example/t", client: c, consent: { url: "https://a.example/a"${tenants} } } }
    request: { headers: { x: "\${s}" } }
endpoints: {}
`;
  const codesFor = (tenants: string, environment: Environment, purpose: Purpose): readonly string[] =>
    loadProfile(text(tenants), 'profile.yaml', environment, purpose).diagnostics.map(({ code }) => code);

  it('awaits it at a start, unless its variable is set', () => {
    const tenants = ', tenants: { settings: { s: id } }';
    expect(codesFor(tenants, {}, 'start')).toEqual(['MAP207']);
    expect(codesFor(tenants, { S: '' }, 'start')).toEqual(['MAP207']);
    expect(codesFor(tenants, { S: 'x' }, 'start')).toEqual([]);
    expect(codesFor(tenants, {}, 'check')).toEqual(['MAP202']);
    expect(codesFor('', {}, 'start')).toEqual(['MAP202']);
  });
});

describe('a setting', () => {
  it.each([
    ['s: { env: S }', '  a b ', '  a b '],
    ['s: { env: S, default: d }', 'x', 'x'],
    ['s: { env: S, default: d }', '', ''],
    ['s: { env: S, type: integer }', '-42', -42],
    ['s: { env: S, type: boolean }', 'TRUE', true],
    ['s: { env: S, type: boolean }', '0', false],
    ['s: { env: S, pattern: "[A-Z]+" }', 'ABC', 'ABC'],
  ])('%s with %j', (spec, given, value) => {
    const { diagnostics, ...read } = load(spec, { S: given });
    expect(diagnostics).toEqual([]);
    expect(read.value).toBe(value);
  });

  it('takes its default where the environment has nothing', () => {
    expect(load('s: { env: S, default: 007 }').value).toBe('007');
    expect(load('s: { default: 12, type: integer }').value).toBe(12);
  });

  it('that is a map keeps its codes as they are written', () => {
    const { value, diagnostics } = load('s: { env: S, type: map }', {
      S: '{ 01: a, 1: b, 1e5: 007, true: c, else: d }',
    });
    expect(diagnostics).toEqual([]);
    expect(value).toEqual({ '01': 'a', '1': 'b', '1e5': '007', true: 'c', else: 'd' });
  });

  it.each([
    ['s: { env: S }', undefined, 'MAP202'],
    ['s: { env: S }', '', 'MAP202'],
    ['s: { env: S, secret: true }', '', 'MAP202'],
    ['s: { env: S, type: integer }', '4.2', 'MAP203'],
    ['s: { env: S, type: integer }', '', 'MAP202'],
    ['s: { env: S, pattern: "[A-Z]+" }', '', 'MAP202'],
    ['s: { env: S, type: boolean }', 'maybe', 'MAP203'],
    ['s: { env: S, type: map }', '[1, 2]', 'MAP203'],
    ['s: { env: S, type: map }', '{ a: { b: c } }', 'MAP203'],
    ['s: { env: S, type: map }', '{ a: b', 'MAP203'],
    ['s: { env: S, pattern: "[A-Z]+" }', 'ABC1', 'MAP203'],
    ['s: { env: S, pattern: "a|b" }', 'ax', 'MAP203'],
    ['s: { env: S, pattern: "(" }', 'x', 'MAP204'],
    // An engine that tries one way after the other would not come to an end.
    ['s: { env: S, pattern: "(a+)+" }', `${'a'.repeat(100_000)}!`, 'MAP203'],
    ['s: { env: S, pattern: "(a*)*" }', `${'a'.repeat(60)}!`, 'MAP204'],
  ])('%s with %j is reported: %s', (spec, given, code) => {
    const { diagnostics } = load(spec, { S: given });
    expect(diagnostics.map((item) => item.code)).toEqual([code]);
    expect(diagnostics[0]?.place?.line).toBe(4);
  });

  it.each(['{ env: S, default: "" }', '{ env: S, default: acme }', '{ env: S, pattern: "[A-Z]*" }'])(
    'that may be empty is empty where its variable is: %s',
    (spec) => {
      const { value, diagnostics } = load(`s: ${spec}`, { S: '' });
      expect({ value, diagnostics }).toEqual({ value: '', diagnostics: [] });
    },
  );

  it('that is a secret is never printed, with any fault', () => {
    const { diagnostics } = load('s: { env: S, secret: true, pattern: "[A-Z]+" }', { S: 'hunter2' });
    expect(diagnostics).toHaveLength(1);
    expect(JSON.stringify(diagnostics)).not.toContain('hunter2');
  });

  it('that is a secret does not print, and is revealed only explicitly', () => {
    const { value } = load('s: { env: S, secret: true }', { S: 'hunter2' });
    expect(value).toBeInstanceOf(Secret);
    expect(`${value} ${JSON.stringify({ value })} ${inspect(value)}`).not.toContain('hunter2');
    expect(value instanceof Secret && value.reveal()).toBe('hunter2');
  });

  it('without a value is one finding each, all at once', () => {
    expect(load('s: { env: S }\n  t: { env: T }').diagnostics.map(({ code }) => code)).toEqual(['MAP202', 'MAP202']);
  });
});

describe('a setting without a value, where the profile alone is checked', () => {
  it('is a warning, and an error where nothing can give it one', () => {
    const { diagnostics } = load('s: { env: S }\n  t: {}', {}, 'check');
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['warning', 'error']);
  });

  it('of a secret is not reported, and the setting is still known as a secret', () => {
    const { diagnostics, value } = load('s: { env: S, secret: true }', {}, 'check');
    expect(diagnostics).toEqual([]);
    expect(value).toBeInstanceOf(Secret);
  });
});

describe('interpolate', () => {
  const values = new Map<string, string | number | Secret>([
    ['host', 'db1'],
    ['port', 5432],
    ['password', new Secret('a$b${host}')],
  ]);
  it('fills in settings, once', () => {
    expect(interpolate('pg://${host}:${port}/${password}', values)).toBe('pg://db1:5432/a$b${host}');
  });
  it('leaves texts without a setting unchanged', () => {
    expect(interpolate('$host {host} ${nobody}', values)).toBe('$host {host} ${nobody}');
  });
});
