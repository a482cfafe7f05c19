/** All operations with their functions. */

import { basename } from 'node:path';
import { board } from './board.ts';
import { call } from './call.ts';
import { acceptAnswer } from './cases/accept-answer.ts';
import type { CaseMaker } from './cases/case-maker.ts';
import { caseRequests } from './cases/case-requests.ts';
import { firstRows, plan, tables } from './data.ts';
import { overlay, readFile, saveFile } from './files.ts';
import {
  beginEndpoint,
  checkText,
  checkTextWithDatabases,
  columnText,
  complete,
  definition,
  format,
  hover,
  withPlaces,
} from './language.ts';
import { lineage } from './lineage.ts';
import { references, rename } from './names.ts';
import { project } from './project.ts';
import type { Proofs } from './proof/proofs.ts';
import type { StudioEvent } from './protocol/events.ts';
import { operations } from './protocol/operations.ts';
import type { WriteLock } from './protocol/write-lock.ts';
import { type Routes, route } from './route.ts';
import { runningService, useService } from './running-service.ts';
import { changeSettings } from './session-values.ts';
import { suggest } from './suggest.ts';
import type { ProfileLanguage } from './workspace/language.ts';
import type { SessionRecords } from './workspace/session-records.ts';
import type { WarmEngines } from './workspace/warm-engines.ts';
import type { Workspace } from './workspace/workspace.ts';
import { unlockWrites, writeLock } from './workspace/write-lock.ts';
import { decide, listWrites } from './writes.ts';

interface RouteParts {
  readonly workspace: Workspace;
  readonly records: SessionRecords;
  readonly language: ProfileLanguage;
  readonly engines: WarmEngines;
  readonly proofs: Proofs;
  readonly cases: CaseMaker;
  /** The studio has created files of the profile. */
  readonly created: (paths: readonly string[]) => void;
  /** Sends an event to all open pages. */
  readonly send: (event: StudioEvent) => void;
}

/** One handler for each operation of the protocol, with its input checked. */
export function createRoutes(parts: RouteParts): Routes {
  const { workspace, records, language, engines, proofs, cases, created, send } = parts;
  const report = (lock: WriteLock): WriteLock => {
    send({ kind: 'writes', lock });
    return lock;
  };
  return {
    project: route(operations.project, () => project(workspace)),
    changeSettings: route(operations.changeSettings, async ({ values }) => {
      await changeSettings(workspace, values);
      language.tables.forget();
      send({ kind: 'files', paths: [basename(workspace.profileFile)] });
      report(await writeLock(workspace, records));
      return {};
    }),
    board: route(operations.board, () => board(workspace, records)),
    check: route(operations.check, ({ text }) => checkText(workspace, language, text)),
    checkDatabases: route(operations.checkDatabases, ({ text }) => checkTextWithDatabases(workspace, language, text)),
    complete: route(operations.complete, (cursor) => complete(workspace, language, cursor)),
    beginEndpoint: route(operations.beginEndpoint, (given) => beginEndpoint(workspace, language, given)),
    format: route(operations.format, ({ text }) => format(workspace, language, text)),
    hover: route(operations.hover, (cursor) => hover(workspace, language, cursor)),
    columnText: route(operations.columnText, (given) => columnText(workspace, language, given)),
    definition: route(operations.definition, (cursor) => definition(workspace, language, cursor)),
    references: route(operations.references, (cursor) => references(workspace, language, cursor)),
    rename: route(operations.rename, (given) => rename(workspace, language, given)),
    read: route(operations.read, ({ path }) => readFile(workspace, path)),
    save: route(operations.save, (given) => saveFile(workspace, given)),
    overlay: route(operations.overlay, () => overlay(workspace)),
    call: route(operations.call, async (given) =>
      withPlaces(workspace, language, given.endpoint, await call({ workspace, records, engines }, given)),
    ),
    caseRequests: route(operations.caseRequests, ({ endpoint }) => caseRequests(workspace, endpoint)),
    previewCase: route(operations.previewCase, (given) => cases.preview(given.call, given.title)),
    makeCase: route(operations.makeCase, async (given) => {
      const files = await cases.make(given.call, given.title);
      created(files);
      return { files: [...files] };
    }),
    writeLock: route(operations.writeLock, () => writeLock(workspace, records)),
    unlockWrites: route(operations.unlockWrites, async ({ name }) =>
      report(await unlockWrites(workspace, records, name)),
    ),
    lockWrites: route(operations.lockWrites, async () => {
      records.unlocked = undefined;
      await proofs.stopWrites();
      await engines.stopWrites();
      return report(await writeLock(workspace, records));
    }),
    plan: route(operations.plan, ({ number }) => plan(workspace, records, number)),
    tables: route(operations.tables, () => {
      // A user who looks at the tables, or reads them again, expects the same tables in the editor.
      language.tables.forget();
      return tables(workspace);
    }),
    rows: route(operations.rows, (given) => firstRows(workspace, given)),
    suggest: route(operations.suggest, async (given) => ({ records: await suggest(workspace, engines, given) })),
    lineage: route(operations.lineage, ({ endpoint }) => lineage(workspace, endpoint)),
    proofs: route(operations.proofs, () => ({ proofs: [...proofs.list()], rerun: proofs.rerun })),
    prove: route(operations.prove, (request) => ({ run: proofs.start(request) })),
    cancelProof: route(operations.cancelProof, async () => {
      await proofs.cancel();
      return {};
    }),
    service: route(operations.service, () => runningService(records)),
    useService: route(operations.useService, async (given) => {
      const used = useService(workspace, records, given);
      report(await writeLock(workspace, records));
      return used;
    }),
    acceptAnswer: route(operations.acceptAnswer, (place) => {
      acceptAnswer(workspace, records, place);
      return {};
    }),
    rerun: route(operations.rerun, ({ on }) => {
      proofs.rerun = on;
      return {};
    }),
    writes: route(operations.writes, () => listWrites(workspace)),
    decideWrite: route(operations.decideWrite, (request) => decide(workspace, request)),
  };
}
