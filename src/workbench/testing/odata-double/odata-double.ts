/** A double of an ERP that speaks OData: its description, rows, and the rules of its vendor. */
import { createServer } from 'node:http';
import { type Members, sqliteKind } from '../../../../engine/host/index.ts';
import { valueFaults } from '../../../../engine/tools/index.ts';
import { closeServer, listenOnLoopback } from '../loopback.ts';
import { odataHandler, type PlacedService } from './handler.ts';
import { type DescribedService, type EntitySet, readService } from './model.ts';
import type { ODataRules } from './rules.ts';
import { type GivenRow, type ODataStore, openStore, quoted, type StoreOptions } from './store.ts';

/** A service of the ERP. */
export interface ServiceInput {
  /** The path of its address. */
  readonly base: string;
  /** The file of its `$metadata`. */
  readonly metadata: string;
  readonly rules?: (store: ODataStore) => ODataRules;
}

/** A record by the value of one of its members. */
export interface RecordPlace {
  readonly set: string;
  readonly member: string;
  readonly value: string;
}

export interface ODataDoubleInput extends Omit<StoreOptions, 'now'> {
  readonly services: readonly [ServiceInput, ...ServiceInput[]];
  /** Variables of the profile's settings. `url`: the address of the double, without a path. */
  readonly environment: (url: string) => Readonly<Record<string, string>>;
  /** Records by set, held against the description; or code that adds them. */
  readonly rows: Readonly<Record<string, readonly GivenRow[]>> | ((store: ODataStore) => void);
  /** Where the record of an id of a list of the contract may be, for checks that remove it. */
  readonly places?: (path: string, id: string) => readonly RecordPlace[];
}

export interface ODataDouble {
  readonly environment: Readonly<Record<string, string>>;
  readonly data: {
    readonly kind: 'tables';
    /** The kind of database. */
    readonly sql: string;
    readonly execute: (sql: string) => Promise<readonly Members[]>;
  };
  counts(): Promise<Readonly<Record<string, number>>>;
  takeOut(path: string, id: string): Promise<(() => Promise<void>) | undefined>;
  setClock(ms: number): void;
  close(): Promise<void>;
}

/** The sets of all services. Throws where two have the same name. */
function allSets(services: readonly DescribedService[]): ReadonlyMap<string, EntitySet> {
  const sets = services.flatMap((service) => [...service.sets.values()]);
  const twice = sets.find(({ name }, index) => sets.findIndex((one) => one.name === name) !== index);
  if (twice !== undefined) throw new Error(`Two services of the double have the set ${twice.name}.`);
  return new Map(sets.map((set) => [set.name, set]));
}

function addRows(
  store: ODataStore,
  sets: ReadonlyMap<string, EntitySet>,
  rows: Readonly<Record<string, readonly GivenRow[]>>,
): void {
  for (const [name, records] of Object.entries(rows)) {
    const set = sets.get(name);
    if (set === undefined) throw new Error(`The description has no set ${name}.`);
    for (const [index, record] of records.entries()) {
      const rules = {
        file: 'the description',
        protocol: 'odata',
        writing: 'json',
        hasOldTimes: false,
        hasTextNumbers: false,
      } as const;
      const [fault] = valueFaults(record, set.record, set.record, { ...rules, side: 'answer', isWhole: true });
      if (fault !== undefined) {
        const which = `${fault.missing === undefined ? '' : 'no '}${fault.path.join('.')}`;
        throw new Error(`Row ${index + 1} of ${name} has ${which}, ${fault.clause}.`);
      }
      store.insert(name, record);
    }
  }
}

/** Starts a double on a free port of the loopback interface. */
export async function odataDouble(input: ODataDoubleInput): Promise<ODataDouble> {
  let time: number | undefined;
  const services = input.services.map(({ metadata }) => readService(metadata));
  const sets = allSets(services);
  const store = openStore(sets, { ...input, now: () => time ?? Date.now() });
  const { database } = store;
  const { rows } = input;
  const placed = input.services.flatMap(({ base, rules }, index): readonly PlacedService[] => {
    const service = services[index];
    return service === undefined ? [] : [{ base, service, rules: rules?.(store) ?? {} }];
  });
  const [first, ...others] = placed;
  if (first === undefined) throw new Error('A double has a service.');
  database.transaction(() => (typeof rows === 'function' ? rows(store) : addRows(store, sets, rows)))();
  const handle = odataHandler(store, [first, ...others]);
  const server = createServer((request, response) => void handle(request, response));
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  return {
    environment: input.environment(url),
    data: {
      kind: 'tables',
      sql: sqliteKind.name,
      async execute(sql) {
        const statement = database.prepare<[], Members>(sql);
        if (statement.reader) return statement.all();
        statement.run();
        return [];
      },
    },
    async counts() {
      const count = (name: string): number =>
        Number(store.get(`SELECT count(*) AS number FROM ${store.table(name)}`)?.number);
      return Object.fromEntries([...sets.keys()].map((name) => [name, count(name)]));
    },
    async takeOut(path, id) {
      for (const { set, member, value } of input.places?.(path, id) ?? []) {
        const where = `${store.table(set)} WHERE ${quoted(member)} = ?`;
        const row = store.get(`SELECT * FROM ${where}`, value);
        if (row === undefined) continue;
        store.run(`DELETE FROM ${where}`, value);
        return async () => store.insert(set, row);
      }
      return undefined;
    },
    setClock(ms) {
      // The current time is no fixed one: it goes on.
      time = Math.abs(ms - Date.now()) < 60_000 ? undefined : ms;
    },
    async close() {
      await closeServer(server);
      database.close();
    },
  };
}
