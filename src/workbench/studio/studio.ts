/** Starts the studio for one profile. */

import { basename, join } from 'node:path';
import type { Diagnostic } from '../../../engine/index.ts';
import { concealer } from '../../../engine/tools/index.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import type { SettingFlags } from '../../service/lifecycle/load-profile.ts';
import type { Conceal } from '../operations/access/conceal.ts';
import { createCaseMaker } from '../operations/cases/case-maker.ts';
import { createProofs } from '../operations/proof/proofs.ts';
import { createRoutes } from '../operations/routes.ts';
import { profileLanguage } from '../operations/workspace/language.ts';
import { sessionFixtures } from '../operations/workspace/session-fixtures.ts';
import { createRecords, type SessionRecords } from '../operations/workspace/session-records.ts';
import { createWarmEngines } from '../operations/workspace/warm-engines.ts';
import { watchChanges } from '../operations/workspace/watch-changes.ts';
import { openWorkspace, type Workspace } from '../operations/workspace/workspace.ts';
import { readPages } from './access/pages.ts';
import { createEventStream } from './event-stream.ts';
import { startServer } from './server.ts';

interface StudioInput {
  readonly host: Host;
  /** The profile and the configuration, as for other verbs. */
  readonly flags: SettingFlags;
  /** 0: a free port. */
  readonly port: number;
  /** Schemes of the pages that may show the studio in a frame; empty: none. */
  readonly framedBy?: readonly string[];
}

type StartedStudio =
  | {
      readonly ok: true;
      /** With the token, which is valid once. */
      readonly address: string;
      close(): Promise<void>;
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** Serves the page and its operations on the loopback interface. Rejects if the port is in use, or the page has not been built. */
export async function startStudio({ host, flags, port, framedBy = [] }: StudioInput): Promise<StartedStudio> {
  const opened = openWorkspace(host, flags);
  if (!opened.ok) return opened;
  const { workspace } = opened;
  const events = createEventStream();
  const records = createRecords();
  const failed = (error: unknown): void =>
    host.err(`engine: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  const fixtures = sessionFixtures(workspace);
  const engines = createWarmEngines(workspace, failed, fixtures.get, (isOpening) =>
    events.send({ kind: 'sources', isOpening }),
  );
  const proofs = createProofs({ workspace, records, fixtures, send: events.send, failed });
  const cases = createCaseMaker({ workspace, records, fixtures: fixtures.get });
  const language = profileLanguage(workspace, records, (tables) => events.send({ kind: 'tables', tables }));
  const changes = watchChanges(workspace, (paths) => {
    events.send({ kind: 'files', paths });
    if (paths.some((path) => !path.startsWith('cases/'))) cases.forget();
    if (paths.some((path) => !path.endsWith('.lock.yaml'))) proofs.filesChanged();
    // The profile may name another database now.
    if (paths.includes(basename(workspace.profileFile)) && language.tables.state().kind === 'unknown')
      language.tables.forget();
  });
  try {
    const server = await startServer({
      port,
      framedBy,
      events,
      pages: readPages(join(host.packageRoot, 'dist/studio')),
      routes: createRoutes({
        ...{ workspace, language, engines, proofs, cases, records, send: events.send },
        created: changes.created,
      }),
      conceal: () => concealAll(workspace, records),
      failed,
    });
    const close = async (): Promise<void> => {
      changes.close();
      await proofs.close();
      events.close();
      await server.close();
      await engines.close();
      await fixtures.close();
    };
    return { ok: true, address: server.address, close };
  } catch (error) {
    changes.close();
    throw error;
  }
}

/** Hides the secrets of the profile, and the keys of the running service. */
async function concealAll({ conceal }: Workspace, { service }: SessionRecords): Promise<Conceal> {
  const hide = await conceal();
  const keys = Object.values(service?.keys ?? {}).flatMap((key) => (key === undefined ? [] : [key.reveal()]));
  const hideKeys = concealer(() => keys);
  return (text) => hideKeys(hide(text));
}
