/** What a recording needs: the profile with its bases, its open databases, the list of calls. */
import { resolve } from 'node:path';
import type { Diagnostic } from '../../../engine/diagnostics/diagnostic.ts';
import { readBases } from '../../../engine/index.ts';
import { declaredBy, loadCases, openDatabases, readDocument, showProfile } from '../../../engine/tools/index.ts';
import { readText } from '../../config/environment.ts';
import { readCallList } from '../../record/call-list.ts';
import type { RecordInput } from '../../record/record.ts';
import { scenarioCalls } from '../../record/scenarios.ts';
import type { RecordedCall } from '../../record/session.ts';
import type { Host } from '../../service/host.ts';
import type { ProfileInput } from '../../service/load-profile.ts';
import { usualDemoSku } from '../sandbox/target.ts';
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
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** `earlier`: cases whose clock the calls get. Throws `UsageError` if a given file cannot be used. */
export async function prepareRecording(
  host: Host,
  profile: ProfileInput,
  flags: RecordFlags,
  earlier: string | undefined,
): Promise<PreparedRecording> {
  const { contract, profileFile, profileName, locate } = profile;
  const text = readText(profileFile) ?? '';
  const bases = await readBases(text, profileFile, profileName, locate);
  const { document, diagnostics } = readDocument(text, profileName, bases);
  const declared = declaredBy(text, bases);
  if (document === undefined || declared === undefined)
    return { ok: false, diagnostics, sources: new Map([[profileName, text]]) };
  const calls = callsOf(host, profile, flags, declared);
  const schemas = schemasOf(host, flags, declared);
  const opened = await openDatabases(profile);
  if (!opened.ok) return opened;
  const merged = showProfile(document).map((line) => `${line.text}\n`);
  const documentTime = earlier && loadCases(earlier, 'recorded.yaml', contract, undefined).loaded?.now;
  return {
    ok: true,
    input: {
      ...{ profile, bases, declared, calls, schemas, demoSku: usualDemoSku, now: host.now },
      profileText: merged.join(''),
      databases: opened.databases,
      ...(typeof documentTime === 'number' ? { documentTime } : {}),
    },
    plainProfile: bases.folders.length === 0 ? text : merged.join(''),
    close: opened.close,
  };
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

function callsOf(
  host: Host,
  { contract }: ProfileInput,
  { calls, most, writes, bank: banks }: RecordFlags,
  declared: RecordInput['declared'],
): RecordInput['calls'] {
  const free = { customer: undefined, sku: undefined, debtor: undefined, currency: undefined, demoSku: usualDemoSku };
  const hasDatabase = declared.sources.some(({ kind }) => kind === 'sql');
  if (calls === undefined)
    return (session) =>
      scenarioCalls({
        ...{ contract, session, declared, most, now: host.now, progress: () => undefined },
        // In a database they are rolled back.
        settings: { ...free, banks, writes: writes === true || hasDatabase },
      });
  const text = readText(resolve(host.cwd, calls));
  if (text === undefined) throw new UsageError(`the file ${calls} cannot be read`);
  const list = readCallList(text, contract);
  if (!list.ok) throw new UsageError(`${calls} is no list of calls: ${list.reason}`);
  return async (session) => {
    const recorded: RecordedCall[] = [];
    for (const call of list.calls) recorded.push(await session.call(call));
    return recorded;
  };
}
