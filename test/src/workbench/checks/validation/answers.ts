/** Answers as a caller receives them, without a connection. */

import { parseBody } from '../../../../../engine/base/exact-number.ts';
import { answerExample } from '../../../../../engine/shape/example.ts';
import type { Path } from '../../../../../src/contract/index.ts';
import { contract } from '../../../../../src/contract/index.ts';
import { type Answer, endpointAt } from '../../../../../src/workbench/checks/validation/index.ts';

/** An answer with this text. */
export function answered(text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  const parsed = parseBody(text);
  const all = { 'content-type': 'application/json', ...headers };
  return {
    kind: 'answer',
    status,
    headers: new Map(Object.entries(all)),
    text,
    isJson: parsed.ok,
    body: parsed.ok ? parsed.body : undefined,
    echoesKey: false,
    ms: 1,
  };
}

/** The documentation's example of an endpoint's answer, as JSON text. */
export function example(path: Path): string {
  const endpoint = endpointAt(path);
  if (endpoint === undefined) throw new Error(`no endpoint ${path}`);
  return JSON.stringify(answerExample(contract, endpoint));
}
