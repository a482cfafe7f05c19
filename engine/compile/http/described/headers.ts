/** Checks the headers of a request against the vendor's description, and whether it has all headers and parameters that this requires. */
import type { Path } from '../../../base/place.ts';
import { withoutBrackets } from '../../../description/listed-query.ts';
import type { ListedOperation } from '../../../description/model.ts';
import { isStandardHeader } from '../../../description/openapi-service.ts';
import { suggestion } from '../../../diagnostics/did-you-mean.ts';
import type { HttpSourceSpec } from '../../../profile/schema/index.ts';
import type { CompileContext } from '../../context/context.ts';
import { announce, parameterNames } from './announce.ts';
import { checkTextConstant } from './constant.ts';
import { credentialNames } from './credential-names.ts';
import type { DescribedOption } from './query-options.ts';

/** Reports headers that the operation does not have, and values that they never have. `path`: of the request. */
export function checkHeaders(
  context: CompileContext,
  operation: ListedOperation,
  headers: readonly DescribedOption[],
  source: HttpSourceSpec,
  path: Path,
): void {
  const { headers: described, hasListedHeaders, name: operationName } = operation;
  announce(context, [...path, 'headers'], 'keys', () => parameterNames(described));
  const credentials = credentialNames(source).headers;
  for (const { name, value, path: at } of headers) {
    const lower = name.toLowerCase();
    const header = described.get(lower);
    if (header !== undefined) checkTextConstant(context, at, value, header.type, `The header "${name}"`);
    else if (hasListedHeaders && !isStandardHeader(lower) && !credentials.includes(lower)) {
      const names = [...described.values()].map((one) => one.name);
      const message = `${operationName} has no header "${name}".`;
      context.report('API804', { path: at, key: true, severity: 'warning', message, ...suggestion(name, names) });
    }
  }
}

/** Headers that the engine writes. */
const written = ['accept', 'authorization', 'content-type', 'content-length', 'host', 'user-agent'];

/** Reports headers and query parameters that the operation requires and the request lacks. `path`: of its verb. */
export function checkRequired(
  context: CompileContext,
  { name, headers, query }: ListedOperation,
  sent: { readonly headers: readonly DescribedOption[]; readonly params: readonly DescribedOption[] },
  source: HttpSourceSpec,
  path: Path,
): void {
  const credentials = credentialNames(source);
  const sentHeaders = [...sent.headers.map((one) => one.name.toLowerCase()), ...credentials.headers, ...written];
  const sentParams = [...sent.params.map((one) => one.name), ...credentials.params].map(withoutBrackets);
  const missing = [
    ...[...headers].flatMap(([lower, one]) =>
      one.isRequired && !sentHeaders.includes(lower) ? [['header', one.name, 'headers'] as const] : [],
    ),
    ...[...(query?.values() ?? [])].flatMap((one) =>
      one.isRequired && !sentParams.includes(withoutBrackets(one.name))
        ? [['parameter', one.name, 'params'] as const]
        : [],
    ),
  ];
  for (const [what, required, key] of missing) {
    const message = `${name} requires the ${what} "${required}".`;
    context.report('API804', { path, key: true, message, hint: `Add it under \`${key}\`.` });
  }
}
