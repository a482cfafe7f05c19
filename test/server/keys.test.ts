import { inspect } from 'node:util';

import { describe, expect, it } from 'vitest';

import { digestOf, findKey, generateKey, mayCall } from '../../src/server/keys.ts';
import { keyFor } from './fixture.ts';

describe('keys', () => {
  it('are digested with SHA-256', () => {
    // The published digest of "abc" (FIPS 180-2, appendix B.1).
    expect(Buffer.from(digestOf('abc')).toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('are found among several, by exact text', () => {
    const keys = [keyFor('first-key', 'ordering'), keyFor('second-key', 'receivables'), keyFor('clé', 'both')];
    expect(findKey(keys, 'second-key', 0)?.app).toBe('receivables');
    expect(findKey(keys, 'Second-key', 0)).toBeUndefined();
    expect(findKey(keys, Buffer.from('clé').toString('latin1'), 0)?.app).toBe('both');
    expect(findKey([], 'x', 0)).toBeUndefined();
  });

  it('open their own app, and what is for both', () => {
    expect(mayCall('ordering', 'ordering')).toBe(true);
    expect(mayCall('ordering', 'receivables')).toBe(false);
    expect(mayCall('receivables', 'ordering')).toBe(false);
    expect(mayCall('receivables', 'both')).toBe(true);
    expect(mayCall('both', 'ordering')).toBe(true);
  });

  it('are generated with 256 random bits, and do not print', () => {
    const [one, other] = [generateKey(), generateKey()];
    expect(one.reveal()).toMatch(/^erpk_[\w-]{43}$/);
    expect(one.reveal()).not.toBe(other.reveal());
    expect([`${one}`, JSON.stringify({ one }), inspect({ one })].join()).not.toContain(one.reveal().slice(5));
  });
});
