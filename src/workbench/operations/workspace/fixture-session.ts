/** A session over the rows of the profile's fixture, in separate databases, which are dropped when it ends. */
import { declaredBy } from '../../../../engine/tools/index.ts';
import type { SessionInput } from '../../../service/lifecycle/call-session.ts';
import type { OpenedForCall } from '../../../service/lifecycle/open-for-call.ts';
import type { Fixtures } from '../../testing/fixture/fixture.ts';
import { Refused } from '../access/folder.ts';
import type { Workspace } from './workspace.ts';

/** The settings are those of cases without settings of their own. Throws `Refused` where no database server is available for the fixture. */
export async function openOverFixture(
  { root, read }: Pick<Workspace, 'root' | 'read'>,
  fixtures: (() => Fixtures) | undefined,
  session: SessionInput,
  open: (input: SessionInput) => Promise<OpenedForCall>,
): Promise<OpenedForCall> {
  const { text, bases } = await read();
  const declared = declaredBy(text, bases);
  if (fixtures === undefined || declared === undefined)
    throw new Refused('The profile has no fixture that can be used.');
  const made = await fixtures().make([root, ...bases.folders], declared.sources);
  if (made.kind === 'unproven') throw new Refused(`The fixture is not used: ${made.reason}. ${made.cure}`);
  if (made.kind === 'refused') return { opened: { ok: false, ...made }, elsewhere: [] };
  const { connections, connectors, drop } = made.fixture;
  let isUsed = false;
  try {
    const { environment } = declared.values({});
    const result = await open({
      ...session,
      profile: { ...session.profile, environment, installation: 'test' },
      mode: { kind: 'rehearsal', compare: [], procedures: false, over: { connections, connectors } },
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
