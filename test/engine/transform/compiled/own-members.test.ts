/** Compiled expressions read own members only: of objects, and of what else a row contains. */
import jsonata from 'jsonata';
import { expect, it } from 'vitest';
import { ExactNumber } from '../../../../engine/base/exact-number.ts';
import { compileProgram } from '../../../../engine/transform/compiled/program.ts';
import { ownFunctions } from '../../../../engine/transform/functions.ts';

const values: Readonly<Record<string, object>> = {
  'an object': { id: 'INV-1' },
  'a date': new Date(0),
  bytes: Buffer.from('R 17'),
  'a number with many digits': new ExactNumber('12.345678901234567'),
};

/** Names of members that the value inherits. */
function inherited(value: object): readonly string[] {
  const names: string[] = [];
  for (let at: unknown = Object.getPrototypeOf(value); at instanceof Object; at = Object.getPrototypeOf(at))
    names.push(...Object.getOwnPropertyNames(at));
  return [...names, ...Object.getOwnPropertyNames(Object.prototype)];
}

const forms = (name: string): readonly string[] => [
  `$exists(\`${name}\`)`,
  `$exists(inner.\`${name}\`)`,
  `$exists({"own": \`${name}\`}.own)`,
  `$exists(list.{"own": \`${name}\`}.own)`,
  `$exists(list.\`${name}\`)`,
  `$exists($lookup($, "${name}"))`,
  `$exists(inner.{"own": \`${name}\` ?? nothing}.own)`,
];

for (const [kind, value] of Object.entries(values)) {
  it(`inherits nothing from ${kind}`, () => {
    const input = Object.assign(Object.create(Object.getPrototypeOf(value)), { inner: value, list: [value, value] });
    for (const name of inherited(value)) {
      for (const text of forms(name)) {
        const program = compileProgram(jsonata(text).ast(), ownFunctions, { timeout: 1_000, stack: 200 });
        if (!program.ok) throw new Error(program.reason);
        expect(program.run(input, {}), text).toBe(false);
      }
    }
  });
}
