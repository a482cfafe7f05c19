/** Values of enumerations of the vendor in recorded answers. They are kept: another text would be none of the enumeration, and they name no person. */
import { parseBody } from '../../../engine/index.ts';
import { type DescribedTexts, isJsonObject, type RanRequest } from '../../../engine/tools/index.ts';
import type { RecordedCall } from './session.ts';

/** Finds what the answer to a request has to be. */
export type DescribedAnswers = (ran: RanRequest) => DescribedTexts;

function valuesIn(value: unknown, described: DescribedTexts, path: string): readonly string[] {
  if (typeof value === 'string') return described(path)?.isValue(value) === true ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => valuesIn(item, described, path));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    valuesIn(inner, described, path === '' ? name : `${path}.${name}`),
  );
}

/** The values of enumerations in the answers of the calls. */
export function enumeratedIn(calls: readonly RecordedCall[], described: DescribedAnswers): ReadonlySet<string> {
  const values = calls.flatMap(({ exchanges }) =>
    exchanges.flatMap((ran) => {
      const parsed = parseBody(ran.reply?.body ?? '');
      return parsed.ok ? valuesIn(parsed.body, described(ran), '') : [];
    }),
  );
  return new Set(values);
}
