/** `engine show`: prints a profile merged with the profiles that it extends, and the origin of each line. */
import type { Command } from 'commander';
import { readBases } from '../../engine/index.ts';
import {
  expressionsOf,
  type ProfileExpression,
  type ProfileExpressions,
  readDocument,
  showProfile,
  withOrigins,
} from '../../engine/tools/index.ts';
import { readText } from '../service/config/environment.ts';
import { fault } from '../service/config/fault.ts';
import { locateBase } from '../service/config/locate-base.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { loadProfile, type SettingFlags } from '../service/lifecycle/load-profile.ts';
import { showDiagnostics } from '../service/lifecycle/show-diagnostics.ts';
import { configFlag, serviceFlag } from './shared/flags.ts';
import { refuseEndpoint } from './shared/usage.ts';

interface ShowFlags {
  readonly config?: string;
  readonly service?: string;
  readonly plain?: true;
  readonly expressions?: true;
  readonly code?: string;
}

const examples = `
Examples:
  engine show ./acme.yaml            the merged profile; each line has the file and line that it comes from
  engine show --plain ./acme.yaml    the same without origins: a profile that extends nothing
  engine show --service nord         the profile of one of several services
  engine show --expressions acme     how many JSONata expressions are compiled, and which ones are interpreted
  engine show --code /invoices/list  the JavaScript that is generated for an endpoint

Shows the names of settings and no secrets. Does not check the profile: use engine check.

Exit status: 0 on success, 1 if a file cannot be read or an overlay does not fit its base, 2 for wrong usage.
`;

/** `engine show`: ends with 1 where the profile cannot be read, with its findings. */
export function addShow(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('show')
    .argument('[profile]', 'name of a shipped profile, or path (default: the configured one)')
    .addOption(configFlag())
    .addOption(serviceFlag())
    .description('show a profile merged with its bases, and where each line comes from')
    .option('--plain', 'without the origins of lines')
    .option(
      '--expressions',
      'only which JSONata expressions are compiled, and which ones the slower interpreter evaluates',
    )
    .option(
      '--code <endpoint>',
      'only the JavaScript that is generated for the expressions, rows and answers of an endpoint',
    )
    .addHelpText('after', examples)
    .action(async (profile: string | undefined, { config, service, plain, expressions, code }: ShowFlags) => {
      const given = { profile, config, service };
      if (code !== undefined) end(await showCode(host, given, code));
      else if (expressions === true) end(await showExpressions(host, given));
      else end(await show(host, given, plain === true));
    });
}

/** The code that is generated for the profile. Undefined where it has faults, which are then shown. */
async function readCode(
  host: Host,
  given: SettingFlags,
): Promise<Extract<ProfileExpressions, { readonly ok: true }> | undefined> {
  const loaded = loadProfile(host, given);
  const { contract } = host;
  const read = loaded.ok ? await expressionsOf({ ...loaded.profile, contract }) : loaded;
  if (read.ok) return read;
  showDiagnostics(host, read.diagnostics, read.sources);
  return undefined;
}

async function showExpressions(host: Host, given: SettingFlags): Promise<ExitStatus> {
  const generated = await readCode(host, given);
  if (generated === undefined) return 1;
  const { expressions } = generated;
  const isCompiled = ({ interpreted }: ProfileExpression): boolean => interpreted === undefined;
  host.out(`${expressions.filter(isCompiled).length} of ${expressions.length} expressions are compiled.\n`);
  for (const { place, interpreted } of expressions.filter((one) => !isCompiled(one)))
    host.out(`interpreted: ${place.file}:${place.line} (${interpreted})\n`);
  return 0;
}

async function showCode(host: Host, given: SettingFlags, path: string): Promise<ExitStatus> {
  const { endpoints } = host.contract;
  if (!endpoints.some((one) => one.path === path)) refuseEndpoint(path, endpoints);
  const generated = await readCode(host, given);
  if (generated === undefined) return 1;
  const expressions = generated.expressions.map(({ text, interpreted, source, ...one }) => ({
    ...one,
    title: text.trim(),
    code: () => source?.() ?? `// The interpreter evaluates it: ${interpreted}`,
  }));
  const functions = generated.functions.map(({ source, ...one }) => ({ ...one, code: source }));
  const parts = [...functions, ...expressions].filter(({ endpoint }) => endpoint === path);
  if (parts.length === 0) host.out(`// No code is generated for ${path}.\n`);
  for (const { place, title, code } of parts.toSorted((a, b) => a.place.line - b.place.line)) {
    const lines = [`${place.file}:${place.line}`, ...title.split(/[\n\r\u2028\u2029]+/)];
    host.out(`${lines.map((line) => `// ${line}\n`).join('')}${formatted(code())}\n\n`);
  }
  return 0;
}

/** Source text with its blocks indented. A function expression is put into brackets: it is no statement. */
function formatted(source: string): string {
  let depth = 0;
  const lines = source.split('\n').map((line) => {
    const brackets = line.replaceAll(/"(?:[^"\\]|\\.)*"|[^()[\]{}"]/g, '');
    const isClosing = /^[)\]}]/.test(line.trim());
    const indent = '  '.repeat(Math.max(0, isClosing ? depth - 1 : depth));
    depth += Math.sign(brackets.replaceAll(/[)\]}]/g, '').length * 2 - brackets.length);
    return `${indent}${line.trim()}`;
  });
  const text = lines.filter((line) => line !== '').join('\n');
  return text.startsWith('function') ? `(${text});` : text;
}

async function show(host: Host, given: SettingFlags, isPlain: boolean): Promise<ExitStatus> {
  const loaded = loadProfile(host, given);
  if (!loaded.ok) {
    showDiagnostics(host, loaded.diagnostics, loaded.sources);
    return 1;
  }
  const { profileFile, profileName: name } = loaded.profile;
  const text = readText(profileFile);
  if (text === undefined) {
    const hint = 'Check the permissions of the file.';
    showDiagnostics(host, [fault('CFG508', `The profile ${name} cannot be read.`, hint)], new Map());
    return 1;
  }
  const bases = await readBases(text, profileFile, name, locateBase(host));
  const { document, diagnostics } = readDocument(text, name, bases);
  if (document === undefined || diagnostics.length > 0) {
    showDiagnostics(host, diagnostics, new Map([[name, text], ...bases.texts]));
    return 1;
  }
  const lines = showProfile(document);
  host.out(isPlain ? lines.map((line) => `${line.text}\n`).join('') : withOrigins(lines));
  return 0;
}
