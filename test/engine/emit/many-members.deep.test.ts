/** An encoder of very many members, whose source has about 60 MB. */
import { expect, it } from 'vitest';
import { objectEncoder } from '../../../engine/shape/encode.ts';

it('writes 100,000 members', () => {
  const field = { type: 'text', required: true, description: '' } as const;
  const row = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`m${n}`, String(n)]));
  const encode = objectEncoder(Object.fromEntries(Object.keys(row).map((name) => [name, field])));
  const encoded = encode(row, { zone: 'UTC', note: () => undefined });
  expect(encoded).toEqual({ ok: true, json: JSON.stringify(row) });
}, 120_000);
