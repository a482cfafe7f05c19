/** Unlocks and locks writes into the ERP. The state belongs to the running studio: no page can set it without the name, and a new start is locked. */
import { basename, parse } from 'node:path';
import { isMap } from '../../../../engine/host/index.ts';
import { readDocument } from '../../../../engine/tools/index.ts';
import { Refused } from '../access/folder.ts';
import type { WriteLock } from '../protocol/write-lock.ts';
import type { SessionRecords } from './session-records.ts';
import type { Workspace } from './workspace.ts';

/** The members of a connection that say where it leads, in their order. */
const placeKeys = ['server', 'host', 'port', 'instance', 'database', 'schema', 'file', 'url'];

/** An address without a login. */
function withoutLogin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url === undefined ? text : `${url.protocol}//${url.host}${url.pathname}`;
}

/** Where a source leads: host and database, file, or base address. */
function addressOf(source: unknown, filled: (text: string) => string): string {
  if (!isMap(source)) return '';
  const { http, connection } = source;
  if (typeof http === 'string') return withoutLogin(filled(http));
  if (!isMap(connection)) return '';
  const given = placeKeys.flatMap((key) => {
    const value = connection[key];
    return typeof value === 'string' || typeof value === 'number' ? [withoutLogin(filled(String(value)))] : [];
  });
  return [String(source.sql), ...given].join(' ');
}

/** What writes would change: the sources, and the ERP behind the running service. Secrets are hidden when it is sent. */
async function targetsOf(workspace: Workspace, { service }: SessionRecords): Promise<WriteLock['targets']> {
  const { text, bases } = await workspace.read();
  const { environment } = workspace.load().profile;
  const { document } = readDocument(text, workspace.profileName, bases);
  const { sources, settings } = isMap(document?.value) ? document.value : {};
  const filled = (pattern: string): string =>
    pattern.replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => {
      const setting = isMap(settings) ? settings[name] : undefined;
      if (!isMap(setting)) return whole;
      const given = typeof setting.env === 'string' ? environment[setting.env] : undefined;
      return String(given ?? setting.default ?? whole);
    });
  const sourceTargets = Object.entries(isMap(sources) ? sources : {}).map(([source, spec]) => ({
    source,
    address: addressOf(spec, filled),
  }));
  return service === undefined
    ? sourceTargets
    : [...sourceTargets, { source: 'running service', address: service.baseUrl }];
}

/** The name of the profile's folder for profile.yaml, otherwise that of its file. */
function nameOf({ profileFile }: Workspace): string {
  const { name, dir } = parse(profileFile);
  return name === 'profile' ? basename(dir) : name;
}

/** The ERP that was unlocked may not be the one that the profile leads to now: then writes are locked again. */
export async function writeLock(workspace: Workspace, records: SessionRecords): Promise<WriteLock> {
  const targets = await targetsOf(workspace, records);
  if (records.unlocked !== JSON.stringify(targets)) records.unlocked = undefined;
  return { isUnlocked: records.unlocked !== undefined, name: nameOf(workspace), targets };
}

/** `name`: as the person has typed it. */
export async function unlockWrites(workspace: Workspace, records: SessionRecords, name: string): Promise<WriteLock> {
  if (name.trim() !== nameOf(workspace))
    throw new Refused(`Writes stay rehearsed: the name is not "${nameOf(workspace)}".`);
  records.unlocked = JSON.stringify(await targetsOf(workspace, records));
  return writeLock(workspace, records);
}
