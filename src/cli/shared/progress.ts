/** A progress line on stderr. Shows nothing if stderr is not a terminal. */
import type { Counted, Host } from '../../service/lifecycle/host.ts';

/** Time before the line is shown, in milliseconds. */
const delayMs = 1_000;
/** Time between two frames of the spinner, in milliseconds. */
const frameMs = 100;
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;

export interface ProgressLine {
  show(text: string, counted?: Counted): void;
  clear(): void;
}

/** A line that each call of `show` overwrites. For a task, it reports the progress instead. */
export function progressLine({ err, width, task }: Pick<Host, 'err' | 'width' | 'task'>): ProgressLine {
  if (task !== undefined) return { show: task.progress, clear: () => undefined };
  if (width === undefined) return { show: () => undefined, clear: () => undefined };
  const clear = (): void => void err('\r\u001b[K');
  return { show: (text) => void err(`\r\u001b[K${text.slice(0, width - 1)}`), clear };
}

/** Time between two lines of `progressLines`, in milliseconds. */
const lineMs = 30_000;

/** Progress of long work as lines on stderr where it is not a terminal: one in half a minute, and where `isDue`. */
export function progressLines({ err, width, task, clock }: Pick<Host, 'err' | 'width' | 'task' | 'clock'>): {
  show(text: string, isDue?: boolean): void;
} {
  if (task !== undefined || width !== undefined) return { show: () => undefined };
  let shownAt = clock();
  return {
    show(text, isDue = false) {
      if (!isDue && clock() - shownAt < lineMs) return;
      shownAt = clock();
      err(`${text}\n`);
    },
  };
}

/** A host that removes the progress line before it writes. */
export function withProgress(host: Host, { clear }: Pick<ProgressLine, 'clear'>): Host {
  const cleared = (write: (text: string) => void) => (text: string) => {
    clear();
    write(text);
  };
  return { ...host, out: cleared(host.out), err: cleared(host.err) };
}

/** `Running cases: 42 of 165, cases/prices.yaml` */
export const countedText = (work: string, { done, total }: Counted, current: string): string =>
  `${work}: ${done} of ${total}, ${current}`;

/**
 * Runs `work` while a spinner turns. `text` is shown if the work takes more than a second; a text that the work shows replaces it at once. After
 * `clear`, the next frame shows the line again.
 */
export async function whileWaiting<T>(
  host: Pick<Host, 'err' | 'width' | 'task'>,
  text: string,
  work: (line: ProgressLine) => Promise<T>,
): Promise<T> {
  const line = progressLine(host);
  if (host.width === undefined) return work(line);
  let current = text;
  let shownFrames = 0;
  let spinner: NodeJS.Timeout | undefined;
  const showFrame = (): void => {
    line.show(`${frames[shownFrames % frames.length]} ${current}`);
  };
  const turn = (): void => {
    shownFrames += 1;
    showFrame();
  };
  const start = (): void => {
    spinner ??= setInterval(turn, frameMs);
    showFrame();
  };
  const delay = setTimeout(start, delayMs);
  const clear = (): void => {
    if (spinner !== undefined) line.clear();
  };
  const show = (next: string): void => {
    current = next;
    start();
  };
  try {
    return await work({ show, clear });
  } finally {
    clearTimeout(delay);
    clearInterval(spinner);
    clear();
  }
}
