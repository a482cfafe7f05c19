/** All operations of the studio by name. */
import { z } from 'zod';
import { callResultSchema } from './call.ts';
import { lineageSchema, tableRowsSchema, tablesSchema } from './data.ts';
import { openedFileSchema, overlaySchema, savedFileSchema } from './files.ts';
import { findingSchema } from './findings.ts';
import { operation } from './operation.ts';
import { boardSchema, projectSchema } from './project.ts';

const nothing = z.strictObject({});

export const operations = {
  /** The profile and the contract. */
  project: operation('project', nothing, projectSchema),
  /** How each endpoint is provided, with findings. */
  board: operation('board', nothing, boardSchema),
  /** Findings, as of `engine check`. `text`: that of the profile where it is not saved yet; `connect`: also against the databases. */
  check: operation(
    'check',
    z.strictObject({ text: z.string().optional(), connect: z.boolean() }),
    z.strictObject({ findings: z.array(findingSchema) }),
  ),
  read: operation('read', z.strictObject({ path: z.string() }), openedFileSchema),
  /** `version`: that of the text that was read; null creates a file. */
  save: operation(
    'save',
    z.strictObject({ path: z.string(), text: z.string(), version: z.string().nullable() }),
    savedFileSchema,
  ),
  /** The profile merged with its bases. */
  overlay: operation('overlay', nothing, overlaySchema),
  /** `body`: JSON, so that numbers keep their digits. `rehearse` is the mode of all writes. */
  call: operation('call', z.strictObject({ endpoint: z.string(), body: z.string() }), callResultSchema),
  /** The plan of the database for a statement of the last call. */
  plan: operation('plan', z.strictObject({ number: z.int() }), tableRowsSchema),
  tables: operation('tables', nothing, tablesSchema),
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
} as const;

export type OperationName = keyof typeof operations;

/** A failed operation: `error` is a sentence for people. */
export const failureSchema = z.strictObject({ error: z.string() });
