/** Very many members: the source of the encoder has about 60 MB. */
import jsonata from 'jsonata';
import { expect, it } from 'vitest';
import { objectEncoder } from '../../../engine/shape/encode.ts';
import { compileProgram } from '../../../engine/transform/compiled/program.ts';

it('writes 100,000 members', () => {
  const field = { type: 'text', required: true, description: '' } as const;
  const row = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`m${n}`, String(n)]));
  const encode = objectEncoder(Object.fromEntries(Object.keys(row).map((name) => [name, field])));
  const encoded = encode(row, { zone: 'UTC', note: () => undefined });
  expect(encoded).toEqual({ ok: true, json: JSON.stringify(row) });
}, 120_000);

it('an expression constructs an object of 20,000 members and a list of 20,000 items', () => {
  const members = Array.from({ length: 20_000 }, (_, n) => [`m${n}`, n] as const);
  const text = `[{ ${members.map(([name]) => `"${name}": ${name}`).join()} }, ${members.map(([name]) => name).join()}]`;
  const program = compileProgram(jsonata(text).ast(), {}, { timeout: 10_000, stack: 200 });
  if (!program.ok) throw new Error(program.reason);
  const row = Object.fromEntries(members);
  expect(program.run(row, {})).toEqual([row, ...Object.values(row)]);
}, 120_000);
