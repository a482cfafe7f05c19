/** Open places in SQL: the columns that they name, as proposals and as texts of fixes. */
import { openPlacesIn } from '../../../../engine/host/index.ts';
import type { Path } from '../../../../engine/index.ts';
import type { ProfileView } from '../profile/view.ts';
import { type Completions, item } from '../proposals/item.ts';
import type { Range } from '../text/positions.ts';
import { namesInSql } from './statement.ts';

/**
 * The proposals inside of an open place: its candidates, then the other columns of the tables there. Each replaces the whole place. Undefined if
 * the offset `at` of the statement is in none. `start`: the offset of the statement in the file.
 */
export function openPlaceAt(
  view: ProfileView,
  path: Path,
  sql: string,
  at: number,
  start: number,
): Completions | undefined {
  const place = openPlacesIn(sql).find((one) => one.start <= at && at <= one.end);
  if (place === undefined) return undefined;
  const span = { start: start + place.start, end: start + place.end };
  const { sources } = namesInSql(view, path, sql, place.start);
  const columns = sources.flatMap(({ alias, columns: all }) => all.map(({ name }) => `${alias}.${name}`));
  const filter = sql.slice(place.start, place.end);
  const others = columns.filter((name) => !place.candidates.includes(name));
  const items = [
    ...place.candidates.map((name) => item(name, 'column', span, 0, { detail: 'likely', filter })),
    ...others.map((name) => item(name, 'column', span, 1, { filter })),
  ];
  return { items, isIncomplete: false };
}

/** The candidates of the open place at a range of the file; none if there is no open place. */
export function openPlaceAtRange({ text, lines }: ProfileView, range: Range): readonly string[] {
  const [place] = openPlacesIn(text.slice(lines.offsetAt(range.start), lines.offsetAt(range.end)));
  return place?.candidates ?? [];
}
