/**
 * The sample draft of the platform's connection test: answered without access to the ERP, so that a connection test
 * creates no order.
 */

import type { Answer } from '../../base/contract.ts';
import type { Problem } from '../../base/problem.ts';
import type { EndpointWork } from '../../plan/plan.ts';
import { isRow } from '../../shape/encode.ts';
import type { RequestValues } from '../../shape/request.ts';
import { broken, encodeContext, type Members } from '../answer/encode-rows.ts';
import type { RunContext } from '../context/context.ts';

type WriteAnswer = Extract<Answer, { kind: 'write' }>;

function sampleValues(answer: WriteAnswer, request: RequestValues): readonly unknown[] {
  const { sample } = answer;
  const list = sample === undefined ? undefined : request[sample.list];
  return Array.isArray(list) && sample !== undefined
    ? list.map((item: unknown) => (isRow(item) ? item[sample.field] : undefined))
    : [];
}

/** Whether every line has the demo article of this installation. */
export function isSample(answer: WriteAnswer, request: RequestValues, demo: string | undefined): boolean {
  const values = sampleValues(answer, request);
  return demo !== undefined && values.length > 0 && values.every((value) => value === demo);
}

/** The members of the contract's fixed answer, logged as `sample_answered`. Throws the problem `broken` where it cannot be encoded. */
export function sampleAnswer(
  answer: WriteAnswer,
  work: Extract<EndpointWork, { kind: 'write' }>,
  context: RunContext,
): Members {
  context.log({
    level: 'info',
    event: 'sample_answered',
    endpoint: context.endpoint,
    message: 'A connection test; the ERP was not touched.',
  });
  const encoded = work.encode(
    { ...answer.sample?.answer, ...answer.constants },
    encodeContext(context, 'UTC', context.endpoint),
  );
  if (!encoded.ok) throw broken(encoded.field, undefined, encoded.breach);
  return encoded.json.slice(1, -1);
}

/** Whether a refusal is about the article: it names its field, or the article itself. */
function isAbout({ message, fields = [] }: Problem, name: string, value: string): boolean {
  return (
    fields.some(({ field }) => field.endsWith(`].${name}`)) ||
    [message, ...fields.map((fault) => fault.message)].some((text) => text.includes(value))
  );
}

/**
 * The hint for the operator if the refused draft may have been a connection test: its article is unknown. Undefined
 * otherwise.
 */
export function sampleHint(
  answer: Answer,
  request: RequestValues,
  demo: string | undefined,
  problem: Problem,
): string | undefined {
  if (answer.kind !== 'write' || answer.sample === undefined || demo !== undefined) return undefined;
  const [sku] = sampleValues(answer, request);
  return typeof sku !== 'string' || !isAbout(problem, answer.sample.field, sku)
    ? undefined
    : `If this was the platform's connection test, set demoSku (ENGINE_DEMO_SKU) to ${JSON.stringify(sku)}.`;
}
