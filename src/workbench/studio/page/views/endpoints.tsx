/** The board of all endpoints. */
import type { Board, BoardRow, Project, ShownEndpoint } from '../../../operations/protocol/project.ts';
import { duration } from '../parts/duration.ts';
import { CountBadges } from '../parts/findings.tsx';
import { SettingsForm } from '../parts/settings-form.tsx';
import { Loaded } from '../parts/status.tsx';
import { TableHead } from '../parts/table-head.tsx';
import type { Resource } from '../resource.ts';
import { linkTo } from '../route.ts';

type State = BoardRow['state'];

const states: Readonly<Record<State, { readonly label: string; readonly tone: string; readonly sign: string }>> = {
  provided: { label: 'provided', tone: 'good', sign: '●' },
  computed: { label: 'computed', tone: 'accent', sign: '◐' },
  partial: { label: 'partial', tone: 'warn', sign: '◑' },
  unavailable: { label: 'unavailable', tone: '', sign: '○' },
  missing: { label: 'missing', tone: 'bad', sign: '✕' },
  unknown: { label: 'faulty', tone: 'bad', sign: '?' },
  service: { label: 'by the service', tone: '', sign: '●' },
};

const apps: Readonly<Record<string, string>> = {
  both: 'Both apps',
  ordering: 'Ordering',
  receivables: 'Receivables',
};

const order: readonly State[] = ['provided', 'computed', 'partial', 'unavailable', 'missing', 'unknown', 'service'];

function Remarks({ row }: { readonly row: BoardRow }) {
  const texts = [
    ...(row.reason === undefined ? [] : [row.reason]),
    ...(row.computedBy.length === 0 ? [] : [`Computed: ${row.computedBy.join(', ')}.`]),
    ...row.lacks.map(({ subject, when, reason }) => {
      const what = subject === undefined ? 'The endpoint' : subject.name;
      return `${what} is missing${when === undefined ? '' : ` if ${when}`}${reason === undefined ? '.' : `: ${reason}`}`;
    }),
  ];
  return texts.length === 0 ? null : (
    <ul class="quiet small">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function Row({
  endpoint,
  row,
  file,
}: {
  readonly endpoint: ShownEndpoint;
  readonly row: BoardRow;
  readonly file: string;
}) {
  const { label, tone, sign } = states[row.state];
  const place = row.place ?? { file, line: 1 };
  return (
    <tr>
      <th scope="row">
        <a class="name" href={linkTo('profile', { file: place.file, line: place.line })}>
          {endpoint.title}
        </a>
        <div class="path">{endpoint.path}</div>
      </th>
      <td>
        <span class={`badge ${tone}`}>
          <span aria-hidden="true">{sign}</span> {label}
        </span>
      </td>
      <td>
        <Remarks row={row} />
      </td>
      <td class="quiet small">{row.sources.join(', ')}</td>
      <td>
        <CountBadges counts={row.findings} />
      </td>
      <td class="small">
        {row.coverage && (
          <span title={`${row.coverage.reached} of ${row.coverage.all} parts of the endpoint are reached by cases`}>
            <span class="bar" aria-hidden="true">
              <span style={{ width: `${(100 * row.coverage.reached) / Math.max(1, row.coverage.all)}%` }} />
            </span>
            {row.coverage.reached}/{row.coverage.all}
          </span>
        )}
      </td>
      <td class="small quiet">{row.lastCall && `${row.lastCall.status}, ${duration(row.lastCall.ms)}`}</td>
      <td class="tools">
        {row.state === 'missing' && (
          <a class="plain" href={linkTo('profile', { file, begin: endpoint.path })}>
            Begin<span class="hidden"> {endpoint.title}</span>
          </a>
        )}
        {endpoint.kind !== 'service' && row.state !== 'missing' && (
          <>
            <a class="plain" href={linkTo('try', { endpoint: endpoint.path })}>
              Try<span class="hidden"> {endpoint.title}</span>
            </a>
            <a class="plain" href={linkTo('lineage', { endpoint: endpoint.path })}>
              Lineage<span class="hidden"> of {endpoint.title}</span>
            </a>
          </>
        )}
      </td>
    </tr>
  );
}

/** An endpoint before the profile has been checked: the contract alone gives its name. */
function UncheckedRow({ endpoint }: { readonly endpoint: ShownEndpoint }) {
  return (
    <tr>
      <th scope="row">
        <span class="name">{endpoint.title}</span>
        <div class="path">{endpoint.path}</div>
      </th>
      <td class="quiet small" colSpan={7}>
        …
      </td>
    </tr>
  );
}

function Summary({ rows }: { readonly rows: readonly BoardRow[] | undefined }) {
  if (rows === undefined)
    return (
      <>
        <p class="quiet" role="status">
          The profile is being checked.
        </p>
        <div class="share is-running" aria-hidden="true">
          <span class="rest" style={{ flex: 1 }} />
        </div>
      </>
    );
  const counts = order.map((state) => ({ state, count: rows.filter((row) => row.state === state).length }));
  const some = counts.filter(({ count }) => count > 0);
  return (
    <>
      <p class="row wrap quiet">{some.map(({ state, count }) => `${count} ${states[state].label}`).join(' · ')}</p>
      <div class="share" aria-hidden="true">
        {some.map(({ state, count }) => (
          <span key={state} class={state} style={{ flex: count }} />
        ))}
      </div>
    </>
  );
}

/** A table of the endpoints, grouped by app, with state, findings, coverage and last call of each. The names are there before the profile has been checked. */
export function EndpointsView({ project, board }: { readonly project: Project; readonly board: Resource<Board> }) {
  const groups = Map.groupBy(project.endpoints, ({ app }) => app);
  const rows = board.value?.rows;
  return (
    <Loaded resource={{ ...board, value: board }}>
      {() => (
        <>
          <div class="view-head">
            <h2>Endpoints</h2>
          </div>
          <Summary rows={rows} />
          <SettingsForm settings={project.settings} />
          <div class="panel">
            <table class="board" aria-busy={rows === undefined}>
              <TableHead
                names={['Endpoint', 'State', 'Remarks', 'Sources', 'Findings', 'Coverage', 'Last call']}
                hasActions
              />
              {[...groups].map(([app, endpoints]) => (
                <tbody key={app}>
                  <tr class="group-row">
                    <th scope="rowgroup" colSpan={8}>
                      {apps[app] ?? app}
                    </th>
                  </tr>
                  {endpoints.map((endpoint) => {
                    const row = rows?.find(({ path }) => path === endpoint.path);
                    if (row === undefined) return <UncheckedRow key={endpoint.path} endpoint={endpoint} />;
                    return <Row key={endpoint.path} endpoint={endpoint} row={row} file={project.file} />;
                  })}
                </tbody>
              ))}
            </table>
          </div>
        </>
      )}
    </Loaded>
  );
}
