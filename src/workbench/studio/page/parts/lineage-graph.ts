/**
 * The lineage of an endpoint as a graph in columns: its fields on the left, in the order of the contract; columns of the ERP and members of its
 * answers on the right.
 */
import type { Lineage, ShownOrigin } from '../../../operations/protocol/data.ts';
import type { ShownPlace } from '../../../operations/protocol/findings.ts';
import { type Point, placedInColumns } from './column-layout.ts';

export interface GraphNode {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly place: ShownPlace | undefined;
  /** For a column of a table. */
  readonly column: ShownOrigin['column'];
  /** For a member of the vendor's description. */
  readonly vendor: ShownOrigin['vendor'];
  /** Centre and size, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /**
   * From the right side of one node to the left side of the other, in pixels: a curve to each second point, and a straight line beside the nodes of
   * the column between.
   */
  readonly points: readonly Point[];
}

export interface LineageGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly width: number;
  readonly height: number;
}

type Content = Pick<GraphNode, 'kind' | 'text' | 'place' | 'column' | 'vendor'>;

const size = { width: 220, height: 44 };

/** Equal origins are one node. */
const idOf = ({ kind, text, place, column }: ShownOrigin): string =>
  column === undefined ? JSON.stringify([kind, text, place?.file, place?.line, place?.column]) : JSON.stringify(column);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const isLeaf = (kind: string): boolean => kind === 'table column' || kind === 'described member';

/** Places all nodes. No node or edge overlaps another node. */
export function lineageGraph({ fields }: Pick<Lineage, 'fields'>): LineageGraph {
  const contents = new Map<string, Content>();
  const pairs = new Map<string, readonly [string, string]>();
  const walk = (parent: string, origins: readonly ShownOrigin[]): void => {
    for (const origin of origins) {
      // Of an attached read each field uses some columns only.
      const id = origin.kind === 'attached' ? `${parent} ${idOf(origin)}` : idOf(origin);
      const { kind, text, place, column, vendor } = origin;
      contents.set(id, { kind, text: oneLine(text), place, column, vendor });
      if (id !== parent) pairs.set(`${parent} ${id}`, [parent, id]);
      walk(id, origin.from);
    }
  };
  for (const { coordinate } of fields) {
    const text = coordinate.slice(coordinate.indexOf('->') + 3);
    contents.set(coordinate, { kind: 'field', text, place: undefined, column: undefined, vendor: undefined });
  }
  for (const { coordinate, from } of fields) walk(coordinate, from);
  const placed = placedInColumns({
    first: fields.map(({ coordinate }) => coordinate),
    last: [...contents].flatMap(([id, { kind }]) => (isLeaf(kind) ? [id] : [])),
    pairs: [...pairs.values()],
    size,
  });
  const centre = (id: string): Point => placed.centres.get(id) ?? { x: 0, y: 0 };
  return {
    nodes: [...contents].map(([id, content]) => ({ id, ...content, ...size, ...centre(id) })),
    edges: [...pairs.values()].map(([from, to], index) => ({ from, to, points: placed.lines[index] ?? [] })),
    width: placed.width,
    height: placed.height,
  };
}
