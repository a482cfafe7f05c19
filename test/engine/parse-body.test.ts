import { describe, expect, it } from 'vitest';
import { parseBody } from '../../engine/shape/index.ts';

describe('parseBody', () => {
  it.each(['', ' ', '{', '{"a":}', 'undefined', '01', '{"a":1,}', "{'a':1}", '1234567890123456789,', 'NaN'])(
    '%j is no JSON',
    (json) => {
      expect(parseBody(json)).toEqual({ ok: false });
    },
  );
  it('gives what JSON.parse gives where no digits are lost', () => {
    const json = '{"a":[1,2.5,"12345678901234567890",null,{"__proto__":1}],"b":-1e-7,"c":1e100}';
    expect(parseBody(json)).toEqual({ ok: true, body: JSON.parse(json) });
  });
  it('does not throw at any depth', () => {
    const deep = `${'['.repeat(200_000)}1234567890123456789${']'.repeat(200_000)}`;
    expect(() => parseBody(deep)).not.toThrow();
  });
});
