/** Starts the studio for one profile. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import type { Host } from '../service/host.ts';
import type { SettingFlags } from '../service/load-profile.ts';
import { watchFolders } from '../testing/watch-folders.ts';
import { inFolder } from './access/folder.ts';
import { readPages } from './access/pages.ts';
import { createEventStream, type EventStream } from './event-stream.ts';
import { createRoutes } from './operations/routes.ts';
import { startServer } from './server.ts';
import { createRecords } from './workspace/session-records.ts';
import { openWorkspace, type Workspace } from './workspace/workspace.ts';

export interface StudioInput {
  readonly host: Host;
  /** The profile and the configuration, as for other verbs. */
  readonly flags: SettingFlags;
  /** 0: a free port. */
  readonly port: number;
}

export type StartedStudio =
  | {
      readonly ok: true;
      /** With the token, which is valid once. */
      readonly address: string;
      close(): Promise<void>;
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** Serves the page and its operations on the loopback interface. Rejects if the port is in use, or the page has not been built. */
export async function startStudio({ host, flags, port }: StudioInput): Promise<StartedStudio> {
  const opened = openWorkspace(host, flags);
  if (!opened.ok) return opened;
  const { workspace } = opened;
  const events = createEventStream();
  const watched = reportChanges(workspace, events);
  try {
    const server = await startServer({
      port,
      events,
      pages: readPages(join(host.packageRoot, 'dist/studio')),
      routes: createRoutes(workspace, createRecords()),
      conceal: workspace.conceal,
      failed: (error) =>
        host.err(`engine: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
    });
    const close = async (): Promise<void> => {
      watched.close();
      events.close();
      await server.close();
    };
    return { ok: true, address: server.address, close };
  } catch (error) {
    watched.close();
    throw error;
  }
}

/** Tells open pages which files have changed on disk. */
function reportChanges({ root, folder }: Workspace, events: EventStream): { close(): void } {
  // The profile may be in the folder of a large project.
  const folders = [root, join(root, 'cases'), join(root, 'fixture')].filter((path) => existsSync(path));
  const watched = watchFolders(folders, { recursive: false });
  const follow = async (): Promise<void> => {
    for (;;) {
      const changed = await watched.next();
      if (changed === undefined) return;
      const known = new Set(folder.list().map(({ path }) => path));
      const paths = [...changed].flatMap((file) => inFolder(root, file) ?? []).filter((path) => known.has(path));
      if (paths.length > 0) events.send({ kind: 'files', paths });
    }
  };
  void follow();
  return watched;
}
