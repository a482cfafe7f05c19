/** Parameters of functions: in brackets after the name, or in the query of the older versions (OData 4.01, part 2, 4.5; OData 2.0, URI conventions, 3.4). */
import type { Members } from '../../../../engine/host/index.ts';
import { type Csdl, keyValues, type ODataVersion, valueFaults } from '../../../../engine/tools/index.ts';
import { literalJson } from './literal.ts';
import type { DescribedService } from './model.ts';
import { ODataError } from './odata-error.ts';

export type Call = Csdl['calls'][number];

/** The value of a literal in a query. */
function valueIn(text: string): unknown {
  const [only] = keyValues(text) ?? [];
  return only === undefined ? text : literalJson(only.value);
}

/** The parameters that a path or query gives, by name. `text`: between the brackets. */
export function givenParameters(text: string | undefined, version: ODataVersion, query: URLSearchParams): Members {
  if (version < 4)
    return Object.fromEntries(
      [...query].flatMap(([name, value]) => (/^[$@]/.test(name) ? [] : [[name, valueIn(value)]])),
    );
  const named = (text === undefined ? [] : (keyValues(text) ?? [])).map(({ name, value }) => {
    const alias = value.text.startsWith('@') ? query.get(value.text) : null;
    return [name?.text ?? '', alias === null ? literalJson(value) : valueIn(alias)] as const;
  });
  return Object.fromEntries(named);
}

/** Whether the names of the given parameters are those of the function. */
export function sameNames(parameters: Call['parameters'], given: Members): boolean {
  const names = Object.keys(given);
  return names.length === parameters.length && parameters.every(({ name }) => names.includes(name));
}

/** The parameters of a function. Throws for those that it does not have, and for values that it does not take. */
export function checkedParameters({ typeNamed, file, version }: DescribedService, call: Call, given: Members): Members {
  const other = Object.keys(given).find((name) => !call.parameters.some((one) => one.name === name));
  if (other !== undefined) throw new ODataError(400, `${call.name} has no parameter '${other}'.`);
  for (const { name, type, isCollection, isNullable } of call.parameters) {
    const value = given[name];
    if (value === undefined || value === null) {
      if (!isNullable) throw new ODataError(400, `${call.name} requires the parameter '${name}'.`);
      continue;
    }
    const described = typeNamed(type);
    const rules = {
      side: 'request',
      isWhole: true,
      protocol: 'odata',
      writing: 'json',
      file,
      hasTextNumbers: false,
    } as const;
    const [fault] = isCollection
      ? []
      : valueFaults(value, described, described, { ...rules, hasOldTimes: version < 4 });
    if (fault !== undefined)
      throw new ODataError(400, `${call.name} has '${name}' as ${JSON.stringify(value)}, ${fault.clause}.`);
  }
  return given;
}
