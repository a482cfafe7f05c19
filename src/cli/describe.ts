/** `engine describe`: cuts a vendor's description of a service down to what a profile uses, and writes it beside the profile. */
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { cutDescriptions } from '../../engine/tools/index.ts';
import { displayPath } from '../service/config/display-path.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { loadProfile } from '../service/lifecycle/load-profile.ts';
import { showDiagnostics } from '../service/lifecycle/show-diagnostics.ts';
import { configFlag, repeatable, serviceFlag } from './shared/flags.ts';
import { UsageError } from './shared/usage.ts';

interface DescribeFlags {
  readonly config?: string;
  readonly service?: string;
  readonly source?: string;
  readonly from: readonly string[];
  readonly origin: string;
  readonly out: string;
}

const examples = `
Examples:
  engine describe acme.yaml --from metadata.xml --origin "Acme 10.2, GET /odata/\\$metadata"
  engine describe acme.yaml --from sop.json --from sales.json --origin "https://github.com/acme/api, commit 8f85535, MIT"

Writes description/<file> beside the profile: the operations that the profile uses, their types, and the records inside of these, so that suggestions
still work. Related records of OData that the profile does not expand are only named.
OData metadata in XML stays XML, everything else becomes YAML. The comment at the beginning has the origin and the date. Name the written files under
describedBy in the source; engine check then finds the same as with the whole files. After a change of the profile, describe it again.

Exit status: 0 on success, 1 if a file or the profile has an error, 2 for wrong usage.
`;

/** `engine describe`: ends with 1 where the profile or a description cannot be read. */
export function addDescribe(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('describe')
    .argument('[profile]', 'name of a shipped profile, or path (default: the configured one)')
    .description("cut a vendor's description of a service down to what a profile uses")
    .addOption(configFlag())
    .addOption(serviceFlag())
    .addOption(repeatable('--from <file>', "the vendor's file: $metadata of OData, an OpenAPI or an OpenRPC document"))
    .addOption(
      new Option('--origin <text>', 'where the files are from: address, version and licence').makeOptionMandatory(),
    )
    .addOption(new Option('--source <name>', 'the source that they describe (default: the only one over HTTP)'))
    .addOption(new Option('--out <folder>', 'folder to write to, beside the profile').default('description'))
    .addHelpText('after', examples)
    .action(async (profile: string | undefined, flags: DescribeFlags) => end(await describe(host, profile, flags)));
}

async function describe(host: Host, given: string | undefined, flags: DescribeFlags): Promise<ExitStatus> {
  const { cwd, out, now } = host;
  if (flags.from.length === 0) throw new UsageError('name the file of the vendor with --from');
  const loaded = loadProfile(host, { profile: given, config: flags.config, service: flags.service });
  if (!loaded.ok) {
    showDiagnostics(host, loaded.diagnostics, loaded.sources);
    return 1;
  }
  const { profile } = loaded;
  const folder = resolve(dirname(profile.profileFile), flags.out);
  const files = flags.from.map((file) => resolve(cwd, file));
  const replaced = files.find((file) => dirname(file) === folder);
  if (replaced !== undefined)
    throw new UsageError(`${displayPath(cwd, replaced)} would be replaced: keep the vendor's files in another folder`);
  const day = new Date(now()).toISOString().slice(0, 10);
  const head = `Cut by engine describe on ${day} to what the profile uses. Types that are named and not described here are in the vendor's file.\nFrom: ${flags.origin}`;
  const result = await cutDescriptions({ ...profile, source: flags.source, files, head });
  switch (result.kind) {
    case 'noSource':
      throw new UsageError(`set one of the sources over HTTP with --source: ${result.sources.join(', ') || 'none'}`);
    case 'faulty':
      showDiagnostics(host, result.diagnostics, result.sources);
      return 1;
    case 'cut': {
      const written = result.files.flatMap(({ file, cut }) => {
        if (cut === undefined) {
          out(`${displayPath(cwd, file)}: the profile uses nothing of it\n`);
          return [];
        }
        const target = join(folder, `${basename(file, extname(file))}.${cut.form === 'xml' ? 'xml' : 'yaml'}`);
        mkdirSync(folder, { recursive: true });
        writeFileSync(target, cut.text);
        out(`${displayPath(cwd, target)}: ${kilobytes(cut.text.length)} of ${kilobytes(statSync(file).size)}\n`);
        return [relative(dirname(profile.profileFile), target).replaceAll('\\', '/')];
      });
      if (written.length > 0) out(`describedBy: ${written.length === 1 ? written[0] : `[${written.join(', ')}]`}\n`);
      return 0;
    }
  }
}

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1000)} kB`;
