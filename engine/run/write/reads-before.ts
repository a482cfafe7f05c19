/** What a transaction reads before its steps: documents with its key, records that the request names, and what `prepare` reads. */
import type { QueryPlan } from '../../plan/query.ts';
import type { ReadPlan } from '../../plan/read.ts';
import type { RowProcessing } from '../../plan/row-processing.ts';
import type { TransactionWrite } from '../../plan/write.ts';
import type { WorkRow } from '../../shape/encode.ts';
import type { RunContext } from '../context/context.ts';
import { findDocuments, type LookupKey } from './find-document.ts';
import { unknownRecords } from './required-records.ts';
import { prepare } from './sql-steps.ts';

/** The reads, which are under way. */
export interface ReadsBefore {
  /** The documents with the key. */
  readonly documents: Promise<readonly WorkRow[]>;
  /** Fields of the request whose records the ERP does not have. */
  readonly unknown: Promise<readonly string[]>;
  /** The context with the results of `prepare`; undefined if they wait for the others: they may have effects. */
  readonly prepared: Promise<RunContext> | undefined;
}

/** Whether a read runs statements of this source and nothing else, and these have no effect. */
export function onlyReads({ rows, processing }: ReadPlan, source: string): boolean {
  const isRead = (query: QueryPlan): boolean => query.source === source && query.onlyReads === true;
  const isProcessing = ({ attach, each }: RowProcessing): boolean =>
    each.length === 0 &&
    attach.every((one) => one.read.kind === 'query' && isRead(one.read.query) && isProcessing(one.processing));
  if (!isProcessing(processing)) return false;
  if (rows.kind === 'expression') return true;
  return rows.branches.every(
    (branch) => branch.kind === 'query' && isRead(branch.query) && isProcessing(branch.processing),
  );
}

/** Requests what shows whether the key has a document and whether the records exist, together: a database can answer both in one round trip. */
export function readBefore(
  plan: Parameters<typeof unknownRecords>[0],
  write: TransactionWrite,
  key: LookupKey,
  context: RunContext,
): ReadsBefore {
  const documents = findDocuments(write.find, key, false, context);
  return { documents, unknown: unknownRecords(plan, context), prepared: undefined };
}

/**
 * The same with `prepare`, before it is known whether the key has a document. `onFailure` is called if one of the reads fails: it may have no
 * part in the answer.
 */
export function readEarly(
  write: TransactionWrite,
  reads: ReadsBefore,
  context: RunContext,
  onFailure: () => void,
): ReadsBefore {
  const hasNoEffect = write.prepare.every(({ read }) => onlyReads(read, write.source));
  const prepared = hasNoEffect ? prepare(write.prepare, context) : undefined;
  for (const read of [reads.documents, reads.unknown, prepared]) read?.catch(onFailure);
  return { ...reads, prepared };
}
