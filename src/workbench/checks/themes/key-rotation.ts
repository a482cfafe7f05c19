/** A rotation of keys: as soon as the service knows the new key, it refuses the old one. Must run last. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Secret } from '../../../../engine/index.ts';
import type { Check, KnownEndpoint } from '../core/check.ts';
import { fail, notPossible } from '../core/outcome.ts';
import { bearer, keyFor, type PlatformKeys } from '../validation/caller.ts';

const msBetweenTries = 500;

export interface Rotation {
  /** The key that replaces the ordering app's key, or the key of both apps. */
  readonly next: Secret;
  /** Milliseconds in which the service must have the next key. */
  readonly timeoutMs: number;
  /** Called once if the service does not know the next key yet. */
  readonly waiting: () => void;
}

/** The checks of one rotation. `keys`: the keys before it. */
export function keyRotation(
  endpoints: readonly KnownEndpoint[],
  keys: PlatformKeys,
  { next, timeoutMs, waiting }: Rotation,
): readonly Check[] {
  const old = keys.ordering ?? keys.receivables;
  const base = { clause: 'contract 5.4', tag: 'rotation', needs: [] } as const;
  let isRotated = false;
  const accepted: Check = {
    ...base,
    id: 'key rotation/next-key',
    path: '/health',
    title: 'the next key is accepted',
    async run(context) {
      const until = context.now() + timeoutMs;
      for (let tries = 0; context.now() < until; tries += 1) {
        const { status } = await context.send('/health', {}, { authorization: bearer(next, 'the next key') });
        isRotated = status === 200;
        if (isRotated) return;
        if (tries === 0) waiting();
        await pause(msBetweenTries);
      }
      fail('key-rotation', `the next key was not accepted within ${timeoutMs / 1000} s`);
    },
  };
  const refused = endpoints.flatMap(({ path }): readonly Check[] => {
    if (old === undefined || keyFor(keys, path)?.reveal() !== old.reveal()) return [];
    const check: Check = {
      ...base,
      id: 'key rotation/old-key',
      path,
      title: 'the old key is refused after the rotation',
      async run(context) {
        if (!isRotated) notPossible('the next key is not accepted');
        const refusal = { rule: 'key-rotation', status: 401, because: 'the old key' } as const;
        await context.refuse(path, {}, refusal, { authorization: bearer(old, refusal.because) });
      },
    };
    return [check];
  });
  return [accepted, ...refused];
}
