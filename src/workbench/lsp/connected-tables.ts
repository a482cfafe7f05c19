/** The tables of an ERP from its databases. */
import type { Diagnostic } from '../../../engine/index.ts';
import { readErpTables } from '../../../engine/tools/index.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { loadProfile, type SettingFlags } from '../../service/lifecycle/load-profile.ts';
import { databaseTables, type ErpTables } from '../language/index.ts';

type ReadTables =
  | { readonly ok: true; readonly file: string; readonly tables: ErpTables }
  /** `sources`: texts that the diagnostics point into. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** A profile, and the service of the configuration that has its settings. */
interface ProfileFlags extends SettingFlags {
  readonly profile: string;
  readonly service: string | undefined;
}

/** Reads the tables of a profile's databases. `text`: that of an editor; the saved one by default. Rejects with `SourceError` if one of them cannot be read. */
export async function readTables(host: Host, flags: ProfileFlags, text?: string): Promise<ReadTables> {
  const loaded = loadProfile(host, flags);
  if (!loaded.ok) return loaded;
  const read = await readErpTables({ ...loaded.profile, profileText: text });
  if (!read.ok) return read;
  const tables = new Map([...read.tables].map(([name, all]) => [name, databaseTables(all)]));
  return { ok: true, file: loaded.profile.profileFile, tables };
}

/** Milliseconds after which tables are read again: the ERP may have been changed. */
const lifetime = 600_000;
/** Milliseconds after which databases that could not be read are asked again. */
const retryAfter = 20_000;

/** The parts of a profile that decide which databases it reads. */
const connectionText = (text: string): string =>
  text
    .split(/^(?=[\w$"'])/m)
    .filter((section) => /^["']?(?:sources|settings|extends)\b/.test(section))
    .join('');

interface Reading {
  readonly connection: string;
  /** When it began, in milliseconds since the epoch. */
  readonly at: number;
  /** Those of the reading before until it has ended. */
  tables: ErpTables | undefined;
  state: 'running' | 'ended' | 'failed';
}

export interface ConnectedTables {
  /** The tables of a profile with this text, if they are known. Starts to read them where that is due. */
  current(profile: string, text: string): ErpTables | undefined;
  /** Reads all tables again at the next use. Until then the known ones stay. */
  forget(): void;
}

/**
 * The tables of each profile, read in the background: at first, when its sources or settings change, some time after a failure, and when they are old. Faults of the
 * profile prevent it without a message, because they are findings. `hostAt`: the host in the folder of a profile; `service`: that of the settings. `failed` receives a reason once until the tables can be read.
 */
export function connectedTables(
  hostAt: (profile: string) => Host,
  service: string | undefined,
  failed: (profile: string, reason: string) => void,
): ConnectedTables {
  const readings = new Map<string, Reading>();
  const reported = new Map<string, string>();

  async function run(reading: Reading, profile: string, text: string): Promise<void> {
    try {
      const read = await readTables(hostAt(profile), { profile, service }, text);
      reading.state = read.ok ? 'ended' : 'failed';
      if (!read.ok) return;
      reading.tables = read.tables;
      reported.delete(profile);
    } catch (error) {
      reading.state = 'failed';
      const reason = error instanceof Error ? error.message : String(error);
      if (reported.get(profile) !== reason) failed(profile, reason);
      reported.set(profile, reason);
    }
  }

  function isDue({ state, at, connection }: Reading, text: string, now: number): boolean {
    if (state === 'running') return false;
    return connection !== connectionText(text) || now - at > (state === 'failed' ? retryAfter : lifetime);
  }

  return {
    current(profile, text) {
      const before = readings.get(profile);
      const now = hostAt(profile).now();
      if (before !== undefined && !isDue(before, text, now)) return before.tables;
      const reading: Reading = {
        ...{ connection: connectionText(text), at: now, tables: before?.tables, state: 'running' },
      };
      readings.set(profile, reading);
      void run(reading, profile, text);
      return reading.tables;
    },
    forget() {
      for (const [profile, { tables }] of readings)
        readings.set(profile, { connection: '', at: 0, tables, state: 'failed' });
    },
  };
}
