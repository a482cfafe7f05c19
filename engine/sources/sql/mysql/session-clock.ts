/** Sets the time zone of a session to the ERP's clock. */
import mysql from 'mysql2';
import { type CallContext, SourceError } from '../../source.ts';
import type { MysqlClient } from './client.ts';
import type { Mode } from './config.ts';
import { isUtc, offsetText, sessionOffset, toZone } from './time-zone.ts';

export interface SessionClock {
  /** Converts the text of a TIMESTAMP to the ERP's clock; undefined where the server has done so. */
  readonly timestamp: ((text: string) => string) | undefined;
  /** Follows the clock where summer time has begun or ended since it was set. */
  refresh(call: CallContext): Promise<void>;
}

/** The server's number for a time zone that it does not know. */
const unknownZone = 1298;

function isUnknownZone(error: unknown): boolean {
  if (!(error instanceof SourceError) || !(error.cause instanceof Error)) return false;
  return Reflect.get(error.cause, 'errno') === unknownZone;
}

const setZone = (zone: string) => `SET SESSION time_zone = ${mysql.escape(zone)}`;

/** Sets the zone by its name where the server knows it, by an offset otherwise; see `time-zone.ts`. */
export async function setSessionClock(
  client: MysqlClient,
  clock: string,
  mode: Mode,
  call: CallContext,
): Promise<SessionClock> {
  try {
    await client.query(setZone(isUtc(clock) ? '+00:00' : clock), call);
    return { timestamp: undefined, refresh: () => Promise.resolve() };
  } catch (error) {
    if (!isUnknownZone(error)) throw error;
    return setOffset(client, clock, mode, call);
  }
}

async function setOffset(client: MysqlClient, clock: string, mode: Mode, call: CallContext): Promise<SessionClock> {
  /** Minutes east of UTC. */
  let offset = sessionOffset(Date.now(), clock, mode);
  await client.query(setZone(offsetText(offset)), call);
  return {
    timestamp: (text) => toZone(text, offset, clock),
    async refresh(later) {
      // The offset of a reading session is the largest of several years: a change of the clock does not matter to it.
      if (mode === 'read') return;
      const now = sessionOffset(Date.now(), clock, mode);
      if (now !== offset) await client.query(setZone(offsetText(now)), later);
      offset = now;
    },
  };
}
