/** The button for a run of the sandbox that creates documents. */
import type { WriteLock } from '../../../../operations/protocol/write-lock.ts';
import { UnlockButton } from '../write-lock.tsx';

interface SandboxWritesInput {
  readonly lock: WriteLock | undefined;
  readonly isRunning: boolean;
  readonly onRun: () => void;
}

/** Keys only read: a run that creates documents needs its own button, which writes have to be unlocked for. */
export function SandboxWrites({ lock, isRunning, onRun }: SandboxWritesInput) {
  if (lock === undefined) return null;
  return (
    <span class="spread">
      {lock.isUnlocked ? (
        <button type="button" class="danger" disabled={isRunning} onClick={onRun}>
          Run with writes into the ERP
        </button>
      ) : (
        <UnlockButton lock={lock} />
      )}
    </span>
  );
}
