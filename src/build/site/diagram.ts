/** Draws the flowcharts of the documents: the part of Mermaid's language that they use. Mermaid itself needs a browser to draw. */
import { Graph, layout } from '@dagrejs/dagre';
import { escapeHtml } from './highlight.ts';

/** What is used of the layout: under Node's resolution its own types are not found. */
interface Layout {
  setGraph(options: object): void;
  setDefaultEdgeLabel(label: () => object): void;
  setNode(id: string, node: object): void;
  setParent(id: string, parent: string): void;
  setEdge(from: string, to: string, edge: object, name: string): void;
  graph(): { readonly width?: number; readonly height?: number };
  node(id: string): Box;
  edges(): readonly { readonly name?: string }[];
  edge(edge: object): {
    readonly points?: readonly Point[];
    readonly label?: string;
    readonly x?: number;
    readonly y?: number;
  };
}

interface Node {
  readonly id: string;
  readonly label: string;
  readonly isStore: boolean;
  readonly group: string | undefined;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

interface Chart {
  readonly direction: 'LR' | 'TB';
  readonly nodes: ReadonlyMap<string, Node>;
  readonly groups: ReadonlyMap<string, string>;
  readonly edges: readonly Edge[];
}

/** `id`, `id["a label"]`, `id[label]` or `id[(label)]`. */
const nodeForm = /^(\w[\w./-]*?)(?:\[(\(?)"?([^"\])]+)"?\)?\])?$/;
const edgeForm = /^(.+?)\s+--(?:\s*"([^"]*)"\s*--)?>\s+(.+)$/;

/** Throws for a line that is not understood: a picture without it would be wrong. */
function parse(text: string): Chart {
  const nodes = new Map<string, Node>();
  const groups = new Map<string, string>();
  const edges: Edge[] = [];
  let group: string | undefined;
  let direction: Chart['direction'] = 'TB';
  function node(part: string): string {
    const [, id, round, label] = nodeForm.exec(part.trim()) ?? [];
    if (id === undefined) throw new Error(`The diagram has a part that is not understood: ${part}`);
    const known = nodes.get(id);
    if (known === undefined || label !== undefined)
      nodes.set(id, { id, label: label ?? known?.label ?? id, isStore: round === '(', group: known?.group ?? group });
    return id;
  }
  for (const line of text.split('\n').map((one) => one.trim())) {
    const [, way] = /^flowchart (LR|TD|TB)$/.exec(line) ?? [];
    const [, id, title] = /^subgraph (\w+)(?: \[(.*)\])?$/.exec(line) ?? [];
    const [, from, label, to] = edgeForm.exec(line) ?? [];
    if (line === '') continue;
    if (way !== undefined) direction = way === 'LR' ? 'LR' : 'TB';
    else if (id !== undefined) {
      groups.set(id, title ?? id);
      group = id;
    } else if (line === 'end') group = undefined;
    else if (from !== undefined && to !== undefined) {
      for (const one of from.split(' & '))
        for (const other of to.split(' & ')) edges.push({ from: node(one), to: node(other), label: label ?? '' });
    } else node(line);
  }
  return { direction, nodes, groups, edges };
}

/** Width of a text in pixels, at the size of the picture. */
const widthOf = (text: string): number => text.length * 6.9;

/** Room for the title of a group, above its nodes, and below them. */
const groupRoom = { above: 26, below: 10 };

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

/** The part of a line before it enters a box, with the point on its border. */
function outside(points: readonly Point[], { x, y, width, height }: Box): readonly Point[] {
  const isInside = (point: Point): boolean => Math.abs(point.x - x) <= width / 2 && Math.abs(point.y - y) <= height / 2;
  const first = points.findIndex(isInside);
  const [last, inner] = [points[first - 1], points[first]];
  if (last === undefined || inner === undefined) return points;
  // Halving: the border is between a point outside and a point inside.
  let [out, within] = [last, inner];
  for (let step = 0; step < 20; step += 1) {
    const middle = { x: (out.x + within.x) / 2, y: (out.y + within.y) / 2 };
    if (isInside(middle)) within = middle;
    else out = middle;
  }
  return [...points.slice(0, first), out];
}

