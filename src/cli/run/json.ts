/** `engine run --format json`: the record of a call as one JSON document. */
import { ExactNumber } from '../../../engine/tools/index.ts';
import type { RunRecord, Step } from '../../service/lifecycle/recorder.ts';
import { refusalOf } from '../../service/server/refusal.ts';

/** JSON.stringify replacer: exact numbers, big integers and bytes become texts. */
function exactAsText(_key: string, value: unknown): unknown {
  if (value instanceof ExactNumber) return value.text;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return value instanceof Error ? value.message : value;
}

function stepOf(step: Step): object {
  switch (step.kind) {
    case 'statement':
      return { kind: 'statement', ...step.ran };
    case 'exchange': {
      const { reply, ...ran } = step.ran;
      const shownReply = reply === undefined ? {} : { reply: { status: reply.status, body: reply.body } };
      return { kind: 'exchange', ...ran, ...shownReply };
    }
    case 'trace':
      return { ...step.event, ms: step.ms };
  }
}

/** Ends with a line break. `answer` is the body exactly as the service would send it, with all digits. */
export function recordJson(
  { path, body, steps, log, outcome, ms, changes, unsent }: RunRecord,
  conceal: (text: string) => string,
): string {
  const refusal = outcome.ok || unsent.length > 0 ? undefined : refusalOf(outcome.problem);
  const document = {
    endpoint: path,
    body,
    steps: steps.map(stepOf),
    log,
    ms,
    ...(changes === undefined ? {} : { changes }),
    ...(unsent.length === 0 ? {} : { unsent }),
    ...(outcome.ok ? { status: 200 } : {}),
    ...(refusal === undefined ? {} : { status: refusal.status, error: refusal.message, fields: refusal.fields ?? [] }),
  };
  const text = conceal(JSON.stringify(document, exactAsText));
  return `${outcome.ok ? `${text.slice(0, -1)},"answer":${outcome.json}}` : text}\n`;
}
