/** profile x contract x what the databases say -> plan. Pure: it runs once without databases, and once more with what they said. */
import type { Contract, Endpoint } from '../base/contract.ts';
import type { CoverageSink } from '../base/coverage.ts';
import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Finding } from '../diagnostics/reporter.ts';
import type { EndpointPlan, Plan } from '../plan/plan.ts';
import type { EndpointSpec, Profile } from '../profile/schema/index.ts';
import { type FactValues, selectVariants, type VariantSelection } from '../profile/select-variants.ts';
import type { SettingValues } from '../profile/settings.ts';
import type { ProfileDocument } from '../profile/yaml/document.ts';
import type { StatementFacts } from '../sources/source.ts';
import { type CompileContext, createContext } from './context/context.ts';
import { factCombinations } from './context/fact-combinations.ts';
import { pathKey, type StatementToDescribe } from './context/statements.ts';
import { compileEndpoint } from './endpoint.ts';
import { compileFacts, type FactPlan } from './facts.ts';
import { compileProbes, type ProbePlan } from './probes.ts';
import { questionsOf } from './rules/choices-decided.ts';
import { rules, rulesBeforeChoice } from './rules/index.ts';

export interface CompileInput {
  readonly profile: Profile;
  readonly document: ProfileDocument;
  readonly contract: Contract;
  readonly settings: SettingValues;
  /** By `pathKey`: what the database said of the statement there. Empty while none was asked. */
  readonly facts: ReadonlyMap<string, StatementFacts>;
  /** The profile's own facts: what is true of this ERP. Empty while none was asked. */
  readonly factValues: FactValues;
  /** Paths of the endpoints that are compiled; all when not given. */
  readonly only?: ReadonlySet<string>;
  /** Told what cases can prove of the endpoints; for a trial. */
  readonly coverage?: CoverageSink | undefined;
  /** What its author has yet to decide is reported, too: for a check, since a service that starts has nobody to ask. */
  readonly thorough?: boolean;
  /** It is tried, not served: what is yet to be decided is no error. */
  readonly allowUndecided?: boolean;
}

/** What is compiled before any database was asked. */
export type ProfileInput = Omit<CompileInput, 'facts' | 'factValues' | 'only'>;

export interface Compilation {
  readonly plan: Plan;
  readonly diagnostics: readonly Diagnostic[];
  /** The statements that the databases can be asked about, each once. */
  readonly statements: readonly StatementToDescribe[];
  readonly facts: readonly FactPlan[];
  /** By source: what is asked to see whether the ERP answers. */
  readonly probes: ReadonlyMap<string, ProbePlan>;
  readonly choice: VariantSelection;
}

/** A compilation for one combination of facts. */
export interface CompiledVariant {
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

/** A text that several endpoints or variants share is compiled for each of them, and wrong once. */
export function distinctFindings(found: readonly Diagnostic[]): readonly Diagnostic[] {
  return distinct(found, (item) => JSON.stringify([item.code, item.place, item.message]));
}

/** The same context where what cases can prove is reported. */
function covering(context: CompileContext, coverage: CoverageSink | undefined): CompileContext {
  if (coverage === undefined) return context;
  return { ...context, cover: (kind, at, what) => coverage.point({ kind, place: context.placeOf(at), what }) };
}

/** Findings that something is missing, which is what has yet to be decided. */
const missing: readonly Code[] = ['MAP112', 'MAP116', 'MAP252', 'MAP255', 'MAP256', 'MAP267', 'MAP281'];

/** Compiles what there is of an endpoint that somebody has yet to decide on, for what is wrong with it. It answers nothing. */
function openEndpoint(context: CompileContext, endpoint: Endpoint, spec: EndpointSpec): EndpointPlan | undefined {
  const { decide, ...proposed } = spec;
  const asked = typeof decide === 'object' ? Object.keys(decide) : [];
  // A search or an order may name a field that is asked for.
  const isAsked = ({ message }: Finding): boolean => asked.some((name) => message.includes(`"${name}"`));
  const report: CompileContext['report'] = (code, finding) => {
    if (!missing.includes(code) && !(code === 'MAP253' && isAsked(finding))) context.report(code, finding);
  };
  if (Object.keys(proposed).length > 0) compileEndpoint({ ...context, report, cover: undefined }, endpoint, proposed);
  return compileEndpoint(context, endpoint, { unavailable: `it is not decided yet. ${questionsOf(decide).join(' ')}` });
}

/** Compiles an endpoint. One that waits for a fact is compiled for what is wrong with it alone. */
function endpointOf(context: CompileContext, choice: VariantSelection, endpoint: Endpoint): EndpointPlan | undefined {
  const { endpoints } = context.profile;
  const spec = Object.hasOwn(endpoints, endpoint.path) ? endpoints[endpoint.path] : undefined;
  if (spec === undefined || endpoint.answer.kind === 'service') return undefined;
  const asked = context.statements.length;
  context.usedOpenParts.clear();
  const plan = (spec.decide === undefined ? compileEndpoint : openEndpoint)(context, endpoint, spec);
  if (!choice.openEndpoints.has(endpoint.path) && context.usedOpenParts.size === 0) return plan;
  context.statements.splice(asked);
  return plan && { ...plan, work: { kind: 'undecided' } };
}

/** The contract with the currencies that the profile adds, or gives another smallest unit. */
function withCurrencies({ contract, profile }: CompileInput): Contract {
  const own = Object.entries(profile.currencies ?? {});
  return own.length === 0 ? contract : { ...contract, currencies: new Map([...contract.currencies, ...own]) };
}

function compileVariant(input: CompileInput, factValues: FactValues): Compilation {
  const diagnostics: Diagnostic[] = [];
  const choice = selectVariants(input.profile, factValues);
  const context = createContext({ ...input, contract: withCurrencies(input) }, choice, diagnostics);
  for (const rule of rules) rule(context);
  const facts = compileFacts(context);
  const probes = compileProbes(context);
  const covered = covering(context, input.coverage);
  const plans = input.contract.endpoints.flatMap((endpoint): EndpointPlan[] => {
    if (input.only?.has(endpoint.path) === false) return [];
    const plan = endpointOf(covered, choice, endpoint);
    return plan === undefined ? [] : [plan];
  });
  return {
    plan: new Map(plans.map((plan) => [plan.endpoint.path, plan])),
    diagnostics,
    statements: distinct(context.statements, (question) => pathKey(question.path)),
    facts,
    probes,
    choice,
  };
}

/** Before anything is known of the ERP, whatever may be true is compiled for what is wrong with it. */
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
  const combinations = factValues.size > 0 || profile.facts === undefined ? [] : factCombinations(profile);
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
      diagnostics: distinctFindings([...written, ...variant.compilation.diagnostics]),
    },
  }));
  return {
    ...compilation,
    diagnostics: distinctFindings(variants.flatMap((variant) => variant.compilation.diagnostics)),
    variants,
  };
}
