/** No target leads off the source's origin, or above its base. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { baseOf, redirectTarget, resolveTarget, shownTarget } from '../../../../engine/sources/http/index.ts';
import { SourceError } from '../../../../engine/sources/source.ts';
import { seed } from '../../../support/seed.ts';

const base = baseOf('https://erp.example:8443/api/v2.0/');

describe('a target', () => {
  it.each([
    ['/customers', 'https://erp.example:8443/api/v2.0/customers'],
    ['customers', 'https://erp.example:8443/api/v2.0/customers'],
    ['?$top=1', 'https://erp.example:8443/api/v2.0/?$top=1'],
    ['', 'https://erp.example:8443/api/v2.0/'],
    [
      "/items('a%2Fb')?$filter=x%20eq%20'y'",
      "https://erp.example:8443/api/v2.0/items('a%2Fb')?$filter=x%20eq%20%27y%27",
    ],
    ['/a?next=https://other.example/', 'https://erp.example:8443/api/v2.0/a?next=https://other.example/'],
    ['https://erp.example:8443/else/where?x=1#part', 'https://erp.example:8443/else/where?x=1'],
    ['@evil.example:x', 'https://erp.example:8443/api/v2.0/@evil.example:x'],
    ['HTTPS://ERP.example:8443/x', 'https://erp.example:8443/x'],
  ])('%s goes to %s', (target, url) => {
    expect(resolveTarget(base, target).href).toBe(url);
  });

  it.each([
    '//evil.example/x',
    '\\\\evil.example/x',
    '/\\evil.example',
    '/a\\b',
    'https://evil.example/x',
    'https://erp.example/x',
    'http://erp.example:8443/x',
    'https://erp.example:8443@evil.example/x',
    'https://user@erp.example:8443/x',
    'https:erp.example:8443/x',
    'https:///evil.example/x',
    'https:\\\\evil.example',
    'javascript:alert(1)',
    'file:///etc/passwd',
    '/../admin',
    '/a/../../../admin',
    '/%2e%2e/admin',
    '/a/.%2E/x',
    '/.',
    '/a b',
    '/a\r\nhost: evil.example',
    '/a\tb',
    '/a\u0000b',
    '/a#b',
    ' /a',
  ])('%j is refused, with no effect', (target) => {
    try {
      expect(resolveTarget(base, target).href).toBe('refused');
    } catch (error) {
      expect(error).toBeInstanceOf(SourceError);
      expect(error).toMatchObject({ kind: 'broken', effect: 'none' });
    }
  });

  it('is on the origin or refused, for any text', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '\\',
      '@',
      ':',
      '.',
      '..',
      '%2e',
      '%2f',
      '?',
      '#',
      'http:',
      'https:',
      'evil.example',
      'erp.example',
      ':8443',
      '\t',
      '\n',
      ' ',
      'ä',
      '[',
      ']',
      '\u3002',
      '\uff0f',
      'x',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 12 }), (pieces) => {
        const target = pieces.join('');
        let url: URL;
        try {
          url = resolveTarget(base, target);
        } catch (error) {
          return error instanceof SourceError;
        }
        const staysOnServer =
          url.origin === 'https://erp.example:8443' && url.username === '' && url.password === '' && url.hash === '';
        return staysOnServer && (/^https?:/i.test(target) || url.pathname.startsWith('/api/v2.0/'));
      }),
      { seed, numRuns: 20_000 },
    );
  });
});

describe('a redirect', () => {
  const from = new URL('https://erp.example:8443/api/v2.0/a/b?x=1');
  it.each([
    ['/c', 'https://erp.example:8443/c'],
    ['c?y=2', 'https://erp.example:8443/api/v2.0/a/c?y=2'],
    ['https://erp.example:8443/d', 'https://erp.example:8443/d'],
    ['//erp.example:8443/e', 'https://erp.example:8443/e'],
  ])('to %s goes to %s', (location, url) => {
    expect(redirectTarget(from, location)?.href).toBe(url);
  });
  it.each([
    '//evil.example/',
    'https://evil.example/',
    'http://erp.example:8443/',
    '/\\evil.example',
    'https://a:b@erp.example:8443/',
  ])('to %s goes nowhere', (location) => {
    expect(redirectTarget(from, location)).toBeUndefined();
  });
});

describe('the address of a source', () => {
  it.each([
    'erp.example',
    'ftp://erp.example/',
    'https://user:pw@erp.example/',
    'https://erp.example/?key=1',
    'https://erp.example/#x',
    '',
  ])('%j is refused', (text) => {
    expect(() => baseOf(text)).toThrow(SourceError);
  });
});

describe('what the log shows of a target', () => {
  it('has the path and the names of the query, and no value', () => {
    expect(shownTarget(new URL('https://x/a/b?$filter=secret&api_key=secret&$top'))).toBe('/a/b?$filter&api_key&$top');
    expect(shownTarget(new URL('https://x/a'))).toBe('/a');
  });
});
