/** Two texts side by side. */
import type { ShownComparedLine } from '../../../operations/protocol/proof.ts';
import { Scrolled } from './scrolled-text.tsx';

interface CompareInput {
  /** Of the two columns. */
  readonly heads: readonly [string, string];
  readonly lines: readonly ShownComparedLine[];
}

export function CompareTable({ heads, lines }: CompareInput) {
  return (
    <Scrolled label={`${heads[0]} and ${heads[1]}`} class="scroll panel">
      <table class="compare">
        <thead>
          <tr>
            <th scope="col">{heads[0]}</th>
            <th scope="col">{heads[1]}</th>
          </tr>
        </thead>
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
