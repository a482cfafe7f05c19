/** The lineage of an endpoint as a picture, and as a list for readers without one. */
import { useMemo, useState } from 'preact/hooks';
import type { Lineage } from '../../../operations/protocol/data.ts';
import { operations } from '../../../operations/protocol/operations.ts';
import type { Project } from '../../../operations/protocol/project.ts';
import { call } from '../api.ts';
import { EndpointSelect } from '../parts/endpoint-select.tsx';
import { FindingList, openPlace } from '../parts/findings.tsx';
import { type GraphEdge, type GraphNode, type LineageGraph, lineageGraph } from '../parts/lineage-graph.ts';
import { Scrolled } from '../parts/scrolled-text.tsx';
import { Loaded } from '../parts/status.tsx';
import { TableHead } from '../parts/table-head.tsx';
import { useResource } from '../resource.ts';
import { go } from '../route.ts';

/** The picture for the endpoint of the address, or for the first one. Loads it again when files of the profile change. */
export function LineageView({ project, params }: { readonly project: Project; readonly params: URLSearchParams }) {
  const endpoints = project.endpoints.filter(({ kind }) => kind !== 'service');
  const path = endpoints.find((one) => one.path === params.get('endpoint'))?.path ?? endpoints[0]?.path ?? '';
  const resource = useResource(() => call(operations.lineage, { endpoint: path }), path, { onFiles: true });
  return (
    <>
      <div class="view-head">
        <h2>Lineage</h2>
        <EndpointSelect {...{ endpoints, path }} onPick={(picked) => go('lineage', { endpoint: picked })} />
      </div>
      <Loaded resource={resource}>
        {(value) =>
          value.findings.length > 0 ? (
            <div class="panel">
              <FindingList findings={value.findings} />
            </div>
          ) : value.fields.every(({ from }) => from.length === 0) ? (
            <p class="empty">The profile does not read these fields.</p>
          ) : (
            <>
              <Picture key={path} fields={value.fields} />
              {value.unread.map((answer) => (
                <UnreadMembers key={`${answer.operation} ${answer.place.line}`} answer={answer} />
              ))}
            </>
          )
        }
      </Loaded>
    </>
  );
}

/** All nodes that a node is connected with, in both directions. */
function connected(edges: readonly GraphEdge[], start: string): ReadonlySet<string> {
  const reach = (from: 'from' | 'to', to: 'from' | 'to'): readonly string[] => {
    const reached = new Set([start]);
    for (const id of reached) for (const edge of edges) if (edge[from] === id) reached.add(edge[to]);
    return [...reached];
  };
  return new Set([...reach('from', 'to'), ...reach('to', 'from')]);
}

function curve({ points }: GraphEdge): string {
  const [start, ...others] = points;
  if (start === undefined) return '';
  let from = start;
  const parts = others.map((to, index) => {
    const middle = (from.x + to.x) / 2;
    const isCurve = index % 2 === 0;
    const part = isCurve ? `C${middle},${from.y} ${middle},${to.y} ${to.x},${to.y}` : `L${to.x},${to.y}`;
    from = to;
    return part;
  });
  return [`M${start.x},${start.y}`, ...parts].join(' ');
}

function Picture({ fields }: { readonly fields: Parameters<typeof lineageGraph>[0]['fields'] }) {
  const graph = useMemo<LineageGraph>(() => lineageGraph({ fields }), [fields]);
  const [active, setActive] = useState<string>();
  const lit = useMemo(() => (active === undefined ? undefined : connected(graph.edges, active)), [graph, active]);
  const isDim = (id: string): boolean => lit !== undefined && !lit.has(id);
  return (
    <>
      <p class="quiet small legend">
        Fields of the contract are on the left, columns of the ERP and members of its answers on the right. A click on
        an expression or a member opens its line, a click on a column its table.
      </p>
      <section class="panel scroll lineage" aria-label="Lineage">
        <div class="canvas" style={{ width: `${graph.width}px`, height: `${graph.height}px` }}>
          <svg width={graph.width} height={graph.height} aria-hidden="true">
            <title>Lineage</title>
            {graph.edges.map((edge) => (
              <path
                key={`${edge.from} ${edge.to}`}
                class={isDim(edge.from) || isDim(edge.to) ? 'dim' : ''}
                d={curve(edge)}
              />
            ))}
          </svg>
          {graph.nodes.map((node) => (
            <Node key={node.id} {...{ node }} isDim={isDim(node.id)} onActive={setActive} />
          ))}
        </div>
      </section>
    </>
  );
}

const kinds: Readonly<Record<string, string>> = {
  field: 'field',
  'result column': 'column of the query',
  'table column': 'column',
  'described member': 'member',
};

function Node({
  node,
  isDim,
  onActive,
}: {
  readonly node: GraphNode;
  readonly isDim: boolean;
  readonly onActive: (id: string | undefined) => void;
}) {
  const { id, kind, text, place, column, vendor, x, y, width, height } = node;
  const { list, name } = namedIn(node);
  const words = [text, vendor?.type, vendor?.documentation].filter((part) => part !== undefined && part !== '');
  const open = (): void => {
    if (column !== undefined) go('data', { source: column.source, table: column.table });
    else if (place !== undefined) openPlace(place);
  };
  return (
    <button
      type="button"
      class={`node ${kind.replace(' ', '-')} ${isDim ? 'dim' : ''}`}
      style={{ left: `${x - width / 2}px`, top: `${y - height / 2}px`, width: `${width}px`, height: `${height}px` }}
      title={words.join('\n')}
      onClick={open}
      onFocus={() => onActive(id)}
      onBlur={() => onActive(undefined)}
      onMouseEnter={() => onActive(id)}
      onMouseLeave={() => onActive(undefined)}
    >
      <span class="kind">
        {kinds[kind] ?? kind} {list !== '' && `of ${list}`} {vendor?.type}
      </span>
      <span class="text">{name}</span>
    </button>
  );
}

/** A field apart from the list that it is in: `invoices[].lines[].amount` is `amount` of `invoices[].lines[]`. */
function namedIn({ kind, text }: GraphNode): { readonly list: string; readonly name: string } {
  const dot = kind === 'field' ? text.lastIndexOf('].') : -1;
  return dot < 0 ? { list: '', name: text } : { list: text.slice(0, dot + 1), name: text.slice(dot + 2) };
}

/** What an answer also has, by the vendor's description, and the profile does not read. */
function UnreadMembers({ answer }: { readonly answer: Lineage['unread'][number] }) {
  const { operation, place, members } = answer;
  return (
    <details class="panel unread">
      <summary>
        <code>{operation}</code>: {members.length} members that the profile does not read
      </summary>
      <button type="button" class="plain small" onClick={() => openPlace(place)}>
        Open line {place.line}
      </button>
      <Scrolled label={`Members of ${operation}`} class="scroll">
        <table class="grid" aria-label={`Members of ${operation} that the profile does not read`}>
          <TableHead names={['Member', 'Type', 'The vendor says']} />
          <tbody>
            {members.map(({ name, type, documentation }) => (
              <tr key={name}>
                <td>{name}</td>
                <td class="quiet">{type}</td>
                <td>{documentation}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </details>
  );
}
