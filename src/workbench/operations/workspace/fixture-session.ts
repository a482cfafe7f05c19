/** A session over the rows of the profile's fixture, in separate databases, which are dropped when it ends. */
import { type Declared, declaredBy, type TestOverrides } from '../../../../engine/tools/index.ts';
import type { SessionInput } from '../../../service/lifecycle/call-session.ts';
import type { OpenedForCall } from '../../../service/lifecycle/open-for-call.ts';
import type { Fixtures, NotRun } from '../../testing/fixture/fixture.ts';
import { Refused } from '../access/folder.ts';
import type { Workspace } from './workspace.ts';

type SessionFixture =
  | {
      readonly kind: 'made';
      readonly declared: Declared;
      /** The folders of the profile and its bases. */
      readonly folders: readonly string[];
      /** The variables of cases without settings of their own. */
      readonly environment: ReturnType<Declared['values']>['environment'];
      readonly over: Pick<TestOverrides, 'connections' | 'connectors'>;
      drop(): Promise<void>;
    }
  | Extract<NotRun, { readonly kind: 'refused' }>;

/** Creates the databases; the caller calls `drop`. Throws `Refused` where no database server is available for the fixture. */
export async function makeSessionFixture(
  { root, read, host }: Pick<Workspace, 'root' | 'read' | 'host'>,
  fixtures: (() => Fixtures) | undefined,
): Promise<SessionFixture> {
  const { text, bases } = await read();
  const declared = declaredBy(text, bases, host.contract);
  if (fixtures === undefined || declared === undefined)
    throw new Refused('The profile has no fixture that can be used.');
  const folders = [root, ...bases.folders];
  const made = await fixtures().make(folders, declared.sources);
  if (made.kind === 'unproven') throw new Refused(`The fixture is not used: ${made.reason}. ${made.cure}`);
  if (made.kind === 'refused') return made;
  const { connections, connectors, drop } = made.fixture;
  const { environment } = declared.values({});
  return { kind: 'made', declared, folders, environment, over: { connections, connectors }, drop };
}

/** Opens a session over the fixture. Throws `Refused` as `makeSessionFixture`. */
export async function openOverFixture(
  workspace: Pick<Workspace, 'root' | 'read' | 'host'>,
  fixtures: (() => Fixtures) | undefined,
  session: SessionInput,
  open: (input: SessionInput) => Promise<OpenedForCall>,
): Promise<OpenedForCall> {
  const made = await makeSessionFixture(workspace, fixtures);
  if (made.kind === 'refused') return { opened: { ok: false, ...made }, elsewhere: [] };
  const { environment, over, drop } = made;
  let isUsed = false;
  try {
    const result = await open({
      ...session,
      profile: { ...session.profile, environment, installation: 'test' },
      mode: { kind: 'rehearsal', compare: [], procedures: false, over },
    });
    if (!result.opened.ok) return result;
    isUsed = true;
    const { session: opened } = result.opened;
    const close = async (): Promise<void> => {
      await opened.close();
      await drop();
    };
    return { ...result, opened: { ok: true, session: { ...opened, close } } };
  } finally {
    if (!isUsed) await drop();
  }
}
