/** A rotation of keys: from the moment that the service knows the new key, the old one is refused. Contract 5.4. */
import { setTimeout as pause } from 'node:timers/promises';

import type { Secret } from '../../../../engine/index.ts';
import { bearer, keyFor } from '../../validation/caller.ts';
import { paths } from '../../validation/endpoint.ts';
import type { Session } from '../session.ts';

const betweenTries = 500;

export interface Rotation {
  readonly next: Secret;
  /** Milliseconds in which the service must have been given the next key. */
  readonly patience: number;
  /** Called once when the service does not know the next key yet. */
  readonly waiting: () => void;
}

/** The last scenario: nothing can be asked with the old key after it. */
export async function rotation(session: Session, { next, patience, waiting }: Rotation): Promise<void> {
  const { keys } = session.caller;
  let rotated = false;
  await session.check('/health', 'the next key is accepted', async (probe) => {
    const until = session.now() + patience;
    for (let tries = 0; session.now() < until; tries += 1) {
      const { status } = await probe.send('/health', {}, { authorization: bearer(next, 'the next key') });
      rotated = status === 200;
      if (rotated) return;
      if (tries === 0) waiting();
      await pause(betweenTries);
    }
    probe.hold(false, 'key-rotation', '', `the next key was not accepted within ${patience / 1000} s`);
  });
  const old = keys.ordering ?? keys.receivables;
  for (const path of paths) {
    if (old === undefined || keyFor(keys, path)?.reveal() !== old.reveal()) continue;
    await session.check(path, 'the old key is refused after the rotation', async (probe) => {
      if (!rotated) return probe.skip('The next key is not accepted.');
      const wanted = { rule: 'key-rotation', statuses: [401], because: 'the old key' } as const;
      await probe.refuse(path, {}, wanted, { authorization: bearer(old, wanted.because) });
    });
  }
}
