/**
 * Compiles a profile: profile x contract x descriptions of its statements -> plan. Pure: it runs first without databases, and again only
 * where their descriptions change the plan.
 */
import type { Contract, Endpoint } from '../base/contract.ts';
import type { CoverageSink } from '../base/coverage.ts';
import type { ServiceDescription } from '../description/model.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { mergeFindings } from '../diagnostics/merge-findings.ts';
import type { EndpointPlan, Plan } from '../plan/plan.ts';
import type { Profile } from '../profile/schema/index.ts';
import { type FactValues, selectVariants, type VariantSelection } from '../profile/select-variants.ts';
import type { SettingValues } from '../profile/settings.ts';
import type { ProfileDocument } from '../profile/yaml/document.ts';
import type { StatementDescription } from '../sources/source.ts';
import { type CheckMemory, commonKey } from './check-memory.ts';
import { type CompileContext, createContext, type OnExpression, type OnFunction } from './context/context.ts';
import { factCombinations } from './context/fact-combinations.ts';
import { pathKey, type StatementToDescribe } from './context/statements.ts';
import type { OnScope } from './context/text-scope.ts';
import { compileFacts, type FactPlan } from './facts.ts';
import { planEndpoint } from './plan-endpoint.ts';
import { compileProbes, type ProbePlan } from './probes.ts';
import { rules, rulesAfterEndpoints, rulesBeforeChoice } from './rules/index.ts';

interface CompileInput {
  readonly profile: Profile;
  readonly document: ProfileDocument;
  readonly contract: Contract;
  readonly settings: SettingValues;
  /** The databases' descriptions of statements, by `pathKey`. Empty before the databases are connected. */
  readonly descriptions: ReadonlyMap<string, StatementDescription>;
  /** The vendors' descriptions of HTTP sources, by source: for checks, a service has none. */
  readonly services?: ReadonlyMap<string, ServiceDescription> | undefined;
  /** Values of the profile's `facts` for this ERP. Empty before it is connected. */
  readonly factValues: FactValues;
  /** Paths of the endpoints to compile; all where it is missing. */
  readonly only?: ReadonlySet<string>;
  /** Paths of the endpoints that the profile was narrowed to; undefined if it has all of them. */
  readonly needed?: ReadonlySet<string> | undefined;
  /** Receives the points that test cases can cover. */
  readonly coverage?: CoverageSink | undefined;
  /** Receives each expression with its place. */
  readonly onExpression?: OnExpression | undefined;
  /** Receives each function that is generated for rows. */
  readonly onFunction?: OnFunction | undefined;
  /** Receives what each statement and expression may name. */
  readonly onScope?: OnScope | undefined;
  /** Also report fields that the profile does not mention: for checks during development, not for the start of a service. */
  readonly thorough?: boolean;
  /** `decide` is no error: the profile is tested, it does not serve requests. */
  readonly allowUndecided?: boolean;
  /** What earlier checks of the profile have found out. Not with `coverage`, `onExpression` and `onFunction`. */
  readonly memory?: CheckMemory | undefined;
}

/** The input before any database is connected. */
export type ProfileInput = Omit<CompileInput, 'descriptions' | 'factValues'>;

/** The result of compiling a profile, with findings instead of plans where it is faulty. */
export interface Compilation {
  readonly plan: Plan;
  readonly diagnostics: readonly Diagnostic[];
  /** The statements that the databases can describe, each once. */
  readonly statements: readonly StatementToDescribe[];
  readonly facts: readonly FactPlan[];
  /** The probes by the name of their source. */
  readonly probes: ReadonlyMap<string, ProbePlan>;
  readonly choice: VariantSelection;
}

/** A compilation for one combination of facts. */
interface CompiledVariant {
  readonly factValues: FactValues;
  /** Paths of the endpoints that were compiled; all where it is missing. */
  readonly only?: ReadonlySet<string>;
  readonly compilation: Compilation;
}

export interface CompiledProfile extends Compilation {
  /** Every combination of facts that was compiled for its findings; where the facts are known or there are none, the compilation itself. */
  readonly variants: readonly CompiledVariant[];
}

