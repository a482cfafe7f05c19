/** Which ERP a profile connects to, and which variables of the environment it reads. */
import { isDeepStrictEqual } from 'node:util';
import { isMap, type Members } from '../../../../engine/host/index.ts';
import { readDocument } from '../../../../engine/tools/index.ts';
import type { Variables } from '../../../service/config/environment.ts';
import type { Workspace } from '../../operations/workspace/workspace.ts';

/** Keys of a source that decide neither where data is sent nor with which login. */
const harmless: ReadonlySet<string> = new Set(['clock', 'absent', 'probe', 'claims', 'limits']);

const entries = (value: unknown): readonly (readonly [string, unknown])[] =>
  isMap(value) ? Object.entries(value) : [];

interface Setting {
  readonly env: string | undefined;
  readonly byDefault: unknown;
}

/** The parts of a profile that a person has to agree to. */
export interface Connections {
  readonly sources: Members;
  readonly settings: ReadonlyMap<string, Setting>;
  /** Facts that ask an ERP over HTTP. They are read at once when its source is opened, and their values choose between variants. */
  readonly requests: Members;
}

/** Whether the facts that ask an ERP over HTTP are those that the person has agreed to. A setting can be a part of their requests. */
export function areRequestsAgreed(agreed: Connections | undefined, now: Connections): boolean {
  const requests = JSON.stringify(now.requests);
  if (requests === '{}') return true;
  const usesSettings = /\$\{|settings/.test(requests);
  return (
    isDeepStrictEqual(agreed?.requests, now.requests) &&
    (!usesSettings || isDeepStrictEqual(agreed?.settings, now.settings))
  );
}

function settingOf(value: unknown): Setting {
  const { env, default: byDefault } = isMap(value) ? value : { env: undefined, default: undefined };
  return { env: typeof env === 'string' ? env : undefined, byDefault };
}

/** Of the profile with its bases, as it is on disk; undefined if it is no YAML map. */
export async function connectionsOf(workspace: Workspace): Promise<Connections | undefined> {
  const { text, bases } = await workspace.read();
  const { document } = readDocument(text, workspace.profileName, bases);
  const value: unknown = document?.value;
  if (!isMap(value)) return undefined;
  const kept = (source: unknown): Members => Object.fromEntries(entries(source).filter(([key]) => !harmless.has(key)));
  return {
    sources: Object.fromEntries(entries(value.sources).map(([name, source]) => [name, kept(source)])),
    settings: new Map(entries(value.settings).map(([name, setting]) => [name, settingOf(setting)])),
    requests: Object.fromEntries(
      entries(value.facts).filter(([, fact]) => isMap(fact) && fact.query === undefined && fact.table === undefined),
    ),
  };
}

/**
 * Whether a profile connects only where the person has agreed to. The sources and the settings in them have to be the same. Another setting may
 * be added or changed, but not so that it reads a variable that has a value: the environment may contain secrets of other programs.
 */
export function areAgreed(agreed: Connections, now: Connections, environment: Variables): boolean {
  const written = JSON.stringify(now.sources);
  const isSame = isDeepStrictEqual(agreed.sources, now.sources);
  return (
    isSame &&
    [...now.settings].every(([name, setting]) => {
      const before = agreed.settings.get(name);
      if (written.includes(`\${${name}}`)) return isDeepStrictEqual(before, setting);
      const { env } = setting;
      return env === undefined || before?.env === env || environment[env] === undefined;
    })
  );
}
