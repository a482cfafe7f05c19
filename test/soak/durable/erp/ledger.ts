/** The documents of the scripted ERP, in an SQLite file, and every request that had an effect on them. */
import Database from 'better-sqlite3';
import type { Operation } from './behaviour.ts';

export interface ErpDocument {
  readonly id: string;
  /** The key as it was given. */
  readonly key: string;
  /** How often the second step was done: a document is complete at 1. */
  readonly posted: number;
}

/** What a person sees who looks at the ERP's own database, whether it runs or not. */
export interface Ledger {
  /** Documents whose key is this one to a database that folds case, oldest first. */
  like(key: string): readonly ErpDocument[];
  all(): readonly ErpDocument[];
  /** Requests that came, of one key and kind, effect or not. */
  arrivals(key: string, operation: Operation): number;
  close(): void;
}

interface WritableLedger extends Ledger {
  create(key: string): ErpDocument;
  /** Undefined where there is no such document. */
  post(id: string): ErpDocument | undefined;
  /** Removes a document that is not posted. */
  remove(id: string): void;
  byId(id: string): ErpDocument | undefined;
  arrived(key: string, operation: Operation): void;
}

const schema = `
  create table if not exists document (
    id integer primary key autoincrement, key text not null collate nocase, posted integer not null default 0
  );
  create index if not exists document_key on document (key);
  create table if not exists arrival (
    key text not null, operation text not null, count integer not null, primary key (key, operation)
  ) without rowid;
`;

const columns = `'D-' || id as id, key, posted`;

/** Opens the ledger, or makes it. What is committed outlives the process; a power cut is none of its concerns. */
export function openLedger(file: string): WritableLedger {
  const database = new Database(file, { timeout: 10_000 });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = OFF');
  database.exec(schema);
  const insert = database.prepare<[string], ErpDocument>(`insert into document (key) values (?) returning ${columns}`);
  const post = database.prepare<[string], ErpDocument>(
    `update document set posted = posted + 1 where id = cast(substr(?, 3) as integer) returning ${columns}`,
  );
  const remove = database.prepare<[string]>(
    'delete from document where id = cast(substr(?, 3) as integer) and posted = 0',
  );
  const byId = database.prepare<[string], ErpDocument>(
    `select ${columns} from document where id = cast(substr(?, 3) as integer)`,
  );
  const like = database.prepare<[string], ErpDocument>(
    `select ${columns} from document where key = ? order by document.id`,
  );
  const all = database.prepare<[], ErpDocument>(`select ${columns} from document order by document.id`);
  const arrive = database.prepare(
    'insert into arrival values (?, ?, 1) on conflict (key, operation) do update set count = count + 1',
  );
  const count = database.prepare<[string, string], { readonly count: number }>(
    'select count from arrival where key = ? and operation = ?',
  );
  return {
    like: (key) => like.all(key),
    all: () => all.all(),
    arrivals: (key, operation) => count.get(key, operation)?.count ?? 0,
    create(key) {
      const made = insert.get(key);
      if (made === undefined) throw new Error('The document was not made.');
      return made;
    },
    post: (id) => post.get(id),
    remove: (id) => void remove.run(id),
    byId: (id) => byId.get(id),
    arrived: (key, operation) => void arrive.run(key, operation),
    close: () => void database.close(),
  };
}
