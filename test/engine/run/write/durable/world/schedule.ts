/** One schedule of the model: several replicas and callers with one key, faults, and a phase without faults. Returns the violations of the oracle. */
import { ProblemError } from '../../../../../../engine/base/problem.ts';
import { membersOf, memoryErp, type NativeKey } from './erp.ts';
import { fatesFrom } from './fate.ts';
import { Died, type Planted, paid, type Replica, startReplica, type World } from './replica.ts';
import { memoryStore } from './store.ts';
import { virtualTime } from './time.ts';

export interface Schedule {
  readonly native: NativeKey;
  /** The ERP holds the document from the beginning: somebody typed it in, or the store was lost. */
  readonly standing: boolean;
  readonly replicas: number;
  /** All replicas run on one machine, so that each one knows when the others made their changes. */
  readonly isOneMachine?: boolean;
  /** The documents of all keys have one lock, and the ERP takes only one of them: the engine has to refuse the others. */
  readonly isLocked?: boolean;
  /** A document whose posting is refused is removed again. */
  readonly isUndone?: boolean;
  readonly callers: readonly Caller[];
  /** Steps of the store's clock: when, and by how much, in milliseconds. */
  readonly jumps: readonly { readonly at: number; readonly by: number }[];
  readonly fates: readonly number[];
}

interface Caller {
  readonly at: number;
  readonly replica: number;
  readonly payload: string;
  readonly key?: string;
}

const key = 'PO-1';
/** Requests that a caller makes while there are faults, and afterwards: milliseconds between them. */
const repeats = { troubled: 6, afterwards: 180 } as const;
/** Shorter than the settling time, so that a repeat may arrive while the ERP still works for a process that died. */
const pauseMs = 100;
/** After it there are no more faults. */
const peaceAt = 6000;
/** Until everything that may still happen has happened. */
const silenceMs = 6000;

/** Sentences about what went wrong; none where the document was written once and every answer names it. */
export async function violations(
  schedule: Schedule,
  planted: Planted = {},
  log: World['log'] = () => undefined,
): Promise<readonly string[]> {
  const time = virtualTime();
  let shift = 0;
  const store = memoryStore(() => time.now() + shift);
  const erp = memoryErp(schedule.native, schedule.standing ? [key] : []);
  const fates = fatesFrom(schedule.fates);
  const { isLocked = false, isUndone = false, isOneMachine = false } = schedule;
  const isSole = schedule.replicas === 1;
  const world = { time, store, erp, fates, planted, log, isSole, isOneMachine, isLocked, isUndone };
  const replicas = Array.from({ length: schedule.replicas }, (_, index) => startReplica(world, `r${index}`));
  const answers: string[] = [];
  const faults: string[] = [];
  for (const { at, by } of schedule.jumps) {
    time.after(at, () => {
      shift += by;
    });
  }

  async function ask(replica: Replica, payload: string, callerKey: string): Promise<boolean> {
    try {
      const answer = await replica.write(callerKey, payload);
      answers.push(answer);
      const document = erp.documents.find(({ id }) => membersOf(id) === answer);
      if (document?.posted !== true)
        faults.push(`${answer} was answered at ${time.now()}, and is not a whole document`);
      return true;
    } catch (error) {
      if (error instanceof ProblemError && error.problem.message === paid) return true;
      if (!(error instanceof ProblemError) && !(error instanceof Died)) {
        const isSource = error instanceof Error && error.name === 'SourceError';
        if (!isSource) faults.push(`a bug: ${String(error)}`);
      }
      return false;
    }
  }

  async function call({ at, replica, payload, key: callerKey = key }: Caller, times: number): Promise<boolean> {
    await time.sleep(at);
    for (let turn = 0; turn < times; turn += 1) {
      const asked = replicas[(replica + turn) % replicas.length];
      if (asked !== undefined && (await ask(asked, payload, callerKey))) return true;
      await time.sleep(pauseMs);
    }
    return false;
  }

  let over = false;
  const run = async (): Promise<void> => {
    const troubled = Promise.all(schedule.callers.map((caller) => call(caller, repeats.troubled)));
    await Promise.race([troubled, time.sleep(peaceAt)]);
    fates.heal();
    for (const callerKey of new Set([key, ...schedule.callers.map((caller) => caller.key ?? key)])) {
      const last = await call({ at: 0, replica: 0, payload: 'last', key: callerKey }, repeats.afterwards);
      const state = store.rows.get(callerKey)?.state;
      // An operator has to remove what the ERP refused to remove, or did not remove in all attempts.
      const isLeft = state?.kind === 'held' && isUndone && erp.documents.some(({ posted }) => !posted);
      if (!last && !isLeft) faults.push(`no answer was had in peace; the claim of ${callerKey} is ${state?.kind}`);
    }
    for (const replica of replicas) replica.stop();
    await time.sleep(silenceMs);
    over = true;
  };
  const running = run();
  await time.run(() => over);
  await running;
  if (erp.documents.length > 1) faults.push(`the ERP holds ${erp.documents.length} documents`);
  for (const answer of new Set(answers))
    if (!erp.documents.some(({ id }) => membersOf(id) === answer))
      faults.push(`${answer} was answered, and was removed`);
  if (new Set(answers).size > 1) faults.push(`the key was answered with ${[...new Set(answers)].join(' and ')}`);
  return faults;
}
