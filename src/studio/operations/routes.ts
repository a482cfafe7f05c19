/** All operations with their functions. */
import { operations } from '../protocol/operations.ts';
import type { SessionRecords } from '../workspace/session-records.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { board } from './board.ts';
import { call } from './call.ts';
import { check } from './check.ts';
import { firstRows, plan, tables } from './data.ts';
import { overlay, readFile, saveFile } from './files.ts';
import { lineage } from './lineage.ts';
import { project } from './project.ts';
import { type Routes, route } from './route.ts';
import { suggest } from './suggest.ts';

export function createRoutes(workspace: Workspace, records: SessionRecords): Routes {
  return {
    project: route(operations.project, () => project(workspace)),
    board: route(operations.board, () => board(workspace, records)),
    check: route(operations.check, async ({ text, connect }) => ({ findings: await check(workspace, text, connect) })),
    read: route(operations.read, ({ path }) => readFile(workspace, path)),
    save: route(operations.save, (given) => saveFile(workspace, given)),
    overlay: route(operations.overlay, () => overlay(workspace)),
    call: route(operations.call, (given) => call(workspace, records, given)),
    plan: route(operations.plan, ({ number }) => plan(workspace, records, number)),
    tables: route(operations.tables, () => tables(workspace)),
    rows: route(operations.rows, (given) => firstRows(workspace, given)),
    suggest: route(operations.suggest, async ({ kind, query }) => ({ records: await suggest(workspace, kind, query) })),
    lineage: route(operations.lineage, ({ endpoint }) => lineage(workspace, endpoint)),
  };
}
