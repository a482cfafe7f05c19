/** The frame of the page: header, navigation and the current view. */
import { useEffect, useState } from 'preact/hooks';
import { operations } from '../protocol/operations.ts';
import type { Board, Project } from '../protocol/project.ts';
import { call } from './api.ts';
import { CountBadges, countsOf } from './parts/findings.tsx';
import { Loaded } from './parts/status.tsx';
import { type Resource, useResource } from './resource.ts';
import { go, linkTo, type Route, useRoute, type ViewName, views } from './route.ts';
import { TablesView } from './views/data.tsx';
import { EndpointsView } from './views/endpoints.tsx';
import { LineageView } from './views/lineage.tsx';
import { ProfileView } from './views/profile.tsx';
import { TryView } from './views/try.tsx';

const titles: Readonly<Record<ViewName, string>> = {
  endpoints: 'Endpoints',
  profile: 'Profile',
  try: 'Try',
  data: 'Data',
  lineage: 'Lineage',
};

/** Alt and a digit open a view, from everywhere. */
function useShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const view =
        event.altKey && !event.ctrlKey && !event.metaKey
          ? views[Number(event.code.replace('Digit', '')) - 1]
          : undefined;
      if (view === undefined) return;
      event.preventDefault();
      go(view);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

const schemes = ['system', 'light', 'dark'] as const;

function SchemeButton() {
  const [scheme, setScheme] = useState(() => schemes.find((one) => one === localStorage.getItem('scheme')) ?? 'system');
  useEffect(() => {
    localStorage.setItem('scheme', scheme);
    if (scheme === 'system') delete document.documentElement.dataset.scheme;
    else document.documentElement.dataset.scheme = scheme;
  }, [scheme]);
  const next = schemes[(schemes.indexOf(scheme) + 1) % schemes.length] ?? 'system';
  return (
    <button type="button" class="plain small" onClick={() => setScheme(next)}>
      Colours: {scheme}
    </button>
  );
}

export function App() {
  useShortcuts();
  const route = useRoute();
  const project = useResource(() => call(operations.project, {}), 'project', { onFiles: true });
  const board = useResource(() => call(operations.board, {}), 'board', { onFiles: true });
  const title = titles[route.view];
  useEffect(() => {
    document.title = `${title}, ${project.value?.title ?? 'Engine studio'}`;
  }, [title, project.value?.title]);
  return (
    <div class="frame">
      <header>
        <img src="/icon.svg" alt="" />
        <h1>{project.value?.title ?? 'Engine studio'}</h1>
        <span class="quiet small mono">{project.value?.name}</span>
        <span class="spread" />
        {board.value && <CountBadges counts={countsOf(board.value.findings)} />}
        <SchemeButton />
      </header>
      <nav aria-label="Views">
        {views.map((view, index) => (
          <a key={view} href={linkTo(view)} aria-current={view === route.view ? 'page' : undefined}>
            {titles[view]}
            <kbd>Alt {index + 1}</kbd>
          </a>
        ))}
        <p class="foot">engine {project.value?.version}</p>
      </nav>
      <main>
        <Loaded resource={project}>{(value) => <View route={route} project={value} board={board} />}</Loaded>
      </main>
    </div>
  );
}

interface ViewInput {
  readonly route: Route;
  readonly project: Project;
  readonly board: Resource<Board>;
}

function View({ route, project, board }: ViewInput) {
  switch (route.view) {
    case 'endpoints':
      return <EndpointsView project={project} board={board} />;
    case 'profile':
      return <ProfileView project={project} board={board} given={route.given} />;
    case 'try':
      return <TryView project={project} given={route.given} onCalled={board.reload} />;
    case 'data':
      return <TablesView given={route.given} />;
    case 'lineage':
      return <LineageView project={project} given={route.given} />;
  }
}
