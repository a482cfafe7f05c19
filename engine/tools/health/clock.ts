/** Compares clocks. */
import type { HealthCheck } from '../../base/health-check.ts';

/** Difference from which on a clock is reported, in milliseconds. */
const limitMs = 5_000;

/** Times in milliseconds since the epoch. The answer came between `sentAt` and `receivedAt`. */
interface ClockReading {
  readonly serverTime: number;
  readonly sentAt: number;
  readonly receivedAt: number;
  /** The resolution of `serverTime`, in milliseconds: 1000 for the header Date. */
  readonly resolutionMs: number;
}

/** The difference of a server's clock to this machine's clock. The time of the exchange counts as no difference. */
export function clockCheck({ serverTime, sentAt, receivedAt, resolutionMs }: ClockReading): HealthCheck {
  const name = 'clock';
  if (Number.isNaN(serverTime)) return { name, status: 'unchecked', what: 'The server reports no readable time.' };
  const aheadMs = serverTime - receivedAt;
  const behind = sentAt - (serverTime + resolutionMs);
  const ms = Math.max(aheadMs, behind, 0);
  const seconds = (ms / 1000).toFixed(1);
  if (ms <= limitMs) return { name, status: 'ok', what: `differs by ${seconds} s at most from this machine's clock` };
  const which = aheadMs > behind ? 'ahead of' : 'behind';
  return {
    name,
    status: 'warning',
    what: `The server's clock is ${seconds} s ${which} the clock of this machine.`,
    why: '"Changed since" compares times of both, and tokens and certificates expire by them.',
    fix: 'Synchronise both clocks by NTP: timedatectl set-ntp true (Windows: w32tm /resync).',
  };
}
