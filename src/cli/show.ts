/** `engine show`: a profile with all that it extends, as one, and where each line of it was written. */
import type { Command } from 'commander';
import { readBases, readDocument, showProfile, withOrigins } from '../../engine/index.ts';
import { displayPath } from '../config/display-path.ts';
import { readText } from '../config/environment.ts';
import { fault } from '../config/fault.ts';
import { locateBase } from '../config/locate-base.ts';
import { locateProfile } from '../config/locate-profile.ts';
import type { ExitStatus, Host } from '../service/host.ts';
import { showDiagnostics } from '../service/show-diagnostics.ts';

const examples = `
Examples:
  engine show ./acme.yaml            the whole profile, each line with the file and line that it comes from
  engine show --plain ./acme.yaml    the same without these comments: a profile that extends nothing

Values of secrets are not shown, and settings by their names. Whether the profile is right, says engine check.

Exit status: 0 when it can be shown, 1 when a file cannot be read or an overlay does not fit, 2 for wrong usage.
`;

export function addShow(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('show')
    .argument('<profile>', 'name of a shipped profile, or path')
    .description('show a profile with what it extends, and where each line comes from')
    .option('--plain', 'without the places')
    .addHelpText('after', examples)
    .action(async (given: string, flags: { readonly plain?: true }) => {
      end(await show(host, given, flags.plain === true));
    });
}

async function show(host: Host, given: string, isPlain: boolean): Promise<ExitStatus> {
  const located = locateProfile(given, host.cwd, host.packageRoot, undefined);
  if (!located.ok) {
    showDiagnostics(host, [located.diagnostic], new Map());
    return 1;
  }
  const name = displayPath(host.cwd, located.file);
  const text = readText(located.file);
  if (text === undefined) {
    const hint = 'Check that this user may read the file.';
    showDiagnostics(host, [fault('CFG508', `The profile ${name} cannot be read.`, hint)], new Map());
    return 1;
  }
  const bases = await readBases(text, located.file, name, locateBase(host));
  const { document, diagnostics } = readDocument(text, name, bases);
  if (document === undefined || diagnostics.length > 0) {
    showDiagnostics(host, diagnostics, new Map([[name, text], ...bases.texts]));
    return 1;
  }
  const lines = showProfile(document);
  host.out(isPlain ? lines.map((line) => `${line.text}\n`).join('') : withOrigins(lines));
  return 0;
}
