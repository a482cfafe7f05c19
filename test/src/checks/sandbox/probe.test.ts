import { describe, expect, it } from 'vitest';
import { createProbe, type Probe } from '../../../../src/checks/sandbox/probe.ts';
import type { Answer, Caller, Exchange } from '../../../../src/checks/validation/caller.ts';
import { answered, example } from '../platform/answers.ts';

const path = '/debtors/list';
const error = (code: string): string => JSON.stringify({ schemaVersion: '1', error: 'No.', code });

/** A probe whose requests get these answers, one after the other. */
function probeOf(...answers: readonly Answer[]): { readonly probe: Probe; readonly sent: string[] } {
  const left = [...answers];
  const sent: string[] = [];
  const send = async (to: string, text: string): Promise<Exchange> => {
    sent.push(to);
    const reply = left.shift() ?? { kind: 'none' as const, reason: 'it hung up', ms: 1 };
    return { sent: { method: 'POST', path: to, url: to, headers: {}, text }, reply };
  };
  const keys = { ordering: undefined, receivables: undefined };
  const caller: Caller = { baseUrl: '', keys, send, post: (to, fields) => send(to, JSON.stringify(fields)) };
  return { probe: createProbe(caller, path), sent };
}

const rulesOf = ({ findings }: Probe): readonly string[] => findings.map(({ rule }) => rule);
const throttled = (seconds: string): Answer => answered(error('INTERNAL_ERROR'), 429, { 'retry-after': seconds });
const fine = answered(example(path));

describe('a probe', () => {
  it('sends a throttled request again, and takes what comes then', async () => {
    const { probe, sent } = probeOf(throttled('0'), throttled('0'), fine);
    expect((await probe.ask(path, {})).debtors).toHaveLength(1);
    expect([sent.length, rulesOf(probe), probe.notes.length]).toEqual([3, [], 2]);
  });

  it('waits for nobody who throttles for long, for ever, or without saying how long', async () => {
    for (const answers of [[throttled('9999')], [throttled('')], Array.from({ length: 9 }, () => throttled('0'))]) {
      const { probe, sent } = probeOf(...answers);
      await expect(probe.ask(path, {})).rejects.toThrow();
      expect(sent.length).toBeLessThan(5);
      expect(rulesOf(probe)).toContain('status');
    }
  });

  it('ends without a finding where the service does not provide the endpoint', async () => {
    const { probe } = probeOf(answered(error('INTERNAL_ERROR'), 501));
    await expect(probe.ask(path, {})).rejects.toThrow(`The service does not provide ${path} (501).`);
    expect(rulesOf(probe)).toEqual([]);
  });

  it('says that no answer came', async () => {
    const { probe } = probeOf();
    await expect(probe.ask(path, {})).rejects.toThrow();
    expect([rulesOf(probe), probe.silence]).toEqual([['no-answer'], 'it hung up']);
  });

  it('keeps what another endpoint broke apart from what it is about', async () => {
    const { probe } = probeOf(answered('{}'));
    await expect(probe.ask('/health', {})).rejects.toThrow('/health gave no usable answer.');
    expect(rulesOf(probe)).toEqual([]);
    expect(probe.strays.map(({ path: at }) => at)).toEqual(['/health']);
  });

  it('holds a refusal against its status, its body and the fields that it names', async () => {
    const wanted = { rule: 'invalid-field', statuses: [422], because: 'x', fields: ['page'] } as const;
    const cases = [
      [fine, ['invalid-field']],
      [answered(error('VALIDATION_FAILED'), 422), ['invalid-field']],
      [answered('<h1>', 422), ['error-body', 'invalid-field']],
    ] as const;
    for (const [answer, found] of cases) {
      const { probe } = probeOf(answer);
      await probe.refuse(path, {}, wanted);
      expect(rulesOf(probe)).toEqual(found);
    }
  });
});
