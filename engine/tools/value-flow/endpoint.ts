/** What the statements and expressions of an endpoint reveal about columns: for a host that must not show some of them. */
import type { Contract } from '../../base/contract.ts';
import { isMap } from '../../base/members.ts';
import type { Path } from '../../base/place.ts';
import { compile } from '../../compile/compile.ts';
import { createContext } from '../../compile/context/context.ts';
import { factCombinations } from '../../compile/context/fact-combinations.ts';
import { databaseKindOf } from '../../compile/context/sources.ts';
import { hasError } from '../../diagnostics/diagnostic.ts';
import { openProfile, type ProfileFile } from '../../profile/open.ts';
import type { Environment } from '../../profile/settings.ts';
import { valueAt } from '../../profile/yaml/path.ts';
import type { Slot } from '../../sources/sql/text/render.ts';
import { type Flow, fixedFlow, mergedFlow } from './flow.ts';
import type { ColumnsOf } from './scope.ts';
import { type StatementFlow, statementTracer } from './statement.ts';

export interface EndpointFlowInput extends ProfileFile {
  readonly contract: Contract;
  readonly environment: Environment;
  /** Path of the endpoint: `/invoices/list`; undefined for the facts alone, which are read without a call. */
  readonly endpoint: string | undefined;
  /** The columns of the tables of a source. */
  readonly columnsOf: (source: string) => ColumnsOf;
}

/** A statement that a call of the endpoint can execute. */
export interface TracedFlow {
  readonly source: string;
  readonly sql: string;
  /** As the profile has it, with its optional blocks; `sql` where the profile has it in parts. */
  readonly written: string;
  readonly flow: StatementFlow;
}

/** An expression that a call of the endpoint can evaluate. */
export interface FlowExpression {
  readonly text: string;
  /** Names from whose values it computes something, and does not only pass them on. `*`: all names. */
  readonly computedNames: readonly string[];
  /** The field that it computes; undefined for a condition, a template or a key. */
  readonly field: string | undefined;
  /** Whether it belongs to a source, and not to the endpoint. */
  readonly isOfSource: boolean;
}

export interface EndpointFlow {
  readonly statements: readonly TracedFlow[];
  readonly expressions: readonly FlowExpression[];
  /** Names that a value map (`codes`) compares with words of the profile. */
  readonly mapped: readonly string[];
  /** Names of attached reads. */
  readonly attached: readonly string[];
  /** Whether a text of the request is searched for. */
  readonly searches: boolean;
}

/** The names under a key of any read below a value. */
function namesUnder(value: unknown, wanted: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => namesUnder(item, wanted));
  if (!isMap(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === wanted ? (isMap(inner) ? Object.keys(inner) : [key]) : []),
    ...namesUnder(inner, wanted),
  ]);
}

type Trace = Awaited<ReturnType<typeof statementTracer>>;
/** A statement, with what its placeholders are. */
interface PlacedStatement extends Omit<Parameters<Trace>[0], 'columnsOf' | 'rowFlow'> {
  readonly source: string;
  readonly written: string;
  readonly slots: readonly Slot[];
}

/** Rounds until the flows no longer change: a statement can take over the values of one that does so itself. */
const mostRounds = 4;

/** Traces all statements. A placeholder such as `:rows.name` or `:order.id` has the values that an earlier statement gives under this name. */
function tracedInOrder(
  statements: readonly PlacedStatement[],
  trace: Trace,
  columnsOf: EndpointFlowInput['columnsOf'],
): readonly TracedFlow[] {
  let [traced, flows]: [readonly TracedFlow[], ReadonlyMap<string, Flow>] = [[], new Map()];
  const takesRows = statements.some(({ slots }) =>
    slots.some((slot) => slot.kind !== 'engine' && slot.name.includes('.')),
  );
  for (let round = 0; round < (takesRows ? mostRounds : 1); round += 1) {
    const flowsBefore = flows;
    traced = statements.map(({ source, written, slots, ...statement }) => {
      const rowFlow = (position: number): Flow | undefined => {
        const slot = slots[position - 1];
        const name = slot === undefined || slot.kind === 'engine' ? '' : slot.name.toLowerCase();
        // An assistant can write the value of a setting.
        if (name.startsWith('settings.')) return fixedFlow;
        return name.includes('.') ? flowsBefore.get(name.slice(name.indexOf('.') + 1)) : undefined;
      };
      const flow = trace({ ...statement, columnsOf: columnsOf(source), rowFlow });
      return { source, sql: statement.sql, written, flow };
    });
    const outputs = traced.flatMap(({ flow }) => (flow.ok ? flow.outputs : []));
    const byName = Map.groupBy(outputs, ({ name }) => name.toLowerCase());
    flows = new Map([...byName].map(([name, same]) => [name, mergedFlow(same.map(({ flow }) => flow))]));
  }
  return traced;
}

const fieldAt = (path: Path): string | undefined => (path.at(-2) === 'fields' ? String(path.at(-1)) : undefined);

/**
 * Undefined for a profile with errors. Loads the library of grammars; see `loadPolyglot`. A statement with optional blocks is traced in each of its texts,
 * and a profile that depends on facts for each combination of them.
 */
export async function endpointFlow(input: EndpointFlowInput): Promise<EndpointFlow | undefined> {
  const { contract, endpoint, columnsOf } = input;
  const only = endpoint === undefined ? undefined : new Set([endpoint]);
  const { loaded, diagnostics } = await openProfile({ ...input, only }, input.environment, 'check');
  if (loaded === undefined || hasError(diagnostics)) return undefined;
  const trace = await statementTracer();
  const statements = new Map<string, PlacedStatement>();
  const expressions = new Map<string, FlowExpression>();
  const isUsed = ([section, name]: Path): boolean =>
    section === 'facts' || (endpoint !== undefined && (section !== 'endpoints' || name === endpoint));
  const profile = {
    ...loaded,
    contract,
    descriptions: new Map(),
    onExpression: (
      _place: unknown,
      { text, computedNames }: Pick<FlowExpression, 'text' | 'computedNames'>,
      path: Path,
    ): void => {
      if (!isUsed(path)) return;
      const expression = { text, computedNames, field: fieldAt(path), isOfSource: path[0] === 'sources' };
      expressions.set(JSON.stringify(expression), expression);
    },
  };
  for (const { factValues } of factCombinations(loaded.profile)) {
    const compilation = compile({ ...profile, factValues, ...(only === undefined ? {} : { only }) });
    const context = createContext(profile, compilation.choice, []);
    for (const { path, source, variants } of compilation.statements) {
      if (!isUsed(path)) continue;
      const databaseKind = databaseKindOf(context, source);
      const text = valueAt(loaded.profile, path);
      for (const { sql, slots = [] } of variants()) {
        const written = typeof text === 'string' ? text : sql;
        statements.set(`${source} ${sql}`, { source, sql, written, slots, databaseKind });
      }
    }
  }
  const spec: unknown = endpoint === undefined ? undefined : loaded.profile.endpoints[endpoint];
  return {
    statements: tracedInOrder([...statements.values()], trace, columnsOf),
    expressions: [...expressions.values()],
    mapped: namesUnder(spec, 'codes'),
    attached: [...namesUnder(spec, 'attach'), ...namesUnder(spec, 'each')],
    searches: namesUnder(spec, 'search').length > 0,
  };
}
