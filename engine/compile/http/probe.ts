/** Compiles the `probe` of an HTTP source: the request that tells whether the ERP answers. */
import type { Path } from '../../base/place.ts';
import type { ExchangePlan } from '../../plan/exchange.ts';
import type { HttpSourceSpec } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context/context.ts';
import { settingsScope } from '../names/parameter-scope.ts';
import { compileExchange } from './exchange.ts';
import { verbsOf } from './verbs.ts';

/** Compiles the probe; undefined, and a report, where it cannot be compiled. */
export function httpProbe(
  context: CompileContext,
  source: string,
  spec: HttpSourceSpec,
  path: Path,
): ExchangePlan | undefined {
  const { probe = {} } = spec;
  if (verbsOf(probe).length === 0) {
    const message = 'This probe has no request.';
    context.report('MAP112', {
      path,
      key: true,
      message,
      hint: 'Write `get:` with a path that is answered quickly.',
    });
    return undefined;
  }
  const scope = settingsScope(context.settings, spec.clock ?? 'UTC');
  const target = { fields: undefined, extra: [], scope, variables: [], coordinate: source };
  // The answer to a probe need not contain rows.
  const sourceSpec = { ...spec, request: { ...spec.request, rows: undefined } };
  return compileExchange(context, { path, spec: probe, source, sourceSpec, target, variables: [], overlap: 0 })?.plan;
}
