/**
 * Compiles a `probe`: of an HTTP source, the request that finds out whether the ERP answers; of a step of a write, the
 * request that finds out whether the login may execute the step.
 */
import type { Path } from '../../base/place.ts';
import type { ExchangePlan } from '../../plan/exchange.ts';
import type { HttpSourceSpec, OutcomeSpec } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context/context.ts';
import { settingsScope } from '../names/parameter-scope.ts';
import { compileExchange } from './exchange.ts';
import { verbsOf } from './verbs.ts';

type ProbeSpec = NonNullable<HttpSourceSpec['probe']> & { readonly outcomes?: readonly OutcomeSpec[] | undefined };

type SpecWithProbe = Omit<HttpSourceSpec, 'probe'> & { readonly probe?: ProbeSpec | undefined };

/** Compiles a probe; undefined, and a report, where it cannot be compiled. `testsRight`: the probe of a step, and not of the source. */
export function httpProbe(
  context: CompileContext,
  source: string,
  spec: SpecWithProbe,
  path: Path,
  testsRight = false,
): ExchangePlan | undefined {
  const { probe = {} } = spec;
  if (verbsOf(probe).length === 0) {
    const hint = 'Write `get:` with a path that is answered quickly.';
    context.report('MAP112', { path, key: true, message: 'This probe has no request.', hint });
    return undefined;
  }
  const scope = settingsScope(context, spec.clock ?? 'UTC');
  const target = { fields: undefined, extra: [], scope, variables: [], coordinate: source };
  // The answer to a probe need not contain rows.
  const sourceSpec = { ...spec, request: { ...spec.request, rows: undefined } };
  // Cases send no probe, so that none of its parts is a point of coverage.
  const uncovered = { ...context, cover: undefined };
  return compileExchange(uncovered, { path, spec: probe, source, sourceSpec, target, testsRight })?.plan;
}
