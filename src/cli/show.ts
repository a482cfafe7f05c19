/** `engine show`: prints a profile merged with the profiles that it extends, and the origin of each line. */
import type { Command } from 'commander';
import { readBases } from '../../engine/index.ts';
import { expressionsOf, readDocument, showProfile, withOrigins } from '../../engine/tools/index.ts';
import { readText } from '../service/config/environment.ts';
import { fault } from '../service/config/fault.ts';
import { locateBase } from '../service/config/locate-base.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { loadProfile, type SettingFlags } from '../service/lifecycle/load-profile.ts';
import { showDiagnostics } from '../service/lifecycle/show-diagnostics.ts';
import { configFlag, serviceFlag } from './shared/flags.ts';

interface ShowFlags {
  readonly config?: string;
  readonly service?: string;
  readonly plain?: true;
  readonly expressions?: true;
}

const examples = `
Examples:
  engine show ./acme.yaml            the merged profile; each line has the file and line that it comes from
  engine show --plain ./acme.yaml    the same without origins: a profile that extends nothing
  engine show --service nord         the profile of one of several services
  engine show --expressions acme     how many JSONata expressions are compiled, and which ones are interpreted

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
    .addHelpText('after', examples)
    .action(async (profile: string | undefined, { config, service, plain, expressions }: ShowFlags) => {
      const given = { profile, config, service };
      if (expressions === true) end(await showExpressions(host, given));
      else end(await show(host, given, plain === true));
    });
}

async function showExpressions(host: Host, given: SettingFlags): Promise<ExitStatus> {
  const loaded = loadProfile(host, given);
  const { contract } = host;
  const expressions = loaded.ok ? await expressionsOf({ ...loaded.profile, contract }) : loaded;
  if (!expressions.ok) {
    showDiagnostics(host, expressions.diagnostics, expressions.sources);
    return 1;
  }
  const { count, interpreted } = expressions;
  host.out(`${count - interpreted.length} of ${count} expressions are compiled.\n`);
  for (const { place, reason } of interpreted) host.out(`interpreted: ${place.file}:${place.line} (${reason})\n`);
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