function distinct<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

/** The context with coverage, where it is measured. */
function withCoverage(context: CompileContext, coverage: CoverageSink | undefined): CompileContext {
  if (coverage === undefined) return context;
  return { ...context, cover: (kind, at, what) => coverage.point({ kind, place: context.placeOf(at), what }) };
}

/** The contract with the currencies that the profile adds or redefines. */
function withCurrencies({ contract, profile }: CompileInput): Contract {
  const declaredCurrencies = Object.entries(profile.currencies ?? {});
  return declaredCurrencies.length === 0
    ? contract
    : { ...contract, currencies: new Map([...contract.currencies, ...declaredCurrencies]) };
}

/** Compiles the profile with the variants that these facts choose. */
function compileVariant(input: CompileInput, factValues: FactValues): Compilation {
  const diagnostics: Diagnostic[] = [];
  const choice = selectVariants(input.profile, factValues);
  const context = createContext({ ...input, contract: withCurrencies(input) }, choice, diagnostics);
  for (const rule of rules) rule(context);
  const facts = compileFacts(context);
  const probes = compileProbes(context);
  const covered = withCoverage(context, input.coverage);
  const { memory } = input;
  const common = memory === undefined ? '' : commonKey(context);
  const planned = (endpoint: Endpoint): EndpointPlan | undefined => {
    const plan = (compileContext: CompileContext): EndpointPlan | undefined =>
      planEndpoint(compileContext, choice, endpoint);
    if (memory === undefined) return plan(covered);
    const { path } = endpoint;
    return memory.endpoint({ context, common, path, isOpen: choice.openEndpoints.has(path) }, plan);
  };
  const plans = input.contract.endpoints.flatMap((endpoint): EndpointPlan[] => {
    if (input.only?.has(endpoint.path) === false) return [];
    const plan = planned(endpoint);
    return plan === undefined ? [] : [plan];
  });
  for (const rule of rulesAfterEndpoints) rule(context);
  return {
    plan: new Map(plans.map((plan) => [plan.endpoint.path, plan])),
    diagnostics,
    statements: distinct(context.statements, (statement) => pathKey(statement.path)),
    facts,
    probes,
    choice,
  };
}

/** The combinations of facts for the endpoints that are compiled. */
function combinationsOf({ profile, only }: CompileInput): ReturnType<typeof factCombinations> {
  const all = factCombinations(profile);
  if (only === undefined) return all;
  return all
    .map(({ factValues, endpoints }) => ({
      factValues,
      endpoints: new Set([...endpoints].filter((path) => only.has(path))),
    }))
    .filter(({ endpoints }) => endpoints.size > 0);
}

/**
 * Compiles a profile. While no facts are known, it is also compiled for combinations of them (`variants`), so that faults in all of its
 * variants are found.
 */
export function compile(input: CompileInput): CompiledProfile {
  const { factValues, profile } = input;
  const written: Diagnostic[] = [];
  const context = createContext(
    input,
    { ...selectVariants(profile, factValues), originalPath: (path) => path },
    written,
  );
  for (const rule of rulesBeforeChoice) rule(context);
  const compilation = compileVariant(input, factValues);
  const combinations = factValues.size > 0 || profile.facts === undefined ? [] : combinationsOf(input);
  const compiled: readonly CompiledVariant[] =
    combinations.length === 0
      ? [{ factValues, ...(input.only === undefined ? {} : { only: input.only }), compilation }]
      : combinations.map(({ factValues: possible, endpoints: only }) => ({
          factValues: possible,
          only,
          compilation: compileVariant({ ...input, only }, possible),
        }));
  const variants = compiled.map((variant) => ({
    ...variant,
    compilation: {
      ...variant.compilation,
      diagnostics: mergeFindings([...written, ...variant.compilation.diagnostics]),
    },
  }));
  return {
    ...compilation,
    diagnostics: mergeFindings(variants.flatMap((variant) => variant.compilation.diagnostics)),
    variants,
  };
}
