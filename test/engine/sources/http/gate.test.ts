/** The queue in front of an HTTP source. */
import { afterEach, it, vi } from 'vitest';
import { RequestGate } from '../../../../engine/sources/http/request-gate.ts';
import { within } from './double.ts';

afterEach(() => void vi.restoreAllMocks());

/** Longer than permits are kept. */
const pauseMs = 60;

it.each(Array.from({ length: 30 }, (_none, read) => read))(
  'admits a request though the process stands still before read %i of the clock',
  async (read) => {
    const clock = performance.now.bind(performance);
    let reads = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      reads += 1;
      return clock() + (reads > read ? pauseMs : 0);
    });
    const rate = [{ count: 10, windowMs: 1_000 }];
    const gate = new RequestGate({ name: 'erp', slots: 1, rate, store: undefined, replicas: 1, waitMs: 20_000 });
    const leave = await gate.enter(within(60_000));
    leave();
    await gate.close();
  },
);
