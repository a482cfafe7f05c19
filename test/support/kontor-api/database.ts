/** The database behind Kontor's API: the demo fixture in memory, with what the API needs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Temporal } from 'temporal-polyfill';

const fixture = join(import.meta.dirname, '../../../profiles/demo/fixture');
/** The ERP's time zone. */
const zone = 'Europe/Berlin';

const instants = new Map<string, string>();

/**
 * A local time as an instant; of an ambiguous local time, the earlier instant. The results are cached, because a list
 * converts thousands.
 */
function toUtc(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const cachedInstant = instants.get(value);
  if (cachedInstant !== undefined) return cachedInstant;
  const instant = Temporal.PlainDateTime.from(value.replace(' ', 'T'))
    .toZonedDateTime(zone)
    .toInstant()
    .toString({ fractionalSecondDigits: 3 });
  instants.set(value, instant);
  return instant;
}

export interface OfficeClock {
  /** `YYYY-MM-DD HH:MM:SS.mmm` */
  readonly time: () => string;
  readonly today: () => string;
}

/** The local time; `now` returns milliseconds since the epoch. */
export function officeClock(now: () => number): OfficeClock {
  const shown = () => Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(zone).toPlainDateTime();
  return {
    time: () => shown().toString({ fractionalSecondDigits: 3 }).replace('T', ' '),
    today: () => shown().toPlainDate().toString(),
  };
}

/** Opens a separate database for each API. `file`: the file to store it in, instead of in memory. */
export function openKontor(file = ':memory:'): Database.Database {
  const database = new Database(file);
  database.pragma('foreign_keys = on');
  database.function('to_utc', { deterministic: true }, toUtc);
  const isNew = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'customer'").get() === undefined;
  if (isNew) {
    database.transaction(() => {
      for (const name of ['schema.sql', 'data.sql']) database.exec(readFileSync(join(fixture, name), 'utf8'));
      database.exec('CREATE TABLE api_draft (invoice_id INTEGER PRIMARY KEY, ref VARCHAR(35) NOT NULL)');
    })();
  }
  return database;
}
