/** The lineage of an endpoint as a graph: fields on the left, columns of the ERP and members of its answers on the right. */
import { Graph, layout } from '@dagrejs/dagre';
import type { Lineage, ShownOrigin } from '../../../operations/protocol/data.ts';
import type { ShownPlace } from '../../../operations/protocol/findings.ts';

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

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** From the right side of one node to the left side of the other, in pixels. */
  readonly start: Point;
  readonly end: Point;
}

export interface LineageGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly width: number;
  readonly height: number;
}

type Content = Pick<GraphNode, 'kind' | 'text' | 'place' | 'column' | 'vendor'>;

const size = { width: 220, height: 44 };

/** Pixels around the graph. Four columns fit beside the navigation of a page of 1280 pixels. */
const margin = 12;

/** Equal origins are one node. */
const idOf = ({ kind, text, place, column }: ShownOrigin): string =>
  column === undefined ? JSON.stringify([kind, text, place?.file, place?.line, place?.column]) : JSON.stringify(column);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const isLeaf = (kind: string): boolean => kind === 'table column' || kind === 'described member';

/** Heavy edges to two invisible nodes keep all fields in the first column, and all columns of tables and members of answers in the last one. */
function alignEnds(graph: Graph, contents: ReadonlyMap<string, Content>): void {
  const point = { width: 0, height: 0 };
  graph.setNode(ends.first, { ...point });
  graph.setNode(ends.last, { ...point });
  for (const [id, { kind }] of contents) {
    if (kind === 'field') graph.setEdge(ends.first, id, { weight: 100 });
    if (isLeaf(kind)) graph.setEdge(id, ends.last, { weight: 100 });
  }
}

const ends = { first: 'first column', last: 'last column' };

/** Places all nodes. */
export function lineageGraph({ fields }: Pick<Lineage, 'fields'>): LineageGraph {
  const contents = new Map<string, Content>();
  const pairs = new Map<string, readonly [string, string]>();
  const walk = (parent: string, origins: readonly ShownOrigin[]): void => {
    for (const origin of origins) {
      // Of an attached read each field uses some columns only.
      const id = origin.kind === 'attached' ? `${parent} ${idOf(origin)}` : idOf(origin);
      const { kind, text, place, column, vendor } = origin;
      contents.set(id, { kind, text: oneLine(text), place, column, vendor });
      pairs.set(`${parent} ${id}`, [parent, id]);
      walk(id, origin.from);
    }
  };
  for (const { coordinate, from } of fields) {
    const text = coordinate.slice(coordinate.indexOf('->') + 3);
    contents.set(coordinate, { kind: 'field', text, place: undefined, column: undefined, vendor: undefined });
    walk(coordinate, from);
  }
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 12, ranksep: 36, marginx: margin, marginy: margin });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of contents.keys()) graph.setNode(id, { ...size });
  for (const [from, to] of pairs.values()) if (from !== to) graph.setEdge(from, to);
  alignEnds(graph, contents);
  layout(graph);
  const { height = 0 } = graph.graph();
  const places = [...contents.keys()].map((id) => graph.node(id).x ?? 0);
  // The invisible nodes have a column on each side.
  const left = Math.min(...places) - size.width / 2 - margin;
  const centre = (id: string): Point => {
    const { x = 0, y = 0 } = graph.node(id);
    return { x: x - left, y };
  };
  return {
    nodes: [...contents].map(([id, content]) => ({ id, ...content, ...size, ...centre(id) })),
    edges: [...pairs.values()].map(([from, to]) => ({
      ...{ from, to },
      start: { x: centre(from).x + size.width / 2, y: centre(from).y },
      end: { x: centre(to).x - size.width / 2, y: centre(to).y },
    })),
    width: contents.size === 0 ? 0 : Math.max(...places) + size.width / 2 + margin - left,
    height,
  };
}
