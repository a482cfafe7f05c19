/** Who may use the process, its clock and its timers. */
import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../support/source-imports.ts';

const sources = sourceFiles('engine', 'src');
const inside = (folder: string) => (file: string) => file.startsWith(`${folder}/`);

describe('process', () => {
  it('is used only by the entry, the composition root, the build and the worker processes; all other code gets what it needs as arguments', () => {
    const workers = ['worker-channel', 'worker-main', 'worker-watch'].map(
      (name) => `engine/sources/sql/sqlite/${name}.ts`,
    );
    const allowed = ['src/main.ts', 'src/launch.ts', ...workers];
    const build = inside('src/build');
    const users = sources.filter(({ code, imports: moduleImports }) => {
      // `process.hrtime` is a clock, as `performance` is.
      return /(?<![\w.'"])process\.(?!\s|hrtime\b)/.test(code) || moduleImports.some(({ to }) => to === 'node:process');
    });
    const others = users.map(({ file }) => file).filter((file) => !allowed.includes(file) && !build(file));
    expect(users.length).toBeGreaterThan(others.length);
    expect(others).toEqual([]);
  });
});

describe('the protocol of durable writes', () => {
  it('uses no clock, timer or random source directly: the model of the protocol provides them', () => {
    const timeOrRandomSource =
      /\b(setTimeout|setInterval|setImmediate|performance|randomUUID)\b|Date\.now|new Date\(\)|Math\.random/;
    const durable = inside('engine/run/write/durable');
    const users = sources
      .filter(({ file, code }) => durable(file) && timeOrRandomSource.test(code))
      .map(({ file }) => file);
    // The loop only starts passes at intervals.
    expect(users).toEqual(['engine/run/write/durable/completion-loop.ts']);
  });
});

describe('code from texts', () => {
  it('is made in one place, from source that its encoder has written: no other Function constructor, no eval, no vm', () => {
    const codeFromText = /\beval\s*\(|\bnew Function\b|(?<![\w.])Function\s*\(/;
    const users = sources.filter(
      ({ code, imports }) => codeFromText.test(code) || imports.some(({ to }) => to === 'node:vm'),
    );
    expect(users.map(({ file }) => file)).toEqual(['engine/emit/generate.ts']);
    const makers = sources.filter(({ code }) => /\bnew Code\b/.test(code)).map(({ file }) => file);
    expect(makers).toEqual(['engine/emit/code.ts']);
  });

  it('programs are started only for workers, tests, mutants, bundles and editors, and never by a request', () => {
    const users = sources.filter(({ imports }) => imports.some(({ to }) => to === 'node:child_process'));
    const folders = [
      'src/launch.ts',
      'src/build/',
      'src/workbench/testing/',
      'src/workbench/mutation/',
      'src/cli/',
      'src/workbench/lsp/run-cases.ts',
      'engine/sources/sql/sqlite/',
    ];
    expect(users.map(({ file }) => file).filter((file) => folders.every((folder) => !file.startsWith(folder)))).toEqual(
      [],
    );
  });
});
