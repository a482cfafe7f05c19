/** `engine show`: prints a profile merged with the profiles that it extends, and the origin of each line. */
import type { Command } from 'commander';
import { readBases } from '../../engine/index.ts';
import {
  expressionsOf,
  type ProfileExpression,
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
  engine show --code /invoices/list  the JavaScript that is generated for the expressions of an endpoint

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
    .option('--code <endpoint>', 'only the JavaScript that is generated for the JSONata expressions of an endpoint')
    .addHelpText('after', examples)
    .action(async (profile: string | undefined, { config, service, plain, expressions, code }: ShowFlags) => {
      const given = { profile, config, service };
      if (code !== undefined) end(await showCode(host, given, code));
      else if (expressions === true) end(await showExpressions(host, given));
      else end(await show(host, given, plain === true));
    });
}

/** The expressions of the profile. Undefined where it has faults, which are then shown. */
async function readExpressions(host: Host, given: SettingFlags): Promise<readonly ProfileExpression[] | undefined> {
  const loaded = loadProfile(host, given);
  const { contract } = host;
  const read = loaded.ok ? await expressionsOf({ ...loaded.profile, contract }) : loaded;
  if (read.ok) return read.expressions;
  showDiagnostics(host, read.diagnostics, read.sources);
  return undefined;
}

async function showExpressions(host: Host, given: SettingFlags): Promise<ExitStatus> {
  const expressions = await readExpressions(host, given);
  if (expressions === undefined) return 1;
  const isCompiled = ({ interpreted }: ProfileExpression): boolean => interpreted === undefined;
  host.out(`${expressions.filter(isCompiled).length} of ${expressions.length} expressions are compiled.\n`);
  for (const { place, interpreted } of expressions.filter((one) => !isCompiled(one)))
    host.out(`interpreted: ${place.file}:${place.line} (${interpreted})\n`);
  return 0;
}

async function showCode(host: Host, given: SettingFlags, path: string): Promise<ExitStatus> {
  const { endpoints } = host.contract;
  if (!endpoints.some((one) => one.path === path)) refuseEndpoint(path, endpoints);
  const expressions = await readExpressions(host, given);
  if (expressions === undefined) return 1;
  const endpointExpressions = expressions.filter(({ endpoint }) => endpoint === path);
  if (endpointExpressions.length === 0) host.out(`// ${path} has no JSONata expression.\n`);
  for (const { place, text, interpreted, source } of endpointExpressions) {
    const lines = [`${place.file}:${place.line}`, ...text.trim().split(/[\n\r\u2028\u2029]+/)];
    const comment = lines.map((line) => `// ${line}\n`).join('');
    host.out(`${comment}${source?.() ?? `// The interpreter evaluates it: ${interpreted}`}\n\n`);
  }
  return 0;
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
