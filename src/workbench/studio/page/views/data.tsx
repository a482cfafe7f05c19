/** Tables of the ERP's databases: search by name, columns, keys and first rows. */
import { useMemo, useState } from 'preact/hooks';
import type { ShownTable } from '../../../operations/protocol/data.ts';
import { operations } from '../../../operations/protocol/operations.ts';
import { call } from '../api.ts';
import { profileCursor } from '../insertion.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FindingList } from '../parts/findings.tsx';
import { RowsTable } from '../parts/rows-table.tsx';
import { Loaded } from '../parts/status.tsx';
import { TableHead } from '../parts/table-head.tsx';
import { WindowedList } from '../parts/windowed-list.tsx';
import { useResource } from '../resource.ts';
import { go, linkBack } from '../route.ts';

/** Tables whose name, or one of whose columns, contains all words of the search. Hits in the name come first. */
function matching(tables: readonly ShownTable[], search: string): readonly ShownTable[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return tables;
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const named = tables.filter(({ name }) => has(name));
  const byColumn = tables.filter(
    (table) => !named.includes(table) && has([table.name, ...table.columns.map(({ name }) => name)].join(' ')),
  );
  return [...named, ...byColumn];
}

/** All tables with a search, and the picked one with its columns and rows. `params`: `source` and `table` of the address. */
export function TablesView({ params }: { readonly params: URLSearchParams }) {
  const resource = useResource(() => call(operations.tables, {}), 'tables');
  return (
    <div class="data">
      <div class="view-head">
        <h2>Data</h2>
        <button type="button" class="plain small spread" onClick={resource.reload}>
          Read again
        </button>
      </div>
      <Loaded resource={resource}>
        {({ tables, findings }) =>
          findings.length > 0 ? (
            <div class="panel">
              <FindingList findings={findings} />
            </div>
          ) : (
            <Tables {...{ tables, params }} />
          )
        }
      </Loaded>
    </div>
  );
}

function Tables({ tables, params }: { readonly tables: readonly ShownTable[]; readonly params: URLSearchParams }) {
  const [search, setSearch] = useState('');
  const matchingTables = useMemo(() => matching(tables, search), [tables, search]);
  const [source, name] = [params.get('source'), params.get('table')];
  const table = tables.find((one) => one.source === source && one.name === name) ?? matchingTables[0];
  const severalSources = new Set(tables.map((one) => one.source)).size > 1;
  return (
    <div class="data-columns">
      <section class="panel tables" aria-label="Tables">
        <input
          type="search"
          aria-label="Search tables and columns"
          placeholder="Search tables and columns"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <p class="quiet small">
          {matchingTables.length} of {tables.length} tables
        </p>
        <WindowedList
          label="Tables"
          items={matchingTables}
          itemKey={(one) => `${one.source} ${one.name}`}
          isCurrent={(one) => one === table}
          onPick={(one) => go('data', { source: one.source, table: one.name })}
          render={(one) => (
            <>
              <code>{one.name}</code>
              <span class="quiet small spread">
                {severalSources ? one.source : `${one.isView ? 'view, ' : ''}${one.columns.length} columns`}
              </span>
            </>
          )}
        />
      </section>
      {table === undefined ? (
        <p class="empty">
          {tables.length === 0
            ? 'The profile has no database with tables. An ERP over HTTP is shown by its calls and in Lineage.'
            : 'No table has this name.'}
        </p>
      ) : (
        <TableOf key={`${table.source} ${table.name}`} table={table} />
      )}
    </div>
  );
}

function TableOf({ table }: { readonly table: ShownTable }) {
  const [masked, setMasked] = useState(true);
  const { source, name } = table;
  const rows = useResource(() => call(operations.rows, { source, table: name, masked }), String(masked));
  const foreignKeyOf = (column: string): string | undefined => {
    const foreign = table.foreignKeys.find(({ columns }) => columns.includes(column));
    return foreign && `${foreign.table}.${foreign.references[foreign.columns.indexOf(column)] ?? '?'}`;
  };
  return (
    <section class="stack" aria-label={`Table ${name}`}>
      <div class="panel answer">
        <h3 class="mono">{name}</h3>
        <div class="scroll columns">
          <table class="grid" aria-label={`Columns of ${name}`}>
            <TableHead names={['Column', 'Type', 'Key', 'Refers to']} hasActions />
            <tbody>
              {table.columns.map((column) => (
                <tr key={column.name}>
                  <td>{column.name}</td>
                  <td class="quiet">
                    {column.type}
                    {column.required ? ' not null' : ''}
                  </td>
                  <td>{table.primaryKey.includes(column.name) ? 'primary' : ''}</td>
                  <td>{foreignKeyOf(column.name)}</td>
                  <td class="actions">
                    <CopyButton text={`${name}.${column.name}`} what={`${name}.${column.name}`} />
                    <InsertButton table={name} column={column.name} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <div class="panel answer">
        <div class="row">
          <h3>First rows</h3>
          <label class="row small spread">
            <input
              type="checkbox"
              checked={masked}
              onChange={({ currentTarget }) => setMasked(currentTarget.checked)}
            />
            Masked: x for letters, 9 for digits
          </label>
        </div>
        <Loaded resource={rows}>
          {(value) =>
            value.rows === undefined ? (
              <p>{value.error}</p>
            ) : (
              <RowsTable label={`First rows of ${name}`} rows={value.rows} />
            )
          }
        </Loaded>
      </div>
    </section>
  );
}

/** Inserts a column into the query at the cursor of the view Profile, named as that query names it. */
function InsertButton({ table, column }: { readonly table: string; readonly column: string }) {
  const isPossible = profileCursor() !== undefined;
  const [isAsked, setAsked] = useState(false);
  const insert = async (): Promise<void> => {
    const cursor = profileCursor();
    if (cursor === undefined) return;
    const { text, at } = cursor;
    setAsked(true);
    try {
      cursor.insert((await call(operations.columnText, { text, at, table, column })).text);
      location.hash = linkBack('profile');
    } finally {
      setAsked(false);
    }
  };
  return (
    <button
      type="button"
      class="plain small"
      disabled={!isPossible || isAsked}
      title={isPossible ? undefined : 'Open the view Profile first, and set the cursor in a query.'}
      onClick={insert}
    >
      Insert
      <span class="hidden">
        {' '}
        {table}.{column} into the query
      </span>
    </button>
  );
}
