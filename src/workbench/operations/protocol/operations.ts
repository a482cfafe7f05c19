/** All operations of the studio by name. */
import { z } from 'zod';
import { callResultSchema } from './call.ts';
import { lineageSchema, tableRowsSchema, tablesSchema } from './data.ts';
import { openedFileSchema, overlaySchema, savedFileSchema } from './files.ts';
import {
  begunEndpointSchema,
  checkedSchema,
  cursorSchema,
  definitionsSchema,
  formattedSchema,
  hoverSchema,
  proposalsSchema,
} from './language.ts';
import { casePreviewSchema, caseRequestSchema, caseRequestsSchema, madeCaseSchema } from './make-case.ts';
import { referencesSchema, renamedSchema, renameSchema } from './names.ts';
import { operation } from './operation.ts';
import { boardSchema, projectSchema } from './project.ts';
import { proofRequestSchema, proofsSchema } from './proof.ts';
import { runningServiceSchema, useServiceSchema } from './running-service.ts';
import { writeLockSchema } from './write-lock.ts';
import { decidedSchema, decisionSchema, writeListSchema } from './writes.ts';

const noMembers = z.strictObject({});

export const operations = {
  /** The profile and the contract. */
  project: operation('project', noMembers, projectSchema),
  /** Values of settings for the session, by environment variable; null takes one back. */
  changeSettings: operation(
    'changeSettings',
    z.strictObject({ values: z.record(z.string(), z.string().nullable()) }),
    noMembers,
  ),
  /** How each endpoint is provided, with findings. */
  board: operation('board', noMembers, boardSchema),
  /** Findings of `engine check` about a text of the profile, with their cures, and highlighting. */
  check: operation('check', z.strictObject({ text: z.string() }), checkedSchema),
  /** Findings of `engine check --connect` about a text of the profile: the databases describe its statements. */
  checkDatabases: operation(
    'checkDatabases',
    z.strictObject({ text: z.string() }),
    checkedSchema.pick({ findings: true }),
  ),
  /** The proposals at a place of the profile. */
  complete: operation('complete', cursorSchema, proposalsSchema),
  /** The first lines of an endpoint that a text of the profile does not have. */
  beginEndpoint: operation(
    'beginEndpoint',
    z.strictObject({ text: z.string(), endpoint: z.string() }),
    begunEndpointSchema,
  ),
  /** The changes of white space that give a text of the profile the house style. */
  format: operation('format', z.strictObject({ text: z.string() }), formattedSchema),
  hover: operation('hover', cursorSchema, hoverSchema),
  /** How the statement at a place of the profile names a column. */
  columnText: operation(
    'columnText',
    z.strictObject({ ...cursorSchema.shape, table: z.string(), column: z.string() }),
    z.strictObject({ text: z.string() }),
  ),
  definition: operation('definition', cursorSchema, definitionsSchema),
  /** The declaration and all uses of the name at a place of the profile. */
  references: operation('references', cursorSchema, referencesSchema),
  /** Gives this name another one, in all files of the profile. */
  rename: operation('rename', renameSchema, renamedSchema),
  read: operation('read', z.strictObject({ path: z.string() }), openedFileSchema),
  /** `version`: that of the text that was read; null creates a file. */
  save: operation(
    'save',
    z.strictObject({ path: z.string(), text: z.string(), version: z.string().nullable() }),
    savedFileSchema,
  ),
  /** The profile merged with its bases. */
  overlay: operation('overlay', noMembers, overlaySchema),
  /** `body`: JSON, so that numbers keep their digits. `write`: a write changes the ERP, which has to be unlocked; otherwise it is rehearsed. `fixture`: over the rows of the fixture. */
  call: operation(
    'call',
    z.strictObject({
      endpoint: z.string(),
      body: z.string(),
      write: z.boolean().optional(),
      fixture: z.boolean().optional(),
    }),
    callResultSchema,
  ),
  /** The requests of the cases of an endpoint. */
  caseRequests: operation('caseRequests', z.strictObject({ endpoint: z.string() }), caseRequestsSchema),
  /** What a case of a call would be, with invented values. Writes nothing. */
  previewCase: operation('previewCase', caseRequestSchema, casePreviewSchema),
  /** Writes the case as `previewCase` shows it. Overwrites nothing. */
  makeCase: operation('makeCase', z.strictObject({ call: z.int(), title: z.string().max(150) }), madeCaseSchema),
  /** Whether writes may reach the ERP in this session. */
  writeLock: operation('writeLock', noMembers, writeLockSchema),
  /** `name`: of the profile, as the person has typed it. */
  unlockWrites: operation('unlockWrites', z.strictObject({ name: z.string() }), writeLockSchema),
  lockWrites: operation('lockWrites', noMembers, writeLockSchema),
  /** The plan of the database for a statement of the last call. */
  plan: operation('plan', z.strictObject({ number: z.int() }), tableRowsSchema),
  tables: operation('tables', noMembers, tablesSchema),
  /** The first rows of a table; `masked`: with placeholders for letters and digits. */
  rows: operation(
    'rows',
    z.strictObject({ source: z.string(), table: z.string(), masked: z.boolean() }),
    tableRowsSchema,
  ),
  /** Records of the ERP of a kind, such as `customer`, for a form. */
  suggest: operation(
    'suggest',
    z.strictObject({ kind: z.string(), query: z.string() }),
    z.strictObject({ records: z.array(z.strictObject({ value: z.string(), label: z.string() })) }),
  ),
  lineage: operation('lineage', z.strictObject({ endpoint: z.string() }), lineageSchema),
  proofs: operation('proofs', noMembers, proofsSchema),
  /** Starts a run, and ends the one in progress. Its results are events. */
  prove: operation('prove', proofRequestSchema, z.strictObject({ run: z.int() })),
  cancelProof: operation('cancelProof', noMembers, noMembers),
  /** The running service that the sandbox can check. */
  service: operation('service', noMembers, runningServiceSchema),
  /** Takes the address and the keys of a running service, or forgets them. Another service locks writes. */
  useService: operation('useService', useServiceSchema, runningServiceSchema),
  /** Writes the answer that a case received in the last run of the cases into the case, as `engine test --update`. */
  acceptAnswer: operation('acceptAnswer', z.strictObject({ file: z.string(), line: z.int() }), noMembers),
  /** Whether a saved file starts the last run again. */
  rerun: operation('rerun', z.strictObject({ on: z.boolean() }), noMembers),
  /** The newest writes into the ERP, those that are held or in doubt first. */
  writes: operation('writes', noMembers, writeListSchema),
  decideWrite: operation('decideWrite', decisionSchema, decidedSchema),
} as const;

export type OperationName = keyof typeof operations;

/** A failed operation: `error` is a sentence for people. */
export const failureSchema = z.strictObject({ error: z.string() });
