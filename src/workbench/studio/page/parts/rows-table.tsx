/** Rows as a table. */
import type { ShownRows } from '../../../operations/protocol/call.ts';
import { Scrolled } from './scrolled-text.tsx';
import { TableHead } from './table-head.tsx';

interface RowsTableInput {
  readonly label: string;
  readonly rows: ShownRows;
  /** Columns that are highlighted. */
  readonly marked?: ReadonlySet<string>;
}

/** A table of the rows, then the number of rows that are not shown. `null` stands for SQL NULL. */
export function RowsTable({ label, rows, marked }: RowsTableInput) {
  if (rows.count === 0) return <p class="quiet small">No rows.</p>;
  const more = rows.count - rows.rows.length;
  return (
    <>
      <Scrolled label={label} class="scroll panel">
        <table class="grid">
          <TableHead names={rows.columns} />
          <tbody>
            {rows.rows.map((cells, index) => (
              <tr key={index}>
                {cells.map((cell, at) => (
                  <Cell key={rows.columns[at]} value={cell} isMarked={marked?.has(rows.columns[at] ?? '') === true} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      {more > 0 && <p class="quiet small">{more} more rows are not shown.</p>}
    </>
  );
}

function Cell({ value, isMarked }: { readonly value: string | null; readonly isMarked: boolean }) {
  if (value === null) return <td class="none">null</td>;
  return (
    <td class={isMarked ? 'changed' : ''} dir="auto" title={value.length > 40 ? value : undefined}>
      {value}
    </td>
  );
}

/** Values before and after a step, one line for each. */
export function ChangesTable({
  label,
  heads,
  values,
}: {
  readonly label: string;
  /** Of the two columns of values. */
  readonly heads: readonly [string, string];
  readonly values: readonly { readonly name: string; readonly before: string | null; readonly after: string | null }[];
}) {
  return (
    <Scrolled label={label} class="scroll panel">
      <table class="grid" aria-label={label}>
        <TableHead names={['Field', ...heads]} />
        <tbody>
          {values.map(({ name, before, after }) => (
            <tr key={name}>
              <td>{name}</td>
              {before === null ? (
                <td class="none">null</td>
              ) : (
                <td dir="auto" title={before}>
                  {before}
                </td>
              )}
              {after === null ? (
                <td class="none">left out</td>
              ) : (
                <td class={after === before ? '' : 'changed'} dir="auto" title={after}>
                  {after}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
