/** What a recording of the command line needs: the profile, the list of calls, and the files that flags name. */

import { resolve } from 'node:path';
import type { Contract } from '../../../engine/index.ts';
import { loadCases } from '../../../engine/tools/index.ts';
import { readText } from '../../service/config/environment.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import type { LoadedProfile, ProfileInput } from '../../service/lifecycle/load-profile.ts';
import { usualDemoSku } from '../../workbench/checks/sandbox/service-keys.ts';
import { readCallList } from '../../workbench/record/calls/call-list.ts';
import { createChosenCalls } from '../../workbench/record/calls/chosen-calls.ts';
import { listenForCalls } from '../../workbench/record/calls/listen.ts';
import { scenarioCalls } from '../../workbench/record/calls/scenarios.ts';
import { type PreparedProfile, prepareProfile } from '../../workbench/record/prepare.ts';
import type { CallKind, RecordInput } from '../../workbench/record/record.ts';
import type { RecordedCall } from '../../workbench/record/session.ts';
import { wholeFolder } from '../../workbench/record/target.ts';
import { UsageError } from '../shared/usage.ts';
import type { RecordFlags } from './flags.ts';

export type PreparedRecording =
  | {
      readonly ok: true;
      readonly input: Omit<RecordInput, 'key' | 'allow' | 'writes' | 'fixtures' | 'progress'>;
      /** The profile without bases: the folder of a recording needs no other file. */
      readonly plainProfile: string;
      close(): Promise<void>;
    }
  | Extract<PreparedProfile, { readonly ok: false }>;

/** `earlier`: cases whose clock the calls get. Throws `UsageError` if a given file cannot be used. */
export async function prepareRecording(
  host: Host,
  { config, profile }: Extract<LoadedProfile, { readonly ok: true }>,
  flags: RecordFlags,
  earlier: string | undefined,
): Promise<PreparedRecording> {
  const opened = await prepareProfile(host, profile, config);
  if (!opened.ok) return opened;
  const { prepared, plainProfile, close } = opened;
  try {
    const { declared } = prepared;
    const calls = await callsOf(host, profile, flags, declared);
    const schemas = schemasOf(host, flags, declared);
    const documentTime = earlier && loadCases(earlier, 'recorded.yaml', profile.contract, undefined).loaded?.now;
    const input = {
      ...{ ...prepared, calls, schemas, demoSku: usualDemoSku, now: host.now, target: wholeFolder },
      ...(typeof documentTime === 'number' ? { documentTime } : {}),
    };
    return { ok: true, input, plainProfile, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function schemasOf(
  host: Host,
  { schema }: RecordFlags,
  { sources }: Pick<RecordInput['declared'], 'sources'>,
): RecordInput['schemas'] {
  if (schema === undefined) return new Map();
  const databases = sources.filter(({ kind }) => kind === 'sql');
  const [only, ...others] = databases;
  if (only === undefined || others.length > 0) throw new UsageError('--schema needs a profile with one database');
  const text = readText(resolve(host.cwd, schema));
  if (text === undefined) throw new UsageError(`the file ${schema} cannot be read`);
  return new Map([[only.name, text]]);
}

async function callsOf(
  host: Host,
  { contract }: ProfileInput,
  flags: RecordFlags,
  declared: RecordInput['declared'],
): Promise<RecordInput['calls']> {
  const { calls, most, explore, writes, bank: banks } = flags;
  if (flags.listen !== undefined) return heardCalls(host, contract, { ...flags, port: flags.listen });
  const free = { customer: undefined, sku: undefined, debtor: undefined, currency: undefined, demoSku: usualDemoSku };
  if (calls === undefined)
    return scenarioCalls({
      ...{ contract, declared, most, explore, now: host.now },
      settings: { ...free, banks, ...(writes === true ? {} : { rehearses: true }) },
    });
  const text = readText(resolve(host.cwd, calls));
  if (text === undefined) throw new UsageError(`the file ${calls} cannot be read`);
  const list = readCallList(text, contract);
  if (!list.ok) throw new UsageError(`${calls} is no list of calls: ${list.reason}`);
  const isOfKind = (path: string, kind: CallKind): boolean =>
    contract.endpoints.some((one) => one.path === path && (one.answer.kind === 'write') === (kind === 'write'));
  return async (session, kind) => {
    const recorded: RecordedCall[] = [];
    for (const call of list.calls) if (isOfKind(call.path, kind)) recorded.push(await session.call(call));
    return recorded;
  };
}

/**
 * The reads that the platform sends to the running service from now on, until the time is over or the process is asked to stop. They are repeated when the
 * session is open.
 */
async function heardCalls(
  host: Host,
  contract: Contract,
  { port, forward, minutes, most }: Pick<RecordFlags, 'forward' | 'minutes' | 'most'> & { readonly port: number },
): Promise<RecordInput['calls']> {
  const service = originOf(forward);
  const stop = new AbortController();
  host.onStop(() => stop.abort());
  const timer = setTimeout(() => stop.abort(), minutes * 60_000);
  const heard = await listenForCalls({
    ...{ contract, port, service, signal: stop.signal },
    listening: (address) => host.err(`Listening on ${address} for ${minutes} min; requests go to ${service}.\n`),
    unanswered: (reason) => host.err(`The service did not answer a request: ${reason}\n`),
  }).finally(() => clearTimeout(timer));
  host.err(`${heard.length} different reads were received.\n`);
  return async (session, kind) => {
    const chosen = createChosenCalls(new Set(), most);
    if (kind === 'read') for (const call of heard) chosen.offer(await session.call(call));
    return chosen.calls();
  };
}

function originOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || parsed.pathname !== '/')
    throw new UsageError(`--forward takes the origin of a service, such as http://127.0.0.1:8080, not "${url}"`);
  return parsed.origin;
}
