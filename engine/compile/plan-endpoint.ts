/** The plan of an endpoint as far as it is decided: by its author (`decide`, open places), and by the facts of the ERP. */

import type { Endpoint } from '../base/contract.ts';
import { ownMember } from '../base/members.ts';
import type { Code } from '../diagnostics/codes.ts';
import type { Finding } from '../diagnostics/reporter.ts';
import type { EndpointPlan } from '../plan/plan.ts';
import type { EndpointSpec } from '../profile/schema/index.ts';
import type { VariantSelection } from '../profile/select-variants.ts';
import type { CompileContext } from './context/context.ts';
import { isUndecided, openFieldsOf } from './context/open-decisions.ts';
import { compileEndpoint } from './endpoint.ts';

/**
 * Compiles an endpoint of the contract; undefined where the profile does not provide it, or it cannot be compiled. An endpoint that depends
 * on an unknown fact is compiled only for its findings: its plan is `undecided`, and its statements are not described.
 */
export function planEndpoint(
  context: CompileContext,
  choice: VariantSelection,
  endpoint: Endpoint,
): EndpointPlan | undefined {
  const { endpoints } = context.profile;
  const spec = ownMember(endpoints, endpoint.path);
  if (spec === undefined || endpoint.answer.kind === 'service') return undefined;
  const statementsBefore = context.statements.length;
  context.usedOpenParts.clear();
  const plan = (isUndecided(spec) ? compileUndecided : compileEndpoint)(context, endpoint, spec);
  if (!choice.openEndpoints.has(endpoint.path) && context.usedOpenParts.size === 0) return plan;
  context.statements.splice(statementsBefore);
  return plan && { ...plan, work: { kind: 'undecided' } };
}

/** Findings that something is missing. They are expected in an endpoint that is not decided yet. */
const missing: readonly Code[] = ['MAP112', 'MAP116', 'MAP252', 'MAP255', 'MAP256', 'MAP267', 'MAP281'];

/** Compiles the proposed part of an endpoint with open decisions for its findings. The endpoint itself is unavailable. */
function compileUndecided(context: CompileContext, endpoint: Endpoint, spec: EndpointSpec): EndpointPlan | undefined {
  const { decide: _, ...proposed } = spec;
  const openFields = openFieldsOf(spec);
  // A search or an order may name a field that is not decided yet.
  const namesOpenField = ({ message }: Finding): boolean => openFields.some((name) => message.includes(`"${name}"`));
  const report: CompileContext['report'] = (code, finding) => {
    if (!missing.includes(code) && !(code === 'MAP253' && namesOpenField(finding))) context.report(code, finding);
  };
  if (Object.keys(proposed).length > 0) compileEndpoint({ ...context, report, cover: undefined }, endpoint, proposed);
  // The questions name tables and columns: they are for the author, in the findings, and not for callers.
  return compileEndpoint(context, endpoint, { unavailable: 'it is not decided yet' });
}
