/** The board: how each endpoint of the contract is provided. */
import type { Endpoint } from '../../../engine/index.ts';
import { type Lack, type Provision, providedBy } from '../../../engine/tools/index.ts';
import { symbolsOf } from '../language/index.ts';
import { endpointLines } from '../testing/endpoint-lines.ts';
import { check } from './check.ts';
import type { ShownFinding, ShownPlace } from './protocol/findings.ts';
import type { Board, BoardRow, DeclaredName } from './protocol/project.ts';
import type { SessionRecords } from './workspace/session-records.ts';
import type { Workspace } from './workspace/workspace.ts';

/** Adds the endpoint to findings that name none but are in its part of the profile. */
function assigned(findings: readonly ShownFinding[], text: string, file: string): ShownFinding[] {
  const lines = endpointLines(text);
  return findings.map((finding) => {
    const { endpoint, place } = finding;
    if (endpoint !== undefined || place === undefined || place.file !== file) return finding;
    const endpointLines = [...lines].find(([, { first, end }]) => place.line >= first && place.line < end);
    return endpointLines === undefined ? finding : { ...finding, endpoint: endpointLines[0] };
  });
}

const lackOf = ({ subject, when, reason }: Lack): BoardRow['lacks'][number] => ({
  ...(subject === undefined ? {} : { subject: { kind: subject.kind, name: subject.name } }),
  ...(when === undefined ? {} : { when }),
  ...(reason === undefined ? {} : { reason }),
});

/** How an endpoint is provided. `provisions` has none of an endpoint that cannot be used; `fault` says why, where the profile has it. */
function stateOf(
  { answer, path }: Endpoint,
  provisions: ReadonlyMap<string, Provision> | undefined,
  fault: string | undefined,
  isUnread: boolean,
): Pick<BoardRow, 'state' | 'reason' | 'sources' | 'computedBy' | 'lacks'> {
  const none = { sources: [], computedBy: [], lacks: [] };
  if (answer.kind === 'service') return { state: 'service', ...none };
  const provision = provisions?.get(path);
  if (fault !== undefined && (provision === undefined || isUnread)) return { state: 'unknown', reason: fault, ...none };
  if (provision === undefined) return { state: 'missing', ...none };
  if (provision.kind === 'unavailable') {
    const answers = provision.answersEmpty ? 'It answers an empty list.' : '';
    return { state: 'unavailable', reason: `${provision.reason} ${answers}`.trim(), ...none };
  }
  const { sources, computedBy, lacks } = provision;
  const state = lacks.length > 0 ? 'partial' : computedBy.length > 0 ? 'computed' : 'provided';
  return { state, sources: [...sources], computedBy: [...computedBy], lacks: lacks.map(lackOf) };
}

/** The names that the sections of a profile declare. */
const declaredNames = (text: string, file: string): DeclaredName[] =>
  symbolsOf(text)
    .filter(({ name }) => name !== 'endpoints')
    .flatMap(({ name: section, children }) =>
      children.map(({ name, nameRange: { start, end } }) => ({
        ...{ name, section },
        place: { file, line: start.line + 1, column: start.character + 1, length: end.character - start.character },
      })),
    );

/** All endpoints in the contract's order, and all findings of a check without the databases. */
export async function board(workspace: Workspace, records: SessionRecords): Promise<Board> {
  const { host, profileFile, place } = workspace;
  const { endpoints } = host.contract;
  const { text, bases } = await workspace.read();
  const profilePlace = place({ file: profileFile, line: 1, column: 1, length: 0 });
  const findings = assigned(await check(workspace, false), text, profilePlace.file);
  const provisions = providedBy(text, bases, host.contract)?.endpoints;
  const lines = endpointLines(text);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const rows = endpoints.map((endpoint): BoardRow => {
    const { path } = endpoint;
    const count = (wanted: ShownFinding['severity']): number =>
      findings.filter((one) => one.endpoint === path && one.severity === wanted).length;
    const first = lines.get(path)?.first;
    const at: ShownPlace | undefined = first === undefined ? undefined : { ...profilePlace, line: first };
    const coverage = records.coverage.get(path);
    const fault = errors.find((one) => one.endpoint === path) ?? (first === undefined ? undefined : errors[0]);
    const isUnread = fault?.endpoint === path && fault.code.startsWith('YAML');
    const lastCall = records.lastCalls.get(path);
    return {
      path,
      ...stateOf(endpoint, provisions, fault?.message, isUnread),
      findings: { error: count('error'), warning: count('warning'), advice: count('advice') },
      ...(at === undefined ? {} : { place: at }),
      ...(coverage === undefined ? {} : { coverage }),
      ...(lastCall === undefined ? {} : { lastCall }),
    };
  });
  return { rows, names: declaredNames(text, profilePlace.file), findings };
}
