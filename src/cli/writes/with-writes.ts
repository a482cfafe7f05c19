/** The common part of the `engine writes` verbs: flags, and access to the claims of the configured profile. */
import type { Command } from 'commander';

import { type Diagnostic, SourceError } from '../../../engine/index.ts';
import type { Write, Writes } from '../../../engine/tools/index.ts';
import type { ExitStatus, Host } from '../../service/lifecycle/host.ts';
import { loadProfile } from '../../service/lifecycle/load-profile.ts';
import { openOperatorWrites, type SearchedStore } from '../../service/lifecycle/open-writes.ts';
import { showDiagnostics } from '../../service/lifecycle/show-diagnostics.ts';
import type { ActionOutcome, ActionResult } from '../../service/lifecycle/write-actions.ts';
import { reasonOf, storeText, unclaimedText } from '../../service/lifecycle/write-texts.ts';
import { givenFlags, serviceFlag } from '../shared/flags.ts';
import { documentOf, type End, formattedVerb, showFailure, type VerbTexts } from '../shared/store-verbs.ts';
import { UsageError } from '../shared/usage.ts';
import { writeJson } from './json.ts';

/** A verb with the flags of its settings, and `--format`. */
export const verb = (writes: Command, texts: VerbTexts): Command =>
  formattedVerb(writes, texts, ['profile', 'installation', 'store'], [serviceFlag()]);

/** The same for a verb about one write. */
export function verbOnOne(
  writes: Command,
  { examples = ['/sale-draft PO-2026-0317'], ...texts }: Omit<VerbTexts, 'examples'> & Partial<VerbTexts>,
): Command {
  return verb(writes, { ...texts, examples })
    .argument('<endpoint>', 'endpoint of the write, such as /sale-draft')
    .argument('<key>', 'the key as `list` shows it, or the id of the claim');
}

/** The result of a verb about one write. The values of `outcome` are part of the JSON output. */
interface VerbResult {
  readonly outcome: ActionOutcome | 'found' | 'absent' | 'failed';
  readonly message: string;
  /** The write after the verb. */
  readonly write: Write | undefined;
}

export interface OpenedWrites {
  readonly writes: Writes;
  readonly isJson: boolean;
  /** Why the store cannot be read. */
  readonly storeFault: Diagnostic | undefined;
  readonly store: SearchedStore;
  /** Prints the result: as a JSON document, or its message, on stderr if the verb failed. */
  conclude(result: VerbResult): ExitStatus;
}

const successes: readonly VerbResult['outcome'][] = ['found', 'released', 'resolved', 'looking', 'unneeded'];

/** The endpoint, if the contract has a write at this path. Throws `UsageError` otherwise. */
export function writeEndpoint(host: Host, endpoint: string): string {
  const paths = host.contract.endpoints.filter(({ answer }) => answer.kind === 'write').map(({ path }) => path);
  if (paths.includes(endpoint)) return endpoint;
  throw new UsageError(`"${endpoint}" is not an endpoint that writes; these are: ${paths.join(', ')}`);
}

/** The result if no claim was found: nothing was written, unless a place with claims cannot be read. */
export function absent({ writes, storeFault, store }: OpenedWrites, endpoint: string, key: string): VerbResult {
  const unclaimed = writes.unclaimed(endpoint);
  if (unclaimed.length > 0) return { outcome: 'absent', message: unclaimedText(unclaimed), write: undefined };
  if (storeFault !== undefined) {
    const message = `Without the store it is not known whether anything was written to ${endpoint} under the key ${key}: ${storeFault.message}`;
    return { outcome: 'failed', message, write: undefined };
  }
  const list = `engine writes list --endpoint ${endpoint}`;
  const where = writes.stored(endpoint) ? ` ${storeText(store)}` : '';
  const message = `Nothing was written to ${endpoint} under the key ${key} with this configuration.${where} See: ${list}`;
  return { outcome: 'absent', message, write: undefined };
}

const seeShow: readonly VerbResult['outcome'][] = ['looking', 'overtaken'];

/** The result of an action for the terminal. */
export const verbResult = ({ outcome, message, write }: ActionResult): VerbResult => ({
  ...{ outcome, write },
  message: seeShow.includes(outcome) ? `${message} See: engine writes show` : message,
});

/** Runs `work` on the claims of the configured profile, and passes its exit status to `end`. Errors of databases are shown. */
export async function withWrites(
  host: Host,
  command: Command,
  end: End,
  work: (opened: OpenedWrites) => Promise<ExitStatus>,
): Promise<void> {
  const { config, service, profile, installation, store, format } = givenFlags(command);
  const isJson = format === 'json';
  const fail = (diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, string>): void => {
    showFailure(host, isJson, diagnostics, sources);
    end(1);
  };
  const loaded = loadProfile(host, { config, service, profile, installation, store }, { strict: true });
  if (!loaded.ok) return fail(loaded.diagnostics, loaded.sources);
  const { name, settings } = loaded.config;
  const opened = await openOperatorWrites(loaded.profile, settings.store, name !== undefined);
  if (!opened.ok) return fail(opened.diagnostics, opened.sources);
  const { writes, storeFault } = opened;
  try {
    if (storeFault !== undefined && !isJson) showDiagnostics(host, [storeFault], new Map());
    const conclude = (result: VerbResult): ExitStatus => print(host, isJson, result);
    try {
      end(await work({ writes, isJson, storeFault, store: opened.store, conclude }));
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const message = `engine: the writes cannot be read: ${reasonOf(error)}`;
      end(conclude({ outcome: 'failed', message, write: undefined }));
    }
  } finally {
    await opened.close();
  }
}

function print(host: Host, isJson: boolean, { outcome, message, write }: VerbResult): ExitStatus {
  const isSuccess = successes.includes(outcome);
  if (isJson) host.out(documentOf({ outcome, message, write: write === undefined ? null : writeJson(write) }));
  else if (isSuccess) host.out(message === '' ? '' : `${message}\n`);
  else host.err(`${message}\n`);
  return isSuccess ? 0 : 1;
}
