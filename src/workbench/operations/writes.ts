/** Writes of the installation in the store and in the ERP's databases: the functions of `engine writes`. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { SourceError } from '../../../engine/index.ts';
import { type Decision, readAnswer, type Write } from '../../../engine/tools/index.ts';
import { type OpenedOperatorWrites, openOperatorWrites } from '../../service/lifecycle/open-writes.ts';
import {
  actionsFor,
  decisionConsequence,
  releaseConsequence,
  resultOf,
  type WriteAction,
} from '../../service/lifecycle/write-actions.ts';
import { answerText, reasonOf, stateText, storeText, unclaimedText } from '../../service/lifecycle/write-texts.ts';
import { Refused } from './access/folder.ts';
import type { decidedSchema, decisionSchema, ShownWrite, WriteList } from './protocol/writes.ts';
import type { Workspace } from './workspace/workspace.ts';

type Opened = Extract<OpenedOperatorWrites, { readonly ok: true }>;
type DecisionRequest = z.output<typeof decisionSchema>;
type Decided = z.input<typeof decidedSchema>;

/** Number of writes that are read at most. */
const most = 500;

const versionOf = (write: Write): string => createHash('sha256').update(JSON.stringify(write)).digest('hex');

function shownWrite(write: Write): ShownWrite {
  const { id, endpoint, key, source, installation, createdAt, state, payload, released } = write;
  const actions = actionsFor(write);
  return {
    ...{ id, endpoint, key, createdAt, payload, state: state.kind, about: stateText(state), version: versionOf(write) },
    isOpen: actions.length > 0 && state.kind !== 'done',
    actions: [...actions],
    released: released.map((one) => ({
      ...{ createdAt: one.createdAt, releasedAt: one.releasedAt, answer: answerText(one.result) },
    })),
    ...(source === undefined ? {} : { source }),
    ...(installation === undefined ? {} : { installation }),
  };
}

/** Opens the store and the databases, which may be in use by services. */
async function open({ load }: Workspace): Promise<OpenedOperatorWrites> {
  const { config, profile } = load();
  const { settings, name } = config;
  return openOperatorWrites(profile, settings.store, name !== undefined);
}

function noticesOf({ writes, storeFault, store }: Opened): WriteList['notices'] {
  const unclaimed = unclaimedText(writes.unclaimed(undefined));
  const isStored = writes.stored(undefined);
  return [
    ...(storeFault === undefined ? [] : [{ tone: 'warn', text: `${storeFault.message} ${storeFault.hint}` } as const]),
    ...(isStored && storeFault === undefined
      ? [{ tone: store.kept ? '' : 'warn', text: storeText(store) } as const]
      : []),
    ...(unclaimed === '' ? [] : [{ tone: '', text: unclaimed } as const]),
  ];
}

/** The newest writes, those that are open first. */
export async function listWrites(workspace: Workspace): Promise<WriteList> {
  const { contract } = workspace.host;
  const answers = contract.endpoints.flatMap(({ path, answer }) => {
    if (answer.kind !== 'write') return [];
    const names = Object.entries(answer.fields).filter(([name]) => !Object.hasOwn(answer.constants, name));
    const fields = names.map(([name, { description, required }]) => ({ name, description, required }));
    return [{ endpoint: path, fields }];
  });
  const opened = await open(workspace);
  if (!opened.ok) {
    const findings = workspace.findings(opened.diagnostics, opened.sources);
    return { writes: [], more: false, notices: [], findings, answers };
  }
  try {
    const { writes: listed, unread } = await opened.writes.list({
      endpoint: undefined,
      since: undefined,
      limit: most + 1,
    });
    const failures = unread.map(({ place, error }) => {
      return { tone: 'warn', text: `The writes in ${place} cannot be read: ${reasonOf(error)}` } as const;
    });
    const shown = listed.slice(0, most).map(shownWrite);
    const writes = shown.toSorted((one, other) => Number(other.isOpen) - Number(one.isOpen));
    return { writes, more: listed.length > most, notices: [...noticesOf(opened), ...failures], findings: [], answers };
  } finally {
    await opened.close();
  }
}

/** Throws `Refused` for an answer that breaks the contract. */
function actionOf({ host }: Workspace, { action, endpoint, answer = {} }: DecisionRequest): WriteAction {
  if (action !== 'written') return { kind: action };
  const given = Object.entries(answer).filter(([, value]) => value !== '');
  const read = readAnswer(host.contract, endpoint, JSON.stringify(Object.fromEntries(given)));
  if (!read.ok) throw new Refused(`The answer ${read.fault}.`);
  return { kind: 'written', result: read.members };
}

const consequenceOf = (write: Write, action: WriteAction): string =>
  (action.kind === 'release' ? releaseConsequence(write) : decisionConsequence(action)) ??
  'The running service looks the document up in the ERP. This writes nothing.';

const carryOut = ({ writes }: Opened, write: Write, action: Decision | WriteAction) =>
  action.kind === 'release' ? writes.release(write) : writes.resolve(write, action);

/** Says what an action would cause, or carries it out on the write that the person has seen. */
export async function decide(workspace: Workspace, request: DecisionRequest): Promise<Decided> {
  const { endpoint, id, version, confirmed } = request;
  const { contract } = workspace.host;
  if (!contract.endpoints.some(({ path, answer }) => path === endpoint && answer.kind === 'write'))
    throw new Refused(`${endpoint} is not an endpoint that writes.`);
  const action = actionOf(workspace, request);
  const opened = await open(workspace);
  if (!opened.ok) throw new Refused('The profile has findings that prevent this: see the view Endpoints.');
  try {
    const write = await opened.writes.show(endpoint, id);
    if (write === undefined) throw new Refused('This write does not exist any more.');
    if (versionOf(write) !== version) {
      const { message } = resultOf(action, { kind: 'overtaken', write });
      return { kind: 'decided', isDone: false, message };
    }
    if (!confirmed) return { kind: 'confirm', consequence: consequenceOf(write, action) };
    const change = await carryOut(opened, write, action);
    if (change.kind === 'absent') throw new Refused('This write does not exist any more.');
    const { outcome, message } = resultOf(action, change);
    return { kind: 'decided', isDone: outcome !== 'refused' && outcome !== 'overtaken', message };
  } catch (error) {
    if (error instanceof SourceError) throw new Refused(`The writes cannot be read: ${reasonOf(error)}`);
    throw error;
  } finally {
    await opened.close();
  }
}
