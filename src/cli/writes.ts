/** `engine writes`: what was written into the ERP under which key, and the release of a key. */
import { type Command, InvalidArgumentError, Option } from 'commander';

import { openWrites, SourceError, type Writes } from '../../engine/index.ts';
import { loadConfig } from '../config/load.ts';
import { addSettingFlags, givenFlags } from './flags.ts';
import type { ExitStatus, Host } from './host.ts';
import { nearName } from './near-name.ts';
import { showDiagnostics } from './show-diagnostics.ts';
import { UsageError } from './usage.ts';
import { claimJson, claimText, listText, unclaimedText } from './writes-text.ts';

const examples = `
Examples:
  engine writes list --endpoint /payments/push --since 2026-05-01
  engine writes show /sale-draft PO-2026-0317
  engine writes release /sale-draft PO-2026-0317

A key that was written answers with its document for ever, also when the ERP has it no more. A released key does not: the next
request with it writes a document of its own, and whatever the key had answered before is left alone in the ERP.
`;

type End = (status: ExitStatus) => void;

export function addWrites(program: Command, host: Host, end: End): void {
  const writes = program.command('writes').description('show what was written into the ERP, and release keys');
  writes.addHelpText('after', examples);
  addList(writes, host, end);
  addShow(writes, host, end);
  addRelease(writes, host, end);
}

function verb(writes: Command, name: string, description: string): Command {
  const known = ['profile', 'installation'];
  return addSettingFlags(writes.command(name).description(description), (setting) => known.includes(setting));
}

function addList(writes: Command, host: Host, end: End): void {
  const command = verb(writes, 'list', 'list writes, newest first')
    .addOption(new Option('--endpoint <path>', 'of this endpoint alone'))
    .addOption(new Option('--since <time>', 'written at or after it: 2026-05-01, or with a time').argParser(instant))
    .addOption(new Option('--limit <number>', 'at most so many').argParser(count).default(50))
    .addOption(new Option('--json', 'as a JSON list'));
  command.action(async () => {
    const { endpoint, since, limit, json } = command.opts<ListFlags>();
    await withWrites(host, command, end, async (opened) => {
      // One more than is shown tells whether there are more.
      const found = await opened.list({ endpoint: endpoint && known(host, endpoint), since, limit: limit + 1 });
      const shown = found.slice(0, limit);
      const unclaimed = opened.unclaimed(endpoint);
      if (json) host.out(`${JSON.stringify(shown.map(claimJson), null, 2)}\n`);
      else if (shown.length > 0 || unclaimed.length === 0) host.out(listText(shown, found.length > limit));
      host.err(unclaimedText(unclaimed));
      return unclaimed.length === 0 ? 0 : 1;
    });
  });
}

interface ListFlags {
  readonly endpoint?: string;
  readonly since?: string;
  readonly limit: number;
  readonly json?: true;
}

function addShow(writes: Command, host: Host, end: End): void {
  const command = verb(writes, 'show', 'show one write')
    .argument('<endpoint>', 'such as /sale-draft')
    .argument('<key>', 'its key as `list` shows it, or the id of its claim')
    .addOption(new Option('--json', 'as a JSON object'));
  command.action(async (endpoint: string, key: string) => {
    await withWrites(host, command, end, async (opened) => {
      const claim = await opened.show(known(host, endpoint), key);
      if (claim === undefined) return absent(host, opened, endpoint, key);
      const { json } = command.opts<Pick<ListFlags, 'json'>>();
      host.out(json ? `${JSON.stringify(claimJson(claim), null, 2)}\n` : claimText(claim));
      return 0;
    });
  });
}

