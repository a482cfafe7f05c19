/** Texts of a request, held against what the ERP's columns can hold. */
import type { WritePlan } from '../../compile/plan.ts';
import type { FieldFault } from '../../problem.ts';
import { isRow } from '../../shape/encode.ts';
import type { RequestValues } from '../../shape/request.ts';
import { refuse } from '../refuse.ts';

function* textsAt(
  value: unknown,
  path: readonly string[],
  name: string,
): Generator<{ readonly field: string; readonly text: string }> {
  const [head, ...tail] = path;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textsAt(item, path, `${name}[${index}]`);
  } else if (head === undefined) {
    if (typeof value === 'string') yield { field: name, text: value };
  } else if (isRow(value)) {
    yield* textsAt(value[head], tail, name === '' ? head : `${name}.${head}`);
  }
}

/** Texts that the ERP's columns cannot hold are refused, never cut. Lengths count characters. */
export function checkLengths(write: WritePlan, request: RequestValues): void {
  const faults: FieldFault[] = [];
  for (const { path, max } of write.lengths) {
    for (const { field, text } of textsAt(request, path, '')) {
      if ([...text].length > max)
        faults.push({
          field,
          message: `must not be longer than ${max} characters, which is what the ERP can hold`,
          rule: 'maxLength',
        });
    }
  }
  refuse(faults);
}
