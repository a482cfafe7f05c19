/** Compares answers with the expected ones, character by character. */
import type { MadeRow } from './kinds.ts';

/** A value that was not what it must be, for people. */
export interface Fault {
  readonly row: string;
  readonly field: string;
  readonly sent: string;
  readonly expected: string;
  readonly got: string;
}

const textOf = ({ answered }: MadeRow): string => `{${answered.map(([name, json]) => `"${name}":${json}`).join(',')}}`;

/** The whole answer that lists these rows. */
const answerOf = (rows: readonly MadeRow[]): string => `{"schemaVersion":"1","rows":[${rows.map(textOf).join(',')}]}`;

function faultOf(row: MadeRow, got: string): Fault {
  let at = 1;
  for (const [name, json] of row.answered) {
    const member = `${at === 1 ? '' : ','}"${name}":${json}`;
    const next = got[at + member.length];
    if (!got.startsWith(member, at) || (next !== ',' && next !== '}')) {
      const sent = row.sent.split(`"${name}":`)[1]?.slice(0, 200) ?? 'nothing';
      return { row: row.answered[0]?.[1] ?? '', field: name, sent, expected: member, got: got.slice(at, at + 200) };
    }
    at += member.length;
  }
  return { row: row.answered[0]?.[1] ?? '', field: '', sent: row.sent, expected: '}', got: got.slice(at, at + 200) };
}

/** The first fault of each row of an answer. */
export function faultsOf(rows: readonly MadeRow[], got: string): readonly Fault[] {
  if (got === answerOf(rows)) return [];
  const expected = `${rows.length} rows`;
  if (!got.startsWith('{"schemaVersion"')) return [{ row: '', field: '', sent: '', expected, got }];
  const starts = rows.map(({ answered }) => got.indexOf(`{"sale":${answered[0]?.[1]},`));
  const faults = rows.flatMap((row, at) => {
    const rowText = starts[at] === -1 ? '' : got.slice(starts[at]);
    return rowText.startsWith(textOf(row)) ? [] : [faultOf(row, rowText)];
  });
  if (faults.length > 0) return faults;
  return [{ row: '', field: '', sent: '', expected, got: got.slice(0, 200) }];
}
