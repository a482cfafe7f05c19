/** Which process made a change of a claim, and when by the monotonic clock of its machine, which restarts of the process do not set back. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DurableClaim } from '../../../engine/index.ts';

/** What is stored with each change. */
export interface ChangeMark {
  /** The process, or more exactly its use of the store: another text each time the store is opened. */
  readonly life: string;
  /** The machine, since its last start. */
  readonly boot: string;
  /** Milliseconds since then. */
  readonly at: number;
  /** The process was still waiting for the disk: it has not acted on the change. */
  readonly isOpen?: boolean;
}

export interface ChangeMarks {
  /** The mark of a change that is made now. */
  make(): ChangeMark;
  /** What a mark says now; undefined: an older version of this program made the change. */
  read(mark: ChangeMark | undefined): Pick<DurableClaim, 'unchangedMs' | 'isAbandoned'>;
  /** Whether the process that made a change ended before it acted on it. A failure of the machine may have lost the end of the mark. */
  isUnused(mark: ChangeMark | undefined): boolean;
}

/** Where the system does not name its start, the clock counts for this process only. */
function bootOf(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return randomUUID();
  }
}

/** Whole milliseconds since the start of the machine. */
const sinceBoot = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** `isSole`: no other process can use the store while this one does, so that the process of every other mark has ended. */
export function createChangeMarks(isSole: boolean): ChangeMarks {
  const life = randomUUID();
  const boot = bootOf();
  return {
    make: () => ({ life, boot, at: sinceBoot() }),
    read: (mark) => ({
      unchangedMs: mark?.boot === boot ? Math.max(0, sinceBoot() - mark.at) : 0,
      isAbandoned: isSole && mark?.life !== life,
    }),
    isUnused: (mark) => isSole && mark?.isOpen === true && mark.life !== life && mark.boot === boot,
  };
}
