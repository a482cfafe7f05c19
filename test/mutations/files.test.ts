/** Profiles as editors and copies produce them: line ends, byte order marks, encodings, and a file that is not a profile. */
import { afterAll, describe, expect, it } from 'vitest';
import { demoProfile, expectFound, openBench } from './check.ts';
import { grammarMutations } from './grammar.ts';
import { mutate } from './mutation.ts';
import { statementMutations } from './statements.ts';

const bench = openBench();
afterAll(() => bench.close());

const forms: readonly { readonly form: string; readonly made: (text: string) => string }[] = [
  { form: 'line ends of Windows', made: (text) => text.replaceAll('\n', '\r\n') },
  { form: 'a byte order mark', made: (text) => `\ufeff${text}` },
  { form: 'no line end at the end', made: (text) => text.trimEnd() },
  { form: 'all three', made: (text) => `\ufeff${text.trimEnd().replaceAll('\n', '\r\n')}` },
];

describe.each(forms)('$form', ({ made }) => {
  it('is no fault', async () => {
    expect(await bench.check(made(demoProfile))).toEqual([]);
  });

  const some = [...grammarMutations.slice(0, 1), ...statementMutations.slice(0, 1)];
  it.for(some)('leaves the places of mistakes as they are: $name', async (mutation) => {
    const mutated = mutate(demoProfile, mutation);
    expectFound(mutation, mutated, await bench.check(made(mutated.text)));
  });
});

describe('encodings', () => {
  it('of Windows are distinguished from UTF-8, at the first invalid character', async () => {
    const text = demoProfile.replace('title: Kontor,', 'title: K\u00f6ntor,');
    const [first, ...others] = await bench.check(Buffer.from(text, 'latin1'));
    expect(others).toEqual([]);
    const line = text.split('\n').findIndex((one) => one.startsWith('title:')) + 1;
    expect(first).toMatchObject({ code: 'YAML113', line, column: 9, hint: 'Save the file as UTF-8.' });
  });

  it('leave the other mistakes to be found', async () => {
    const text = demoProfile.replace('title: Kontor,', 'title: K\u00f6ntor,').replace('match: prefix', 'mach: prefix');
    const findings = await bench.check(Buffer.from(text, 'latin1'));
    expect(findings.map(({ code }) => code)).toEqual(['YAML113', 'MAP101']);
  });

  it('of two bytes for each character are detected as well', async () => {
    const findings = await bench.check(Buffer.from(`\ufeff${demoProfile}`, 'utf16le'));
    expect(findings.map(({ code }) => code)).toEqual(['YAML113']);
  });
});

describe('a file that is no profile', () => {
  it('of ten megabytes is not read through', async () => {
    const findings = await bench.check(`${demoProfile}\n# ${'x'.repeat(10_000_000)}`);
    expect(findings).toMatchObject([{ code: 'YAML114', line: 1, column: 1 }]);
  });

  it.each([
    ['empty', ''],
    ['a list', '- profile'],
    ['a sentence', 'This is my profile'],
    ['a page of HTML', '<html><body>Sign in</body></html>'],
  ])('says so: %s', async (_what, text) => {
    expect(await bench.check(text)).toMatchObject([{ code: 'YAML109', line: 1 }]);
  });
});
