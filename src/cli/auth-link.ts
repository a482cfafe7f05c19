/** `engine auth link`: makes a one-time link with which a customer gives consent to an ERP in a browser. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Diagnostic, SourceError } from '../../engine/index.ts';
import { readConsents } from '../../engine/tools/index.ts';
import { fault } from '../service/config/fault.ts';
import type { LoadedConfig } from '../service/config/load.ts';
import { chooseSource } from '../service/connect/choose-source.ts';
import { createConnectLink } from '../service/connect/create-link.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { loadProfile } from '../service/lifecycle/load-profile.ts';
import { showDiagnostics } from '../service/lifecycle/show-diagnostics.ts';
import { openOperatorStore } from '../service/state/operator-store.ts';
import { openStore, type Store } from '../service/state/store.ts';
import type { End } from './root.ts';
import { addSettingFlags, serviceFlag } from './shared/flags.ts';
import { UsageError } from './shared/usage.ts';

const examples = `
Examples:
  engine auth link --service nord                  # valid for a day
  engine auth link xero --expires 72h --format json

Send the link only to the customer: anyone who has it can connect a company. It works until a consent is stored, or until it expires. The store
keeps its digest. The service needs connectPort and connectUrl; the redirect URI to register at the vendor is <connectUrl>/connect/callback.
`;

const dayMs = 86_400_000;
const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: dayMs };
/** Longest life of a link, in days. */
const mostDays = 30;

function parseLifetime(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,5})(m|h|d)$/.exec(text) ?? [];
  const lifetime = Number(digits) * (units[unit] ?? Number.NaN);
  if (lifetime > 0 && lifetime <= mostDays * dayMs) return lifetime;
  throw new InvalidArgumentError(`It must be a duration such as 30m, 24h or 7d, of ${mostDays} days at most.`);
}

interface LinkFlags {
  readonly expires: number;
  readonly format: 'text' | 'json';
  readonly config?: string;
  readonly service?: string;
  readonly profile?: string;
  readonly installation?: string;
  readonly store?: string;
}

/** Adds the command below `engine auth`. It ends with 1 where no link was made. */
export function addAuthLink(auth: Command, host: Host, end: End): void {
  const settings = ['profile', 'installation', 'store'];
  const link = addSettingFlags(
    auth.command('link').description('make a one-time link, with which a customer gives consent in a browser'),
    (setting) => settings.includes(setting),
  )
    .addOption(serviceFlag())
    .addOption(
      new Option('--expires <time>', 'how long the link can be used').default(dayMs, '24h').argParser(parseLifetime),
    )
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .argument('[source]', 'name of the source in the profile, if several have `consent`')
    .addHelpText('after', examples);
  link.action(async (source: string | undefined) => end(await makeLink(host, link.opts<LinkFlags>(), source)));
}

async function makeLink(host: Host, flags: LinkFlags, source: string | undefined): Promise<ExitStatus> {
  const { expires, format, ...settingFlags } = flags;
  const loaded = loadProfile(host, settingFlags, { strict: true });
  if (!loaded.ok) return refuse(host, loaded.diagnostics, loaded.sources);
  const read = await readConsents(loaded.profile, host.now);
  if (!read.ok) return refuse(host, read.diagnostics, read.sources);
  const chosen = chooseSource(read.consents, source);
  if (!chosen.ok) throw new UsageError(chosen.reason);
  const faults = settingFaults(loaded.config);
  if (faults.length > 0) return refuse(host, faults);
  const { settings } = loaded.config;
  const { connectUrl = '', installation = '' } = settings;
  const opened = await openLinks(host, loaded.config);
  if (!opened.ok) return refuse(host, [opened.diagnostic]);
  try {
    const request = { connectUrl, installation, source: chosen.source, lifetimeMs: expires, now: host.now() };
    const created = await createConnectLink(opened.links, request);
    const document = { url: created.url, expires: created.expires, installation, source: chosen.source };
    const text = `${created.url}\n\nFor ${installation}, source ${chosen.source}. It works once, until ${created.expires}.\n`;
    host.out(format === 'json' ? `${JSON.stringify(document, null, 1)}\n` : text);
    return 0;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    host.err(`engine: no link was made: ${error.message}\nCheck that the store can be reached.\n`);
    return 1;
  } finally {
    await opened.close();
  }
}

function refuse(host: Host, diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, string> = new Map()): 1 {
  showDiagnostics(host, diagnostics, sources);
  return 1;
}

/** What the configuration lacks for a link. */
function settingFaults({ settings }: LoadedConfig): readonly Diagnostic[] {
  const faults: Diagnostic[] = [];
  if (settings.connectUrl === undefined) {
    const hint = 'Set connectUrl (ENGINE_CONNECT_URL) to the same value as for the service.';
    faults.push(fault('CFG510', 'There is no public address for links.', hint));
  }
  if (settings.storeKey === undefined) {
    const hint = 'Set ENGINE_STORE_KEY to the same value as for the service: openssl rand -base64 32.';
    faults.push(fault('CFG516', 'There is no key for the store of links.', hint));
  }
  return faults;
}

type OpenedLinks =
  | { readonly ok: true; readonly links: NonNullable<Store['links']>; close(): Promise<void> }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** The links of a store that a service may be using. A store without them is created, or migrated, for this process alone. */
async function openLinks(host: Host, { settings }: LoadedConfig): Promise<OpenedLinks> {
  const { store: address, storeKey: key } = settings;
  const shared = await openOperatorStore(address, key);
  if (!shared.ok) return shared;
  const { links, close } = shared;
  if (links !== undefined) return { ok: true, links, close };
  await close();
  const opened = await openStore({ address, key, emit: () => undefined, now: host.now });
  if (!opened.ok) return opened;
  const { store } = opened;
  if (store.links === undefined) throw new Error('invariant: the store has a key');
  return { ok: true, links: store.links, close: () => store.close() };
}
