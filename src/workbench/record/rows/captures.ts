/** The rows of all databases of a session, of which more can be read while they have not changed. */

import type { SqlSource } from '../../../../engine/host/index.ts';
import type { Bases } from '../../../../engine/index.ts';
import { declaredSettings, type RanStatement } from '../../../../engine/tools/index.ts';
import type { ProfileInput } from '../../../service/lifecycle/load-profile.ts';
import type { Database } from '../../init/model/database.ts';
import type { CutRows } from '../../init/sample/row-collector.ts';
import { createRowCapture, type RowCapture } from './capture.ts';
import { readCatalogue } from './catalogue.ts';

/** The captured rows of one source. */
export interface CapturedRows {
  readonly source: string;
  readonly database: Database;
  readonly rows: CutRows;
  /** Columns that statements compare, as `table.column` in lower case. */
  readonly compared: ReadonlySet<string>;
  /** Names of columns that decide about an order, in lower case. */
  readonly ordered: ReadonlySet<string>;
}

/** What a call has run. */
interface RanCall {
  readonly statements: readonly RanStatement[];
}

interface SourceCapture {
  readonly source: string;
  readonly database: Database;
  readonly rows: RowCapture;
}

export interface Captures {
  /** Adds the rows that calls have used. Rejects with `SourceError`. */
  add(calls: Iterable<RanCall>): Promise<void>;
  /** Adds the tables that the statements of calls name, where they are small. Returns false if no call has a statement. Rejects with `SourceError`. */
  widen(calls: Iterable<RanCall>): Promise<boolean>;
  rows(): readonly CapturedRows[];
}

interface CapturesInput {
  /** By source. */
  readonly databases: ReadonlyMap<string, SqlSource>;
  readonly profile: Pick<ProfileInput, 'environment'>;
  readonly profileText: string;
  readonly bases: Bases;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Whether a profile names a table: by its name, or by its name behind the value of a setting, such as a prefix. */
function namesTable({ profile, profileText, bases }: CapturesInput): (table: string) => boolean {
  const text = profileText.toLowerCase();
  const words = new Set([...text.matchAll(/[\p{L}\p{N}_$]+/gu)].map(([word]) => word));
  // A quoted name can have hyphens and blanks.
  const hasName = (name: string): boolean =>
    words.has(name) ||
    (/[^\p{L}\p{N}_$]/u.test(name) && ['"', '`', '[', '.'].some((sign) => text.includes(sign + name)));
  const values = (declaredSettings(profileText, profile.environment, bases) ?? []).flatMap(
    ({ type, secret, env, default: given }) => {
      const value = profile.environment[env ?? ''] ?? given;
      return type === 'text' && !secret && typeof value === 'string' && value !== '' ? [value.toLowerCase()] : [];
    },
  );
  return (table) => {
    const name = table.toLowerCase();
    return hasName(name) || values.some((value) => name.startsWith(value) && hasName(name.slice(value.length)));
  };
}

/** Reads the catalogues: only tables that the profile names count. Rejects with `SourceError`. */
export async function openCaptures(input: CapturesInput): Promise<Captures> {
  const { databases, now } = input;
  const isNamed = namesTable(input);
  const captures: SourceCapture[] = [];
  for (const [source, sql] of databases) {
    const database = await readCatalogue(sql, isNamed, now);
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
