/** Places the nodes of a graph without circles in columns, and its edges between them. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface ColumnInput {
  /** Nodes of the first column, from top to bottom. */
  readonly first: readonly string[];
  /** Nodes of the last column, in any order. */
  readonly last: readonly string[];
  readonly pairs: readonly (readonly [from: string, to: string])[];
  /** Of each node, in pixels. */
  readonly size: { readonly width: number; readonly height: number };
}

interface PlacedColumns {
  /** Centres of the nodes, in pixels. */
  readonly centres: ReadonlyMap<string, Point>;
  /** Of each pair: its start and its end, and two points for each column that it crosses. */
  readonly lines: readonly (readonly Point[])[];
  readonly width: number;
  readonly height: number;
}

/** Pixels around the graph, between columns, and between the nodes of a column. Four columns fit beside the navigation of a page of 1280 pixels. */
const margin = 12;
const columnGap = 36;
const rowGap = 12;
/** Height of the place of an edge in a column that it crosses. */
const laneHeight = 10;

/** The column of each node: behind all nodes that lead to it. */
function columnsOf({ first, last, pairs }: ColumnInput): ReadonlyMap<string, number> {
  const columns = new Map(first.map((id) => [id, 0]));
  const following = Map.groupBy(pairs, ([from]) => from);
  const visit = (id: string, column: number, inside: ReadonlySet<string>): void => {
    if (inside.has(id) || (columns.get(id) ?? -1) > column) return;
    columns.set(id, column);
    for (const [, to] of following.get(id) ?? []) visit(to, column + 1, new Set(inside).add(id));
  };
  for (const id of first) visit(id, 0, new Set());
  const end = Math.max(0, ...columns.values());
  for (const id of last) columns.set(id, end);
  return columns;
}

/** A node, or the place where an edge crosses a column. */
interface Slot {
  readonly id: string;
  readonly height: number;
}

/**
 * The heights of slots in this order, as near to the wanted ones as possible, without overlaps: neighbours that want less room than they need are
 * moved together (pool adjacent violators).
 */
function spread(slots: readonly Slot[], wanted: readonly number[]): readonly number[] {
  const offsets: number[] = [];
  slots.forEach(({ height }, index) => {
    const above = slots[index - 1];
    offsets.push(above === undefined ? 0 : (offsets[index - 1] ?? 0) + (above.height + height) / 2 + rowGap);
  });
  const blocks: { sum: number; count: number }[] = [];
  slots.forEach((_, index) => {
    blocks.push({ sum: (wanted[index] ?? 0) - (offsets[index] ?? 0), count: 1 });
    for (let last = blocks.at(-1), above = blocks.at(-2); last !== undefined && above !== undefined; ) {
      if (above.sum / above.count <= last.sum / last.count) break;
      blocks.splice(-2, 2, { sum: above.sum + last.sum, count: above.count + last.count });
      [last, above] = [blocks.at(-1), blocks.at(-2)];
    }
  });
  const bases = blocks.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
  return slots.map((_, index) => (bases[index] ?? 0) + (offsets[index] ?? 0));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Each column follows the order of the one before it; the first one keeps its own. */
export function placedInColumns(input: ColumnInput): PlacedColumns {
  const { first, pairs, size } = input;
  const columns = columnsOf(input);
  const count = Math.max(0, ...columns.values()) + 1;
  const lane = (index: number, column: number): string => `edge ${index} ${column}`;
  const before = new Map<string, string[]>();
  const slotsByColumn = Array.from({ length: count }, (): Slot[] => []);
  for (const [id, column] of columns) slotsByColumn[column]?.push({ id, height: size.height });
  pairs.forEach(([from, to], index) => {
    const [start, end] = [columns.get(from) ?? 0, columns.get(to) ?? 0];
    let previous = from;
    for (let column = start + 1; column < end; column += 1) {
      const id = lane(index, column);
      slotsByColumn[column]?.push({ id, height: laneHeight });
      before.set(id, [previous]);
      previous = id;
    }
    before.set(to, [...(before.get(to) ?? []), previous]);
  });
  const heights = new Map<string, number>();
  first.forEach((id, index) => {
    heights.set(id, index * (size.height + rowGap));
  });
  for (const slots of slotsByColumn.slice(1)) {
    const wantedOf = ({ id }: Slot): number => mean((before.get(id) ?? []).map((one) => heights.get(one) ?? 0));
    const ordered = slots
      .map((slot) => ({ ...slot, wanted: wantedOf(slot) }))
      .sort((one, other) => one.wanted - other.wanted);
    const placed = spread(
      ordered,
      ordered.map(({ wanted }) => wanted),
    );
    ordered.forEach(({ id }, index) => {
      heights.set(id, placed[index] ?? 0);
    });
  }
  const top = Math.min(0, ...heights.values());
  const y = (id: string): number => (heights.get(id) ?? 0) - top + size.height / 2 + margin;
  const x = (column: number): number => margin + column * (size.width + columnGap) + size.width / 2;
  const lines = pairs.map(([from, to], index): readonly Point[] => {
    const [start, end] = [columns.get(from) ?? 0, columns.get(to) ?? 0];
    const crossed = Array.from({ length: Math.max(0, end - start - 1) }, (_, at) => start + 1 + at);
    return [
      { x: x(start) + size.width / 2, y: y(from) },
      ...crossed.flatMap((column) => {
        const height = y(lane(index, column));
        return [
          { x: x(column) - size.width / 2, y: height },
          { x: x(column) + size.width / 2, y: height },
        ];
      }),
      { x: x(end) - size.width / 2, y: y(to) },
    ];
  });
  const bottom = Math.max(0, ...[...heights.keys()].map(y));
  return {
    centres: new Map([...columns].map(([id, column]) => [id, { x: x(column), y: y(id) }])),
    lines,
    width: columns.size === 0 ? 0 : x(count - 1) + size.width / 2 + margin,
    height: columns.size === 0 ? 0 : bottom + size.height / 2 + margin,
  };
}