const round = (value: number): number => Math.round(value * 10) / 10;

function pathOf(points: readonly Point[]): string {
  const [first, ...others] = points;
  if (first === undefined) return '';
  const middle = (a: Point, b: Point): string => `${round((a.x + b.x) / 2)} ${round((a.y + b.y) / 2)}`;
  const curves = others.map((point, index) => {
    const next = others[index + 1];
    return next === undefined
      ? `L ${round(point.x)} ${round(point.y)}`
      : `Q ${round(point.x)} ${round(point.y)} ${middle(point, next)}`;
  });
  return [`M ${round(first.x)} ${round(first.y)}`, ...curves].join(' ');
}

const box = (kind: string, { x, y, width, height }: Box): string =>
  `<rect class="${kind}" x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${round(width)}" height="${round(height)}" rx="6"/>`;

const words = (kind: string, { x, y }: Point, text: string): string =>
  `<text class="${kind}" x="${round(x)}" y="${round(y)}">${escapeHtml(text)}</text>`;

/** The picture as SVG, without colours: the page's style has them. `title`: for people who do not see it. */
export function diagramSvg(text: string, title: string): string {
  const { direction, nodes, groups, edges } = parse(text);
  const graph: Layout = new Graph({ compound: true, multigraph: true });
  graph.setGraph({
    rankdir: direction,
    nodesep: 26,
    ranksep: direction === 'LR' ? 24 : 46,
    marginx: 8,
    marginy: groupRoom.above,
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [id, label] of groups) graph.setNode(id, { label, width: 0, height: 0 });
  // The layout knows no edges of groups: an edge to a group goes to its first node, one from a group starts at its last, and both are cut at its border.
  const membersOf = (id: string): readonly string[] =>
    [...nodes.values()].flatMap((node) => (node.group === id ? [node.id] : []));
  const drawn = [...nodes.values()].filter(({ id }) => !groups.has(id));
  for (const { id, label, group } of drawn) {
    graph.setNode(id, { label, width: widthOf(label) + 28, height: 36 });
    if (group !== undefined) graph.setParent(id, group);
  }
  for (const [index, { from, to, label }] of edges.entries()) {
    const size = { width: label === '' ? 0 : widthOf(label), height: label === '' ? 0 : 18 };
    const [start, end] = [groups.has(from) ? membersOf(from).at(-1) : from, groups.has(to) ? membersOf(to)[0] : to];
    graph.setEdge(start ?? from, end ?? to, { label, labelpos: 'c', ...size }, String(index));
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const parts = [
    ...[...groups].flatMap(([id, label]) => {
      const { x, y, width: wide, height: high } = graph.node(id);
      const { above, below } = groupRoom;
      const frame = { x, y: y + (below - above) / 2, width: wide, height: high + above + below - 20 };
      return [box('group', frame), words('group-label', { x, y: frame.y - frame.height / 2 + 17 }, label)];
    }),
    ...graph.edges().flatMap((edge) => {
      const { points = [], label = '', x = 0, y = 0 } = graph.edge(edge);
      const { from = '', to = '' } = edges[Number(edge.name)] ?? {};
      const entered = groups.has(to) ? outside(points, graph.node(to)) : points;
      const shown = groups.has(from) ? outside(entered.toReversed(), graph.node(from)).toReversed() : entered;
      const line = `<path class="edge" d="${pathOf(shown)}" marker-end="url(#arrow)"/>`;
      return label === '' ? [line] : [line, words('edge-label', { x, y: y - 6 }, label)];
    }),
    ...drawn.flatMap(({ id, label, isStore }) => {
      const place = graph.node(id);
      return [box(isStore ? 'node store' : 'node', place), words('node-label', { x: place.x, y: place.y + 5 }, label)];
    }),
  ];
  const arrow =
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M 0 0 L 8 4 L 0 8 z"/></marker></defs>';
  const size = `viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" width="${Math.ceil(width)}"`;
  return `<svg class="diagram" role="img" aria-label="${escapeHtml(title)}" ${size}>${arrow}${parts.join('')}</svg>`;
}
