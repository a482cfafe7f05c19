/** The lock of a profile: a YAML file with the ERP's tables at a point in time. */

import { Document, isMap, isSeq, parse, visit } from 'yaml';
import { z } from 'zod';
import { compareTexts } from '../../base/compare.ts';
import type { TableShape } from './tables.ts';

const names = z.array(z.string());

const table = z.strictObject({
  /** Columns that the profile uses. */
  columns: z.record(z.string(), z.strictObject({ type: z.string(), nullable: z.boolean() })),
  /** All other columns. */
  others: names,
  /** Columns that need a value in a new row. */
  required: names,
  key: names,
  unique: z.array(names),
});

const database = z.strictObject({ sql: z.string(), tables: z.record(z.string(), table) });

/** Types of a member of the rows, by path. */
const answer = z.record(z.string(), z.string());

/** HTTP sources, by read. */
const service = z.strictObject({
  answers: z.record(z.string(), answer),
  /** Members of the installation (`own`) by the type that has them, as the ERP describes them. Missing where it describes nothing. */
  own: z.record(z.string(), z.record(z.string(), z.string())).optional(),
});

const lock = z.strictObject({
  lock: z.literal(1),
  /** The facts of the ERP. */
  facts: z.record(z.string(), z.boolean()),
  sources: z.record(z.string(), z.union([database, service])),
});

export type Lock = z.infer<typeof lock>;
export type LockedTable = z.infer<typeof table>;
export type LockedAnswer = z.infer<typeof answer>;
export type LockedMembers = NonNullable<z.infer<typeof service>['own']>;

/** Sorted by code points: the same on every machine. */

/** A record whose keys are in the order of their names, so that a lock changes only where the ERP does. */
export const sorted = <T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> =>
  Object.fromEntries([...entries].sort(([one], [other]) => compareTexts(one, other)));

/** The locked form of a table. `touched`: names of used columns in lower case. */
export function lockedTable({ columns, key, unique }: TableShape, touched: ReadonlySet<string>): LockedTable {
  const isUsed = ({ name }: { readonly name: string }): boolean => touched.has(name.toLowerCase());
  const listed = (wanted: TableShape['columns']): string[] => wanted.map(({ name }) => name).sort(compareTexts);
  return {
    columns: sorted(columns.filter(isUsed).map(({ name, type, nullable }) => [name, { type, nullable }])),
    others: listed(columns.filter((one) => !isUsed(one))),
    required: listed(columns.filter(({ nullable, filled }) => !nullable && !filled)),
    key: [...key],
    unique: unique.map((set) => [...set]),
  };
}

/** The text of the file: one line for each column, so that line diffs show changes. */
export function lockText(content: Lock, profile: string): string {
  const document = new Document(content);
  document.commentBefore = [
    ` Tables, columns and answers of the ERP that ${profile} rests on, written by \`engine drift --lock\`.`,
    ' `engine drift` compares the ERP with it. Keep it under version control next to the profile.',
  ].join('\n');
  visit(document, {
    Map: (_key, node, path) => {
      const isColumn = path.filter(isMap).length === 6;
      if (isColumn || node.items.length === 0) node.flow = true;
    },
    Seq: (_key, node) => {
      if (isSeq(node)) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}

type ReadLock =
  | { readonly ok: true; readonly lock: Lock }
  /** Why the text is invalid, without a full stop. */
  | { readonly ok: false; readonly reason: string };

/** Parses a lock. Never throws. */
export function readLock(text: string): ReadLock {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    return {
      ok: false,
      reason: error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/:$/, '') : 'it is no YAML',
    };
  }
  const read = lock.safeParse(value);
  if (read.success) return { ok: true, lock: read.data };
  const [issue] = read.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  return { ok: false, reason: `${where}${issue?.message ?? 'it is no lock'}` };
}
