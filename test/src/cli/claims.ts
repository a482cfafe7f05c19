/** Claims in the states that a store has them in. */
import { createHash } from 'node:crypto';
import type { NextState } from '../../../engine/index.ts';

export const minute = 60_000;
/** SHA-256 of installation, endpoint and natural key. */
export const idOf = (key: string, endpoint = '/sale-draft', installation = 'test'): string =>
  createHash('sha256')
    .update(JSON.stringify([installation, endpoint, key]))
    .digest('hex');
export const answer = '"saleId":"17","status":"draft","receivedAt":"2026-05-01T10:00:00.000Z"';
export const unknown: NextState = { kind: 'unknown', step: 'create', lookInMs: 5 * minute, empty: 1 };
export const held: NextState = { kind: 'held', reason: 'two documents have this key' };
export const states: Readonly<Record<string, NextState>> = {
  absent: { kind: 'absent' },
  begun: { kind: 'absent' },
  writing: { kind: 'claimed', leaseMs: minute },
  interrupted: { kind: 'claimed', leaseMs: -minute },
  sending: { kind: 'sent', step: 'create', leaseMs: minute },
  sent: { kind: 'sent', step: 'create', leaseMs: -minute },
  undoing: { kind: 'undoing', step: 'create', refusal: 'R 17 is sold out', attempt: 1, leaseMs: minute },
  unknown,
  held,
  done: { kind: 'done', result: answer },
};
