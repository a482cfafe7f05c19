/** The frame of the page: header, navigation and the current view. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { operations } from '../../operations/protocol/operations.ts';
import type { Board, Project } from '../../operations/protocol/project.ts';
import type { WriteLock } from '../../operations/protocol/write-lock.ts';
import { call } from './api.ts';
import { type CallsState, useCalls } from './parts/calls.ts';
import { CountBadges, countsOf } from './parts/findings.tsx';
import { type Destination, destinations } from './parts/go-to/destinations.ts';
import { GoTo } from './parts/go-to/go-to.tsx';
import { isInDialog, viewDigit, viewModifier } from './parts/keys.ts';
import { Loaded } from './parts/status.tsx';
import { countOf } from './parts/verdicts.tsx';
import { UnlockedBanner, useWriteLock } from './parts/write-lock.tsx';
import { type ProofsState, useProofs } from './proofs.ts';
import { type Resource, useResource } from './resource.ts';
import { linkBack, type Route, useRoute, type ViewName, views } from './route.ts';
import { storedScheme, storeScheme } from './stored-scheme.ts';
import { TablesView } from './views/data.tsx';
import { EndpointsView } from './views/endpoints.tsx';
import { LineageView } from './views/lineage.tsx';
import { ProfileView } from './views/profile.tsx';
import { ProofView } from './views/proof.tsx';
import { TryView } from './views/try.tsx';
import { WritesView } from './views/writes.tsx';

const titles: Readonly<Record<ViewName, string>> = {
  endpoints: 'Endpoints',
  profile: 'Profile',
  try: 'Try',
  data: 'Data',
  lineage: 'Lineage',
  proof: 'Proof',
  writes: 'Writes',
};

/** Alt and a digit, on a Mac Ctrl and a digit, open a view, from everywhere but a dialog. */
function useShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const digit = viewDigit(event);
      const view = digit === undefined || isInDialog() ? undefined : views[digit - 1];
      if (view === undefined) return;
      event.preventDefault();
      location.hash = linkBack(view);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

const schemes = ['system', 'light', 'dark'] as const;
/** Where a phone has no place for the words. */
const schemeSigns = { system: '◐', light: '○', dark: '●' } as const;

function SchemeButton() {
  const [scheme, setScheme] = useState(() => schemes.find((one) => one === storedScheme()) ?? 'system');
  useEffect(() => {
    storeScheme(scheme);
    if (scheme === 'system') delete document.documentElement.dataset.scheme;
    else document.documentElement.dataset.scheme = scheme;
  }, [scheme]);
  const next = schemes[(schemes.indexOf(scheme) + 1) % schemes.length] ?? 'system';
  return (
    <button type="button" class="plain small" aria-label={`Colours: ${scheme}`} onClick={() => setScheme(next)}>
      <span aria-hidden="true">{schemeSigns[scheme]}</span>
      <span class="scheme-name">Colours: {scheme}</span>
    </button>
  );
}

/** The whole page. Loads project and board, again when files of the profile change, and shows the view that the address names. */
export function App() {
  useShortcuts();
  const route = useRoute();
  const project = useResource(() => call(operations.project, {}), 'project', { onFiles: true });
  const lock = useWriteLock();
  const board = useResource(() => call(operations.board, {}), 'board', { onFiles: true });
  const proofs = useProofs(board.reload);
  const calls = useCalls(board.reload);
  const title = titles[route.view];
  const find = (): readonly Destination[] =>
    project.value === undefined
      ? []
      : destinations({
          ...{ project: project.value, board: board.value, startProof: proofs.start },
          views: views.map((view) => ({
            ...{ title: titles[view], detail: 'view' },
            open: () => {
              location.hash = linkBack(view);
            },
          })),
        });
  useEffect(() => {
    document.title = `${title}, ${project.value?.title ?? 'Engine studio'}`;
    // The navigation of a narrow page scrolls.
    document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [title, project.value?.title]);
  return (
    <div class="frame">
      <header>
        <img src="/icon.svg" alt="" />
        <h1>{project.value?.title ?? 'Engine studio'}</h1>
        <span class="quiet small mono">{project.value?.name}</span>
        <span class="spread" />
        <UnlockedBanner lock={lock} />
        <GoTo find={find} />
        {board.value && <CountBadges counts={countsOf(board.value.findings)} />}
        <SchemeButton />
      </header>
      <nav aria-label="Views">
        {views.map((view, index) => (
          <a key={view} href={linkBack(view)} aria-current={view === route.view ? 'page' : undefined}>
            {titles[view]}
            {view === 'proof' && <ProofBadge state={proofs} />}
            <kbd>
              {viewModifier} {index + 1}
            </kbd>
          </a>
        ))}
        <p class="foot">engine {project.value?.version}</p>
      </nav>
      <main>
        <Loaded resource={project}>
          {(value) => <OpenViews {...{ route, board, lock, proofs, calls }} project={value} />}
        </Loaded>
      </main>
    </div>
  );
}

interface ViewInput {
  readonly route: Route;
  readonly project: Project;
  readonly board: Resource<Board>;
  readonly lock: WriteLock | undefined;
  readonly proofs: ProofsState;
  readonly calls: CallsState;
}

/** Views with something that a person has written, which stay as they are while another view is shown. */
const kept: readonly ViewName[] = ['profile', 'try'];

function OpenViews({ route, ...input }: ViewInput) {
  const opened = useRef(new Map<ViewName, Route>());
  if (kept.includes(route.view)) opened.current.set(route.view, route);
  return (
    <>
      {[...opened.current].map(([view, openedRoute]) => (
        <div key={view} class="view" hidden={view !== route.view}>
          <View route={openedRoute} {...input} />
        </div>
      ))}
      {!kept.includes(route.view) && <View route={route} {...input} />}
    </>
  );
}

/** Shows in every view whether a run is in progress, or how much has failed. */
function ProofBadge({ state }: { readonly state: ProofsState }) {
  const all = [...state.proofs.values()];
  const failed = all.reduce((sum, { entries, findings }) => sum + countOf(entries, 'failed') + findings.length, 0);
  if (all.some(({ status }) => status === 'running')) return <span class="badge accent spread">runs</span>;
  if (failed === 0) return null;
  return (
    <span class="badge bad spread">
      {failed}
      <span class="hidden"> failed</span>
    </span>
  );
}

function View({ route, project, board, lock, proofs, calls }: ViewInput) {
  switch (route.view) {
    case 'endpoints':
      return <EndpointsView project={project} board={board} />;
    case 'profile':
      return <ProfileView {...{ project, board, lock, calls }} params={route.params} />;
    case 'try':
      return <TryView {...{ project, lock, calls }} params={route.params} />;
    case 'data':
      return <TablesView params={route.params} />;
    case 'lineage':
      return <LineageView project={project} params={route.params} />;
    case 'proof':
      return <ProofView {...{ project, board, lock, calls }} state={proofs} params={route.params} />;
    case 'writes':
      return <WritesView />;
  }
}
