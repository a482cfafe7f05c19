/** The cookie of an attempt. */
import { describe, expect, it } from 'vitest';
import { browserCookie } from '../../../../src/service/connect/browser-cookie.ts';

const [link, secret] = ['L'.repeat(43), 'S'.repeat(43)];

describe('the cookie of an attempt', () => {
  it('belongs to the host alone, where browsers use https', () => {
    expect(browserCookie(true).set({ link, secret })).toBe(
      `__Host-connect=${link}.${secret}; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure`,
    );
  });

  it.each([
    ['beside others', `a=b; __Host-connect=${link}.${secret}; c=d`, { link, secret }],
    ['of another name', `connect=${link}.${secret}`, undefined],
    ['twice', `__Host-connect=${link}.${secret}; __Host-connect=${link}.${secret}`, undefined],
    ['too short', `__Host-connect=${link}.S`, undefined],
    ['missing', undefined, undefined],
  ])('is read %s', (_name, header, expected) => {
    expect(browserCookie(true).read(header)).toEqual(expected);
  });
});
