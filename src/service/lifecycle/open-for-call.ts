/** Opens a session for calls of one endpoint: with the whole profile, or without what only other endpoints need where that has faults. */
import type { Diagnostic } from '../../../engine/index.ts';
import { errorsOf } from '../config/findings-log.ts';
import { type OpenedSession, openSession, type SessionInput } from './call-session.ts';

export interface OpenedForCall {
  readonly opened: OpenedSession;
  /** The errors of the profile that the endpoint does not depend on. */
  readonly elsewhere: readonly Diagnostic[];
}

const faultKey = ({ code, place, message }: Diagnostic): string => JSON.stringify([code, place, message]);

/** The errors of `all` that are not in `needed`. */
function otherFaults(all: readonly Diagnostic[], needed: readonly Diagnostic[]): readonly Diagnostic[] {
  const keys = new Set(needed.map(faultKey));
  return errorsOf(all).filter((fault) => !keys.has(faultKey(fault)));
}

/** Opens a session with what one endpoint needs. `faults`: the findings of the whole profile. */
export async function openNarrowed(
  input: SessionInput,
  path: string,
  faults: readonly Diagnostic[],
): Promise<OpenedForCall> {
  const opened = await openSession({ ...input, profile: { ...input.profile, only: new Set([path]) } });
  return { opened, elsewhere: otherFaults(faults, opened.ok ? [] : opened.diagnostics) };
}

/** Opens the whole profile, or what one endpoint needs where the rest has faults. The findings of a failure are those of the endpoint. */
export async function openForCall(input: SessionInput, path: string): Promise<OpenedForCall> {
  const opened = await openSession(input);
  return opened.ok ? { opened, elsewhere: [] } : openNarrowed(input, path, opened.diagnostics);
}
