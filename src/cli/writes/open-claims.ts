/** What the verbs of `engine writes` have in common: their flags, and the claims of the configured profile. */
import { type Command, Option } from 'commander';

import type { Diagnostic } from '../../../engine/diagnostics/diagnostic.ts';
import { renderJson } from '../../../engine/diagnostics/render.ts';
import { openWrites, SourceError, type Write, type Writes } from '../../../engine/index.ts';
import { displayPath } from '../../config/display-path.ts';
import { loadConfig } from '../../config/load.ts';
import { locateBase } from '../../config/locate-base.ts';
import { shownAddress } from '../../config/store-address.ts';
import type { ExitStatus, Host } from '../../service/host.ts';
import { showDiagnostics } from '../../service/show-diagnostics.ts';
import { openOperatorStore } from '../../state/operator-store.ts';
import { addSettingFlags, givenFlags } from '../shared/flags.ts';
import { UsageError } from '../shared/usage.ts';
import { documentOf, writeJson } from './json.ts';
import { type LookedAt, storeText, unclaimedText } from './text.ts';

export type End = (status: ExitStatus) => void;

/** A verb with the settings that it needs, and `--format`. */
export function verb(writes: Command, name: string, description: string, examples: readonly string[]): Command {
  const known = ['profile', 'installation', 'store'];
  return addSettingFlags(writes.command(name).description(description), (setting) => known.includes(setting))
    .addOption(new Option('--format <format>', 'how it is shown').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      ['', 'Examples:', ...examples.map((example) => `  engine writes ${name} ${example}`), ''].join('\n'),
    );
}

/** The same for a verb about one write. */
export function verbOnOne(
  writes: Command,
  name: string,
  description: string,
  examples: readonly string[] = ['/sale-draft PO-2026-0317'],
): Command {
  return verb(writes, name, description, examples)
    .argument('<endpoint>', 'such as /sale-draft')
    .argument('<key>', 'its key as `list` shows it, or the id of its claim');
}

/** What came of a verb about one write. The words are part of the JSON form. */
export interface Told {
  readonly outcome:
    | 'found'
    | 'released'
    | 'resolved'
    | 'looking'
    | 'unneeded'
    | 'refused'
    | 'overtaken'
    | 'absent'
    | 'failed';
  readonly message: string;
  /** As it is now. */
  readonly write: Write | undefined;
}

export interface Opened {
  readonly writes: Writes;
  readonly isJson: boolean;
  /** What keeps the store from being read. */
  readonly storeFault: Diagnostic | undefined;
  readonly store: LookedAt;
  /** Gives the result: as a document, or its message as text, on stderr where it is bad news. */
  tell(told: Told): ExitStatus;
}

const isGood = ({ outcome }: Told): boolean =>
  ['found', 'released', 'resolved', 'looking', 'unneeded'].includes(outcome);

/** Refuses a path that no write of the contract has. */
export function known(host: Host, endpoint: string): string {
  const paths = host.contract.endpoints.filter(({ answer }) => answer.kind === 'write').map(({ path }) => path);
  if (paths.includes(endpoint)) return endpoint;
  throw new UsageError(`"${endpoint}" is no endpoint that writes; there are ${paths.join(', ')}`);
}

/** What is said where no claim was found: that there is none, unless it may be where nobody could look. */
export function absent({ writes, storeFault, store }: Opened, endpoint: string, key: string): Told {
  const unclaimed = writes.unclaimed(endpoint);
  if (unclaimed.length > 0) return { outcome: 'absent', message: unclaimedText(unclaimed), write: undefined };
  if (storeFault !== undefined) {
    const message = `Whether anything was written to ${endpoint} under the key ${key} cannot be told without the store: ${storeFault.message}`;
    return { outcome: 'failed', message, write: undefined };
  }
  const list = `engine writes list --endpoint ${endpoint}`;
  const where = writes.stored(endpoint) ? ` ${storeText(store)}` : '';
  const message = `Nothing was written to ${endpoint} under the key ${key}, as this installation is configured.${where} See: ${list}`;
  return { outcome: 'absent', message, write: undefined };
}

/** What a place that keeps claims says against being read, with what to do. */
export function reasonOf({ kind, message, cure }: SourceError): string {
  const table =
    'The table of keys is made when the service starts for the first time; where it is there, `engine check --connect` says what it lacks.';
  const advice = kind === 'statement' ? table : cure;
  return advice === undefined ? message : `${message}\n${advice}`;
}

/** Runs `work` on the claims of the configured profile. What a database says against it is told and no crash. */
export async function withWrites(
  host: Host,
  command: Command,
  end: End,
  work: (opened: Opened) => Promise<ExitStatus>,
): Promise<void> {
  const { config: configFile, profile, installation, store, format } = givenFlags(command);
  const isJson = format === 'json';
  const { env, cwd, packageRoot, contract, now } = host;
  const flags = { profile, installation, store };
  const config = loadConfig({ flags, configFile, env, cwd, packageRoot, now: now(), needsKey: false });
  const { profileFile, environment, diagnostics, settings } = config;
  const failed = (found: readonly Diagnostic[], sources: ReadonlyMap<string, string>): void => {
    if (isJson) host.out(renderJson(found));
    else showDiagnostics(host, found, sources);
    end(1);
  };
  if (profileFile === undefined || diagnostics.some(({ severity }) => severity === 'error'))
    return failed(diagnostics, config.sources);
  const kept = await openOperatorStore(settings.store);
  try {
    const durable = kept.ok ? kept.claims : undefined;
    const looked = { address: shownAddress(settings.store), kept: durable !== undefined };
    const profileName = displayPath(cwd, profileFile);
    const { installation } = settings;
    const named = { contract, profileFile, profileName, locate: locateBase(host), environment, installation, now };
    const opened = await openWrites({ ...named, durable });
    if (!opened.ok) return failed(opened.diagnostics, opened.sources);
    const storeFault = kept.ok ? undefined : kept.diagnostic;
    if (storeFault !== undefined && !isJson) showDiagnostics(host, [storeFault], new Map());
    const tell = (told: Told): ExitStatus => {
      const { outcome, message, write } = told;
      const good = isGood(told);
      if (isJson) host.out(documentOf({ outcome, message, write: write === undefined ? null : writeJson(write) }));
      else if (good) host.out(message === '' ? '' : `${message}\n`);
      else host.err(`${message}\n`);
      return good ? 0 : 1;
    };
    try {
      end(await work({ writes: opened.writes, isJson, storeFault, store: looked, tell }));
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const message = `engine: the database gives no answer about its writes: ${reasonOf(error)}`;
      end(tell({ outcome: 'failed', message, write: undefined }));
    } finally {
      await opened.writes.close();
    }
  } finally {
    if (kept.ok) await kept.close();
  }
}

/** Refuses to go on without a person's word. */
export function needsWord(host: Host, { yes, format }: { readonly yes?: true; readonly format?: string }): void {
  if (yes) return;
  if (format === 'json') throw new UsageError('with --format json nobody is asked; add --yes to do it');
  if (host.ask === undefined) throw new UsageError('there is nobody to ask here; add --yes to do it');
}

/** Whether a person says yes. */
export async function isWanted(host: Host, yes: true | undefined, question: string): Promise<boolean> {
  return yes === true || /^y(es)?$/i.test((await host.ask?.(`${question} [y/N] `)) ?? '');
}
