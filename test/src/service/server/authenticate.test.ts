import { describe, expect, it } from 'vitest';
import { findKey, mayCall } from '../../../../src/service/server/authenticate.ts';
import { keyFor } from './fixture.ts';

describe('API keys', () => {
  it('are matched by their exact text', () => {
    const keys = [keyFor('first-key', 'ordering'), keyFor('second-key', 'receivables'), keyFor('clé', 'both')];
    expect(findKey(keys, 'second-key', 0)?.app).toBe('receivables');
    expect(findKey(keys, 'Second-key', 0)).toBeUndefined();
    expect(findKey(keys, Buffer.from('clé').toString('latin1'), 0)?.app).toBe('both');
    expect(findKey([], 'x', 0)).toBeUndefined();
  });

  it('authorise their own app and the endpoints of both apps', () => {
    expect(mayCall('ordering', 'ordering')).toBe(true);
    expect(mayCall('ordering', 'receivables')).toBe(false);
    expect(mayCall('receivables', 'ordering')).toBe(false);
    expect(mayCall('receivables', 'both')).toBe(true);
    expect(mayCall('both', 'ordering')).toBe(true);
  });
});
