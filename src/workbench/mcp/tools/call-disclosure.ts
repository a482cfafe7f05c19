/** What a call may show, before it runs and when its exchanges are known. */
import { type EndpointFlow, endpointFlow, readDescriptions } from '../../../../engine/tools/index.ts';
import { hasKnownWords, type MaskClass } from '../../masking/index.ts';
import { Refused } from '../../operations/access/folder.ts';
import type { ShownStep } from '../../operations/protocol/call.ts';
import type { Workspace } from '../../operations/workspace/workspace.ts';
import type { FactOf } from '../mask/column-fact.ts';
import type { ErpColumns } from '../mask/erp-columns.ts';
import { profileWords } from '../mask/known-words.ts';
import { answeredMembers } from '../mask/member-classes.ts';
import type { TranslatedRequest } from '../mask/request-words.ts';
import { givenTexts, strangeSentText } from '../mask/sent-words.ts';
import type { SessionMasker } from '../mask/session-masker.ts';
import { type Disclosure, discloseMembers, discloseStatements, mergedDisclosure } from '../mask/treatments.ts';
import { connectionsOf } from '../session/connections.ts';
import type { Workbench } from '../session/workbench.ts';

interface DisclosureInput {
  readonly workbench: Workbench;
  readonly workspace: Workspace;
  readonly masker: SessionMasker;
  /** Path of the endpoint. */
  readonly endpoint: string;
  readonly request: TranslatedRequest;
}

export interface CallDisclosure {
  /** What its statements reveal. */
  readonly disclosure: Disclosure;
  /** The same, with what the exchanges of the call reveal. */
  after(steps: readonly ShownStep[]): Promise<Disclosure>;
}

/** Classes that a name alone gives to a member: its values identify a person or an account. */
const identifyingClasses: ReadonlySet<MaskClass> = new Set([
  ...(['name', 'company', 'address', 'coordinate', 'mail', 'phone', 'tax', 'bank', 'secret'] as const),
]);

const nothing: Disclosure = {
  treatments: new Map(),
  refusals: [],
  searchesMasked: false,
  searchesNumbers: false,
  writesMasked: false,
};

/** The columns; undefined where the ERP cannot be read: the call itself says why. */
async function columnsOf(workbench: Workbench, workspace: Workspace): Promise<ErpColumns | undefined> {
  try {
    return await workbench.columns(workspace);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

async function factsFor(
  { workspace, masker }: Pick<DisclosureInput, 'workspace' | 'masker'>,
  flow: EndpointFlow,
  columns: ErpColumns | undefined,
): Promise<FactOf> {
  const wanted = flow.statements.flatMap(({ source, flow: one }) => {
    if (!one.ok) return [];
    const flows = [...one.outputs, ...one.written].map((part) => [...part.flow.columns.values()]);
    const targets = one.written.flatMap(({ table, column }) => (column === undefined ? [] : [{ table, column }]));
    const tested = one.tests.flatMap((test) => test.columns);
    return [...flows.flat(), ...tested, ...targets].map((column) => ({ source, ...column }));
  });
  const unknown: FactOf = () => ({ maskClass: 'bank', isOpen: false });
  try {
    return columns === undefined ? unknown : await columns.facts(workspace, masker, wanted);
  } catch (error) {
    if (error instanceof Refused) return unknown;
    throw error;
  }
}

/** The words of the values of the profile's settings: they are parts of addresses. */
async function settingWords(workspace: Workspace): Promise<readonly string[]> {
  const { environment } = workspace.load().profile;
  const settings = (await connectionsOf(workspace))?.settings ?? new Map();
  const values = [...settings.values()].flatMap(({ env, byDefault }) => [
    ...(env === undefined ? [] : [environment[env] ?? '']),
    ...(typeof byDefault === 'string' ? [byDefault] : []),
  ]);
  return values.flatMap((value) => profileWords(value));
}

/** Whether the vendor's descriptions have a name. */
async function describedNames({ host, load }: Workspace): Promise<(name: string) => boolean> {
  const read = await readDescriptions({ ...load().profile, contract: host.contract });
  return (name) => read.ok && read.paths.some((one) => one.has(name));
}

/**
 * Why the facts of the profile must not be read: a fact can depend on masked values, and the findings would reveal its value. Undefined where
 * the profile has errors, so that this cannot be traced.
 */
export async function factRefusals(workbench: Workbench, workspace: Workspace): Promise<readonly string[] | undefined> {
  const { text, bases } = await workspace.read();
  const profile = [text, ...bases.texts.values()];
  if (profile.every((one) => !/\bfacts\b/.test(one) || workbench.isAgreed(profile, one))) return [];
  const columns = await columnsOf(workbench, workspace);
  const flow = await endpointFlow({
    ...workspace.load().profile,
    contract: workspace.host.contract,
    endpoint: undefined,
    columnsOf: (source) => columns?.columnsOf(source) ?? (() => undefined),
  });
  if (flow === undefined) return undefined;
  const isAgreed = (text: string): boolean => workbench.isAgreed(profile, text);
  const statements = flow.statements.filter(({ written }) => !isAgreed(written));
  if (statements.length === 0) return [];
  const masker = await workbench.masking();
  const factOf = await factsFor({ workspace, masker }, { ...flow, statements }, columns);
  const facts = { ...flow, statements, expressions: [] };
  return discloseStatements(facts, { factOf, given: new Set(), isAgreed }).refusals;
}

/** Undefined for a profile with errors: the call shows them. */
export async function callDisclosure(input: DisclosureInput): Promise<CallDisclosure | undefined> {
  const { workbench, workspace, masker, endpoint, request } = input;
  const columns = await columnsOf(workbench, workspace);
  const flow = await endpointFlow({
    ...workspace.load().profile,
    contract: workspace.host.contract,
    endpoint,
    columnsOf: (source) => columns?.columnsOf(source) ?? (() => undefined),
  });
  if (flow === undefined) return undefined;
  const factOf = await factsFor(input, flow, columns);
  const given = request.translated;
  const { text, bases } = await workspace.read();
  const profile = [text, ...bases.texts.values()];
  const isAgreed = (one: string): boolean => workbench.isAgreed(profile, one);
  const disclosure = flow.statements.length === 0 ? nothing : discloseStatements(flow, { factOf, given, isAgreed });
  return {
    disclosure,
    async after(steps) {
      if (!steps.some(({ kind }) => kind === 'exchange')) return disclosure;
      const named = new Set([...workbench.namedWords(), ...masker.memberNames]);
      const isShownName = (name: string): boolean => named.has(name.toLowerCase()) || hasKnownWords(name);
      const { masked, names, ids } = answeredMembers(steps, masker);
      const maskedNames = new Set([...masked.keys()].map((name) => name.toLowerCase()));
      const both = mergedDisclosure(disclosure, discloseMembers(flow, masked, { given, isAgreed, isShownName }));
      const strange = strangeSentText(steps, {
        named: new Set([...named, ...(await settingWords(workspace))]),
        literals: workbench.agreedValues(),
        given: givenTexts(request.value),
        ids,
        isDescribed: await describedNames(workspace),
        isMasked: (name) => maskedNames.has(name) || (!names.has(name) && identifyingClasses.has(masker.classOf(name))),
        isAgreed: (literal) => workbench.hasAgreedLiteral(profile, literal),
      });
      if (strange === undefined) return both;
      const refusal =
        'A request to the ERP contains a word that neither the profile had when you started, nor an answer has shown. Its answer would reveal whether the word is a value of the ERP. After a restart of `engine mcp` the words of the profile count as agreed.';
      return { ...both, refusals: [...both.refusals, refusal] };
    },
  };
}
