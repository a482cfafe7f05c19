/** Compiles `consent` of a refresh token into its configuration, with settings filled in. */
import type { Path } from '../../base/place.ts';
import { interpolate, visibleSettings } from '../../base/setting-values.ts';
import type { ConsentSpec } from '../../profile/schema/consent.ts';
import type { ConsentConfig, TenantsConfig } from '../../sources/http/auth/config.ts';
import type { ProfileContext } from '../context/profile-context.ts';
import { expressionAt } from '../expressions/expressions.ts';

/** Variables of other expressions, which do not exist here: a consent belongs to no request. */
const unavailable = ['request', 'now', 'today', 'status', 'headers', 'cookies'];

type Evaluate = (input: unknown) => Promise<unknown>;

/** An expression over what the vendor says of a consent; undefined if it cannot be compiled, which is reported. */
function consentExpression(context: ProfileContext, path: Path, text: string): Evaluate | undefined {
  const expression = expressionAt(context, path, text, { variables: [], names: undefined, unavailable });
  if (expression === undefined) return undefined;
  for (const { name, offset } of expression.variables.filter((used) => unavailable.includes(used.name))) {
    const message = `$${name} is not available in an expression of \`consent\`.`;
    const hint = 'Available is $settings; names without $ are members of the answer, or of the row.';
    context.report('EXP302', { path, range: { offset, length: name.length + 1 }, message, hint });
  }
  return async (input) => expression.evaluate(input, { settings: visibleSettings(context.settings) });
}

type TenantsSpec = NonNullable<ConsentSpec['tenants']>;

/** The expressions of `tenants`. Those that cannot be compiled are reported and left out. Reads no value of a setting. `path`: that of `tenants`. */
export function tenantExpressions(
  context: ProfileContext,
  path: Path,
  { rows, label, settings }: TenantsSpec,
): Omit<TenantsConfig, 'target'> {
  const evaluates = Object.entries(settings).map(
    ([name, text]) => [name, consentExpression(context, [...path, 'settings', name], text)] as const,
  );
  return {
    rows: rows === undefined ? async (body) => body : (consentExpression(context, [...path, 'rows'], rows) ?? noRows),
    label: label === undefined ? undefined : consentExpression(context, [...path, 'label'], label),
    settings: new Map(evaluates.flatMap(([name, evaluate]) => (evaluate === undefined ? [] : [[name, evaluate]]))),
  };
}

const noRows: Evaluate = async () => undefined;

/** The configuration of a consent. Expressions that cannot be compiled are reported and left out. `path`: that of `consent`. */
export function consentConfig(context: ProfileContext, path: Path, spec: ConsentSpec): ConsentConfig {
  const fill = (text: string): string => interpolate(text, context.settings);
  const { url, scope, params, issuer, tenants } = spec;
  const parameters = { ...(scope === undefined ? {} : { scope }), ...params };
  return {
    url: fill(url),
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, fill(value)])),
    issuer: issuer === undefined ? undefined : fill(issuer),
    tenants: tenants && {
      target: tenants.get === undefined ? undefined : fill(tenants.get),
      ...tenantExpressions(context, [...path, 'tenants'], tenants),
    },
  };
}
