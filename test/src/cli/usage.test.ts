/** Help, wrong usage, colours and progress of the command line. */
import { describe, expect, it } from 'vitest';
import { wantsColor } from '../../../src/cli/shared/color.ts';
import { whileWaiting, withProgress } from '../../../src/cli/shared/progress.ts';
import { createProgram } from '../../../src/cli/verbs.ts';
import { hostWith } from '../../support/host.ts';
import { folderWith } from '../service/server/fixture.ts';
import { runHere } from './here.ts';

const given = { env: {}, cwd: folderWith({ 'acme.yaml': '' }) };

const silent = hostWith({ ...given, onStop: () => undefined });
const verbs = createProgram(silent, () => undefined).commands.flatMap((verb) => [
  verb.name(),
  ...verb.commands.map((below) => `${verb.name()} ${below.name()}`),
]);

describe('help', () => {
  it.each(verbs)('%s has an example that begins with it', async (verb) => {
    const { status, out } = await runHere([...verb.split(' '), '--help'], given);
    expect(status).toBe(0);
    const [, examples = ''] = out.split(/\nExamples?:\n/);
    expect(examples).toMatch(new RegExp(`^  .*\\bengine ${verb}\\b`, 'm'));
  });

  it('names all verbs', async () => {
    const { out } = await runHere(['--help'], given);
    for (const verb of verbs) expect(out).toContain(verb.split(' ')[0]);
  });
});

describe('the program alone', () => {
  it('shows its help if no profile is configured', async () => {
    const { status, out, err } = await runHere([], { env: {}, cwd: folderWith({}) });
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toMatch(/^Usage: engine /);
    expect(err).not.toContain('CFG5');
  });

  it('names the missing setting if another one is configured', async () => {
    const { err } = await runHere([], { env: { ENGINE_PORT: '0' }, cwd: folderWith({}) });
    expect(err).toContain('CFG507');
  });
});

describe('wrong usage', () => {
  it.each([
    ['a verb', ['chekc'], 'there is no verb "chekc" (did you mean "check"?)', 'engine'],
    ['a profile in place of a verb', ['acme.yaml'], 'did you mean "--profile acme.yaml"?', 'engine'],
    ['a profile behind serve', ['serve', 'acme.yaml'], 'engine serve --profile acme.yaml', 'engine serve'],
    [
      'a transport that the server does not have',
      ['lsp', '--node-ipc'],
      'set the transport of the editor to stdio',
      'engine lsp',
    ],
    [
      'a filter that no case has',
      ['test', '--filter', 'nosuchcase', 'demo'],
      'no case has "nosuchcase"',
      'engine test',
    ],
    [
      'a filter that no check has',
      ['test', '--conformance', '--filter', 'nosuchcheck', 'demo'],
      'no check has "nosuchcheck"',
      'engine test',
    ],
    ['a verb that help is wanted of', ['help', 'chekc'], 'there is no verb "chekc" (did you mean check?)', 'engine'],
    ['no verb below', ['writes'], '"engine writes" needs a verb: list, show, release, resolve', 'engine writes'],
    ['a verb below', ['writes', 'lst'], 'Did you mean list?', 'engine writes'],
    ['a flag', ['check', '--conect', 'demo'], 'Did you mean --connect?', 'engine check'],
    [
      'a word of a flag',
      ['test', '--format', 'junti', 'demo'],
      'one of text, junit, json, not "junti" (did you mean junit?)',
      'engine test',
    ],
    ['a word', ['schema', 'profil'], '(did you mean profile?)', 'engine schema'],
    ['a number', ['test', '--jobs', 'x', 'demo'], '--jobs takes a whole number', 'engine test'],
    ['an endpoint', ['run', '/debtor/list'], 'did you mean /debtors/list?', 'engine run'],
    ['a field', ['run', '/debtors/list', '--profile', 'demo', '--set', 'limt=3'], 'did you mean limit?', 'engine run'],
    ['a code', ['explain', 'MAP11'], 'did you mean MAP101?', 'engine explain'],
    ['what is missing', ['run'], "missing required argument 'endpoint'", 'engine run'],
    ['what is too much', ['key', 'more'], 'too many arguments', 'engine key'],
  ])('names %s, what was meant, and where to read on', async (_what, args, told, where) => {
    const { status, out, err } = await runHere(args, given);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).toContain(told);
    expect(err).toMatch(new RegExp(`\\nRun "${where} --help" for help\\.\\n$`));
  });

  it.each([['check'], ['test'], ['show'], ['settings']])('%s suggests the name of a misspelt profile', async (verb) => {
    const { status, err } = await runHere([verb, 'dmeo'], given);
    expect(status).toBe(1);
    expect(err).toContain('Did you mean "demo"?');
  });
});

describe('colours', () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
  ])('with %j at a terminal: %s, are shown: %s', (env, terminal, shown) => {
    expect(wantsColor(env, terminal)).toBe(shown);
  });
});

describe('the last line of engine check', () => {
  it.each([
    ['demo', '\u001b[32mno findings\u001b[0m\n'],
    ['./acme.yaml', '\u001b[1;31m1 error\u001b[0m\n'],
  ])('has the colour of the worst finding: %s', async (profile, shown) => {
    const ended = await runHere(['check', profile], { ...given, color: { out: true, err: false } });
    expect(ended.out.endsWith(`: ${shown}`)).toBe(true);
    const plain = await runHere(['check', profile], given);
    expect(plain.out).not.toContain('\u001b');
    // Colours of stderr are separate.
    expect(ended.err).toBe(plain.err);
  });
});

describe('progress', () => {
  const host = (width: number | undefined) => {
    const written: string[] = [];
    return { written, ...silent, width, err: (text: string) => void written.push(text) };
  };

  it('is shown at a terminal until the work is done, and gives way to other output', async () => {
    const at = host(20);
    const shown = Promise.withResolvers<void>();
    const watched = {
      ...at,
      err: (text: string) => {
        at.err(text);
        if (text.includes('Asking')) shown.resolve();
      },
    };
    const result = await whileWaiting(watched, 'Asking the database of Acme', async (line) => {
      await shown.promise;
      withProgress(watched, line).err('a line\n');
      return 3;
    });
    expect(result).toBe(3);
    const text = at.written.join('');
    expect(text).toContain(' Asking the databa\r\u001b[Ka line\n');
    expect(text.endsWith('\r\u001b[K')).toBe(true);
  });

  it('shows a count at once', async () => {
    const at = host(40);
    await whileWaiting(at, 'Running cases', async (line) => line.show('Running cases: 42 of 165, prices.yaml'));
    expect(at.written.join('')).toBe('\r\u001b[K⠋ Running cases: 42 of 165, prices.yaml\r\u001b[K');
    const piped = host(undefined);
    await whileWaiting(piped, 'Running cases', async (line) => line.show('Running cases: 42 of 165, prices.yaml'));
    expect(piped.written).toEqual([]);
  });

  it('is nothing in a pipe, or where the work is done at once', async () => {
    const [piped, quick] = [host(undefined), host(80)];
    await whileWaiting(piped, 'Asking', () => new Promise((resolve) => setTimeout(resolve, 1_300)));
    await whileWaiting(quick, 'Asking', async () => undefined);
    expect([...piped.written, ...quick.written]).toEqual([]);
  });
});
