/** Access to the ERP of a profile's fixture: counts of its records, and records that are removed and put back. */
import { readBases } from '../../../../engine/index.ts';
import { type Declared, readDocument } from '../../../../engine/tools/index.ts';
import type { Path } from '../../../contract/types.ts';
import { readText } from '../../../service/config/environment.ts';
import type { Fixture } from '../../testing/fixture/fixture.ts';
import type { FieldSource, FixtureAccess, PutBack } from '../core/fixture-access.ts';
import { openErpData } from '../erp-data/open-data.ts';
import type { RawDatabase } from '../erp-data/raw-database.ts';
import type { ErpDouble } from './erp-double.ts';
import { leavesOf, type TraceInput, tracedFields } from './field-origins.ts';
import { type Place, placesOf, removeClaims, rowCounts, takeOut } from './fixture-rows.ts';
import type { ServiceUnderTest } from './service-under-test.ts';

export interface AccessInput {
  readonly declared: Pick<Declared, 'sources'>;
  readonly databases: Fixture['databases'];
  readonly double: ErpDouble | undefined;
  readonly service: ServiceUnderTest;
  /** The profile that the service serves. */
  readonly profile: TraceInput;
}

/** Leaves of a lineage that are values of the ERP. */
const ofErp = new Set<string>(['table column', 'answer', 'procedure']);

async function sourcesOf(profile: TraceInput, path: Path, field: string): Promise<readonly FieldSource[]> {
  const traced = await tracedFields(profile, path, [[field]]);
  const leaves = traced.flatMap(({ from }) => from.flatMap(leavesOf)).filter(({ kind }) => ofErp.has(kind));
  return [...new Map(leaves.map(({ text, column }) => [text, { text, column }])).values()];
}

/** The profile with its bases, in which the statements name tables. */
async function mergedText({ profileFile, profileName, profileText, locate }: TraceInput): Promise<string> {
  const text = profileText ?? readText(profileFile) ?? '';
  const bases = await readBases(text, profileFile, profileName, locate);
  return JSON.stringify(readDocument(text, profileName, bases).document?.value ?? '');
}

/** The access through the databases of the fixture, and through the double of an HTTP ERP where there is one. */
export function openFixtureAccess({ declared, databases, double, service, profile }: AccessInput): FixtureAccess {
  const raw = declared.sources.flatMap((source) => {
    const database = databases.get(source.name);
    return source.kind === 'sql' && database !== undefined
      ? [{ databaseKind: source.databaseKind, run: database.run }]
      : [];
  });
  return {
    ...openErpRecords(raw, double),
    data: openErpData(raw, double?.data, () => mergedText(profile)),
    sourcesOf: (path, field) => sourcesOf(profile, path, field),
    setTime(ms) {
      service.setTime(ms);
      double?.setClock?.(ms ?? Date.now());
    },
    statementCount: service.statementCount,
    async restart(memory) {
      if (memory === 'with its writes') return service.restart('same store');
      for (const database of raw) await removeClaims(database);
      await service.restart('new store');
    },
    bodyLimit: service.bodyLimit,
  };
}

/** The part of the access that concerns records. */
export type ErpRecords = Pick<FixtureAccess, 'counts' | 'remover'>;

/** Counts of the double come first; a table of the same name replaces one. A double that takes a record out comes before SQL. */
export function openErpRecords(databases: readonly RawDatabase[], double: ErpDouble | undefined): ErpRecords {
  return {
    async counts() {
      const ofDouble = await double?.counts?.();
      if (databases.length === 0 && ofDouble === undefined) return undefined;
      const tables = [];
      for (const database of databases) tables.push(await rowCounts(database));
      return Object.assign({}, ofDouble, ...tables);
    },
    async remover(path, ids, isGone) {
      // A double over a database returns nothing for records that are rows of the database.
      const byDouble = double?.takeOut;
      const putBack = await byDouble?.(path, ids[0] ?? '');
      if (byDouble !== undefined && putBack !== undefined) {
        await putBack();
        return async (id) =>
          (await byDouble(path, id)) ?? Promise.reject(new Error(`the double cannot take out ${id}`));
      }
      for (const database of databases) {
        for (const place of await placesOf(database, ids))
          if (await holdsRecords(database, place, ids[0] ?? '', isGone)) return (id) => takeOut(database, place, id);
      }
      return undefined;
    },
  };
}

/** Tries a place with one record, which is put back. False where the service cannot answer without the row: then it is not only a record of the list. */
async function holdsRecords(
  database: RawDatabase,
  place: Place,
  id: string,
  isGone: (id: string) => Promise<boolean>,
): Promise<boolean> {
  let putBack: PutBack;
  try {
    putBack = await takeOut(database, place, id);
  } catch {
    return false;
  }
  try {
    return await isGone(id);
  } catch {
    return false;
  } finally {
    await putBack();
  }
}
