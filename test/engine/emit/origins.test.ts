/** Stack traces of expressions name the file and line of the profile. */
import jsonata from 'jsonata';
import { describe, expect, it } from 'vitest';
import { compile } from '../../../engine/compile/compile.ts';
import { code } from '../../../engine/emit/code.ts';
import { generate } from '../../../engine/emit/generate.ts';
import { loadProfile } from '../../../engine/profile/load.ts';
import { compileProgram } from '../../../engine/transform/compiled/program.ts';
import { compileExpression, ExpressionError } from '../../../engine/transform/expression.ts';
import { contract } from '../../../src/contract/index.ts';

/** What the function throws. */
function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

const framesOf = (error: unknown): readonly string[] =>
  error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at ')) : [];

describe('the stack trace', () => {
  it('of generated code has the origin as the name of its file', () => {
    const program = compileProgram(jsonata('amount * "x"').ast(), {}, { timeout: 1_000, stack: 200 }, 'acme.yaml:12');
    if (!program.ok) throw new Error(program.reason);
    const error = thrownBy(() => program.run({ amount: 1 }, {}));
    expect(framesOf(error).some((frame) => frame.includes('acme.yaml:12:'))).toBe(true);
  });

  it('of an expression that fails begins at its origin, also where the message has lines', async () => {
    const compiled = compileExpression('$number(name)', undefined, undefined, 'nord/acme.yaml:7');
    if (!compiled.ok) throw new Error(compiled.message);
    for (const name of ['x', 'x\n    at nowhere']) {
      const error = await Promise.resolve(compiled.expression.evaluate({ name }, {})).catch(
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(ExpressionError);
      const { message, stack = '' } = error instanceof Error ? error : {};
      expect(stack.startsWith(`Error: ${message}\n    at nord/acme.yaml:7\n    at `)).toBe(true);
    }
  });

  it('names the origin of each of two expressions with the same text', async () => {
    for (const origin of ['a.yaml:1', 'b.yaml:2']) {
      const compiled = compileExpression('$number(code)', undefined, undefined, origin);
      if (!compiled.ok) throw new Error(compiled.message);
      const error = await Promise.resolve(compiled.expression.evaluate({ code: 'x' }, {})).catch(
        (reason: unknown) => reason,
      );
      expect(framesOf(error)[0]).toBe(`    at ${origin}`);
    }
  });

  it.each([
    'it\'s a "file".yaml:1',
    'two\nlines.yaml:2',
    'line\u2028separator.yaml:3',
    'half \ud800.yaml:4',
    '*/ throw 1 //.yaml:5',
  ])('is safe with the file %j', (origin) => {
    const fails = generate<() => never>(() => code`function fails() { throw new Error("no"); }`, origin);
    const error = thrownBy(fails.run);
    const line = origin.slice(-1);
    expect(framesOf(error)[0]).toMatch(new RegExp(`^    at .*\\.yaml:${line}:\\d+:\\d+\\)$`));
  });

  it('of an expression of a profile begins at the line where its text begins', async () => {
    const text = `profile: acme
contract: "1"
sources:
  erp: { sql: sqlite, connection: { file: x }, clock: UTC }
ids: { customer: { type: integer } }
endpoints:
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    query: SELECT c.id AS "erpId", c.name AS "erpName", c.city FROM c
    fields:
      city: $number(city)
      erpName: |
        $number(erpName)
`;
    const { loaded, diagnostics } = loadProfile(text, 'acme.yaml', {}, 'check');
    if (loaded === undefined) throw new Error(JSON.stringify(diagnostics));
    const frames = new Map<string, Promise<string | undefined>>();
    compile({
      ...loaded,
      contract,
      descriptions: new Map(),
      factValues: new Map(),
      onExpression: (_place, expression) => {
        const value = Promise.resolve(expression.evaluate({ city: 'x', erpName: 'x' }, {}));
        frames.set(
          expression.text.trim(),
          value.then(String, (error: unknown) => framesOf(error)[0]),
        );
      },
    });
    expect(await frames.get('$number(city)')).toBe('    at acme.yaml:11');
    expect(await frames.get('$number(erpName)')).toBe('    at acme.yaml:13');
  });
});
