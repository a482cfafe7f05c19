/** Columns that the tables of a statement do not have, by the known tables: all of a statement, while a database reports the first one only. */
import { closest } from '../../../../engine/host/index.ts';
import { codes } from '../../../../engine/tools/index.ts';
import { languageAt } from '../profile/embedded.ts';
import { kindOf, type ProfileView, sourceOf, tablesOf } from '../profile/view.ts';
import type { FileFinding } from '../workspace/findings.ts';
import { qualifiedColumns } from './local-names.ts';

/** Columns that databases have without declaring them. */
const undeclared = /^(?:rowid|_rowid_|oid|ctid|tableoid|x(?:min|max)|c(?:min|max)|\{.*)$/i;

/** Warnings: tables that were saved or read some time ago may have been changed since then. */
export function unknownColumns(view: ProfileView): readonly FileFinding[] {
  return view.entries.flatMap(({ path, value, style }): readonly FileFinding[] => {
    if (style === 'none' || style === 'map' || style === 'list' || languageAt(view, path) !== 'sql') return [];
    const source = sourceOf(view, path);
    const [tables, kind] = [tablesOf(view, source), kindOf(view, source)];
    if (tables === undefined || kind === undefined) return [];
    const sql = view.text.slice(value.start, value.end);
    return qualifiedColumns(sql, kind.dialect.lexicon).flatMap(
      ({ table: tableName, column }): readonly FileFinding[] => {
        const table = tables.find(tableName);
        // A table of another schema may have the same last name.
        if (table === undefined || table.name.split('.').length < tableName.split('.').length) return [];
        const names = table.columns.map(({ name }) => name);
        const isKnown = names.some((name) => name.toLowerCase() === column.text.toLowerCase());
        if (isKnown || undeclared.test(column.text)) return [];
        const near = closest(column.text, names);
        const isQuoted = column.end - column.start > column.text.length ? 1 : 0;
        const place = { start: value.start + column.start + isQuoted, end: value.start + column.end - isQuoted };
        return [
          {
            ...{ file: view.file, range: view.lines.rangeOf(place), code: 'SQL406', title: codes.SQL406.title },
            severity: 'warning',
            message: `The table "${table.name}" has no column "${column.text}", as far as its columns are known.`,
            hint: near === undefined ? 'Correct the name.' : `Did you mean "${near}"?`,
            ...{ coordinate: undefined, replacement: near, related: [] },
          },
        ];
      },
    );
  });
}
