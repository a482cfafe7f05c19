/** Two texts side by side. */
import type { ShownComparedLine } from '../../../operations/protocol/proof.ts';
import { Scrolled } from './scrolled-text.tsx';
import { TableHead } from './table-head.tsx';

interface CompareInput {
  /** Of the two columns. */
  readonly heads: readonly [string, string];
  readonly lines: readonly ShownComparedLine[];
}

/** A table of two columns with a row for each compared line. A line of one text only is empty in the other column. Omitted lines are one row. */
export function CompareTable({ heads, lines }: CompareInput) {
  return (
    <Scrolled label={`${heads[0]} and ${heads[1]}`} class="scroll panel">
      <table class="compare">
        <TableHead names={heads} />
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              <Cells line={line} />
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}

function Cells({ line }: { readonly line: ShownComparedLine }) {
  switch (line.kind) {
    case 'same':
      return (
        <>
          <td class="quiet">{line.text}</td>
          <td class="quiet">{line.text}</td>
        </>
      );
    case 'omitted':
      return (
        <td class="quiet omitted" colSpan={2}>
          line {line.line}
        </td>
      );
    case 'different':
      return (
        <>
          <td class={line.expected === undefined ? '' : 'expected'}>{line.expected}</td>
          <td class={line.received === undefined ? '' : 'received'}>{line.received}</td>
        </>
      );
  }
}