function addRelease(writes: Command, host: Host, end: End): void {
  const command = verb(writes, 'release', 'free a key, so that the next request with it writes another document')
    .argument('<endpoint>', 'such as /sale-draft')
    .argument('<key>', 'its key as `list` shows it, or the id of its claim')
    .addOption(new Option('--yes', 'do not ask'));
  command.action(async (endpoint: string, key: string) => {
    const { yes } = command.opts<{ readonly yes?: true }>();
    if (!yes && host.ask === undefined)
      throw new UsageError('there is nobody to ask here; add --yes to release the key');
    await withWrites(host, command, end, async (opened) => {
      const claim = await opened.show(known(host, endpoint), key);
      if (claim === undefined) return absent(host, opened, endpoint, key);
      host.out(claimText(claim));
      if (claim.freeSince !== null) {
        host.out('\nThe key is free already. Nothing was changed.\n');
        return 0;
      }
      host.out(
        claim.result === null
          ? '\nReleased, the next request with this key finds what was completed, or writes the document anew.\n'
          : '\nReleased, the next request with this key writes a second document, beside this one where the ERP still has it.\n',
      );
      if (!yes && !/^y(es)?$/i.test((await host.ask?.('Release it? [y/N] ')) ?? '')) {
        host.out('Nothing was changed.\n');
        return 1;
      }
      // By its id: what was shown is what is released.
      const done = await opened.release(endpoint, claim.id);
      if (done.kind === 'released' && done.claim.result !== claim.result)
        host.out(`It was written once more meanwhile, and that is released too:\n${claimText(done.claim)}`);
      host.out(done.kind === 'released' ? 'Released.\n' : 'Somebody else has released it. Nothing was changed.\n');
      return 0;
    });
  });
}

/** Refuses a path that no write of the contract has. */
function known(host: Host, endpoint: string): string {
  const paths = host.contract.endpoints.filter(({ answer }) => answer.kind === 'write').map(({ path }) => path);
  if (paths.includes(endpoint)) return endpoint;
  throw new UsageError(`"${endpoint}" is no endpoint that writes; there are ${paths.join(', ')}`);
}

function absent(host: Host, opened: Writes, endpoint: string, key: string): ExitStatus {
  const unclaimed = opened.unclaimed(endpoint);
  const list = `engine writes list --endpoint ${endpoint}`;
  host.err(
    unclaimed.length > 0
      ? unclaimedText(unclaimed)
      : `Nothing was written to ${endpoint} under the key ${key}, as this installation is configured. See: ${list}\n`,
  );
  return 1;
}

/** Runs `work` on the claims of the configured profile; what the database says against it is one line. */
async function withWrites(
  host: Host,
  command: Command,
  end: End,
  work: (writes: Writes) => Promise<ExitStatus>,
): Promise<void> {
  const { config: configFile, profile, installation } = givenFlags(command);
  const { env, cwd, packageRoot, contract, now } = host;
  const flags = { profile, installation };
  const config = loadConfig({ flags, configFile, env, cwd, packageRoot, now: now(), needsKey: false });
  const { profileFile, environment, diagnostics, settings } = config;
  if (profileFile === undefined || diagnostics.some(({ severity }) => severity === 'error')) {
    showDiagnostics(host, diagnostics, config.sources);
    return end(1);
  }
  const profileName = nearName(cwd, profileFile);
  const named = { contract, profileFile, profileName, environment, installation: settings.installation, now };
  const opened = await openWrites(named);
  if (!opened.ok) {
    showDiagnostics(host, opened.diagnostics, opened.sources);
    return end(1);
  }
  try {
    end(await work(opened.writes));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const cure = error.cure ?? 'The table of keys is made when the service starts for the first time.';
    host.err(`engine: the database gives no answer about its writes: ${error.message}\n${cure}\n`);
    end(1);
  } finally {
    await opened.writes.close();
  }
}

function count(text: string): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (number < 1) throw new InvalidArgumentError('It must be a whole number from 1 to 999999.');
  return number;
}

function instant(text: string): string {
  const isZoned = /(Z|[+-]\d\d:\d\d)$/.test(text);
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)
    ? Date.parse(text.includes('T') && !isZoned ? `${text}Z` : text)
    : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError('It must be a day or a time in UTC, such as 2026-05-01T12:00.');
  return new Date(time).toISOString();
}
