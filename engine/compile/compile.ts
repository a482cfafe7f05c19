/** profile x contract x what the databases say -> plan. Pure: it runs once without databases, and once more with what they said. */
import type { Contract } from '../contract.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { ProfileDocument } from '../profile/parse.ts';
import { rules } from '../profile/rules/index.ts';
import type { Profile } from '../profile/schema/index.ts';
import type { SettingValues } from '../profile/settings.ts';
import type { StatementFacts } from '../sources/source.ts';
import { createContext, pathKey, type Question } from './context.ts';
import { compileEndpoint } from './endpoint.ts';
import type { EndpointPlan, Plan } from './plan.ts';

export interface CompileInput {
  readonly profile: Profile;
  readonly document: ProfileDocument;
  readonly contract: Contract;
  readonly settings: SettingValues;
  /** By `pathKey`: what the database said of the statement there. Empty while none was asked. */
  readonly facts: ReadonlyMap<string, StatementFacts>;
}

export interface Compilation {
  readonly plan: Plan;
  readonly diagnostics: readonly Diagnostic[];
  /** The statements that the databases can be asked about, each once. */
  readonly questions: readonly Question[];
}

function distinct<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

export function compile(input: CompileInput): Compilation {
  const diagnostics: Diagnostic[] = [];
  const context = createContext(input, diagnostics);
  for (const rule of rules) rule(context);
  const plans = input.contract.endpoints.flatMap((endpoint): EndpointPlan[] => {
    const spec = Object.hasOwn(input.profile.endpoints, endpoint.path)
      ? input.profile.endpoints[endpoint.path]
      : undefined;
    const plan = spec && endpoint.answer.kind !== 'service' ? compileEndpoint(context, endpoint, spec) : undefined;
    return plan === undefined ? [] : [plan];
  });
  return {
    plan: new Map(plans.map((plan) => [plan.endpoint.path, plan])),
    // A text that several endpoints share is compiled for each of them, and wrong once.
    diagnostics: distinct(diagnostics, (item) => JSON.stringify([item.code, item.place, item.message])),
    questions: distinct(context.questions, (question) => pathKey(question.path)),
  };
}
