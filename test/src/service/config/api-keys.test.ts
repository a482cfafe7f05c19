import { inspect } from 'node:util';

import { describe, expect, it } from 'vitest';

import { digestOf, generateKey } from '../../../../src/service/config/api-keys.ts';

describe('keys', () => {
  it('are digested with SHA-256', () => {
    // The published digest of "abc" (FIPS 180-2, appendix B.1).
    expect(Buffer.from(digestOf('abc')).toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('are generated with 256 random bits, and do not print', () => {
    const [one, other] = [generateKey(), generateKey()];
    expect(one.reveal()).toMatch(/^erpk_[\w-]{43}$/);
    expect(one.reveal()).not.toBe(other.reveal());
    expect([`${one}`, JSON.stringify({ one }), inspect({ one })].join()).not.toContain(one.reveal().slice(5));
  });
});
