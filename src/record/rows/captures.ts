/** The rows of all databases of a session, of which more can be read while they have not changed. */
import type { SqlSource } from '../../../engine/internal/index.ts';
import type { Database } from '../../init/model/database.ts';
import type { CapturedRows } from '../mask-rows.ts';
import type { RecordedCall } from '../session.ts';
import { createRowCapture, type RowCapture } from './capture.ts';
import { readCatalogue } from './catalogue.ts';

interface SourceCapture {
  readonly source: string;
  readonly database: Database;
  readonly rows: RowCapture;
}

export interface Captures {
  /** Adds the rows that calls have used. Rejects with `SourceError`. */
  add(calls: Iterable<RecordedCall>): Promise<void>;
  /** Adds the tables that the statements of calls name, where they are small. Returns false if no call has a statement. Rejects with `SourceError`. */
  widen(calls: Iterable<RecordedCall>): Promise<boolean>;
  rows(): readonly CapturedRows[];
}

export interface CapturesInput {
  /** By source. */
  readonly databases: ReadonlyMap<string, SqlSource>;
  readonly profileText: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Reads the catalogues: only tables that the profile names count. Rejects with `SourceError`. */
export async function openCaptures({ databases, profileText, now }: CapturesInput): Promise<Captures> {
  const words = new Set([...profileText.matchAll(/[\p{L}\p{N}_$]+/gu)].map(([word]) => word.toLowerCase()));
  const captures: SourceCapture[] = [];
  for (const [source, sql] of databases) {
    const database = await readCatalogue(sql, (table) => words.has(table.toLowerCase()), now);
    captures.push({ source, database, rows: createRowCapture(sql, database, now) });
  }
  const rowsOf = (name: string): RowCapture | undefined => captures.find(({ source }) => source === name)?.rows;
  return {
    async add(calls) {
      for (const { statements } of calls) for (const ran of statements) await rowsOf(ran.source)?.add(ran);
    },
    async widen(calls) {
      let isWider = false;
      for (const { statements } of calls)
        for (const ran of statements) {
          isWider = true;
          await rowsOf(ran.source)?.addTables(ran);
        }
      return isWider;
    },
    rows: () =>
      captures.map(({ source, database, rows }) => ({
        ...{ source, database, rows: rows.rows(), compared: rows.compared(), ordered: rows.ordered() },
      })),
  };
}
