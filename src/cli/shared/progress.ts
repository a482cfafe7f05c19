/** A progress line on stderr. Shows nothing if stderr is not a terminal. */
import type { Host } from '../../service/host.ts';

/** Time before the line is shown, in milliseconds. */
const delayMs = 1_000;
/** Time between two frames of the spinner, in milliseconds. */
const frameMs = 100;
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;

export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

/** A line that each call of `show` overwrites. */
export function progressLine({ err, width }: Pick<Host, 'err' | 'width'>): ProgressLine {
  if (width === undefined) return { show: () => undefined, clear: () => undefined };
  const clear = (): void => void err('\r\u001b[K');
  return { show: (text) => void err(`\r\u001b[K${text.slice(0, width - 1)}`), clear };
}

/** Removes the line before other output; the next frame shows it again. */
type Clear = () => void;

/** A host that removes the progress line before it writes. */
export function withProgress(host: Host, clear: Clear): Host {
  const cleared = (write: (text: string) => void) => (text: string) => {
    clear();
    write(text);
  };
  return { ...host, out: cleared(host.out), err: cleared(host.err) };
}

/** Runs `work`, and shows `text` with a spinner if that takes more than a second. */
export async function whileWaiting<T>(
  host: Pick<Host, 'err' | 'width'>,
  text: string,
  work: (clear: Clear) => Promise<T>,
): Promise<T> {
  const line = progressLine(host);
  let shownFrames = 0;
  const showFrame = (): void => {
    line.show(`${frames[shownFrames % frames.length]} ${text}`);
    shownFrames += 1;
  };
  let spinner: NodeJS.Timeout | undefined;
  const start = setTimeout(() => {
    showFrame();
    spinner = setInterval(showFrame, frameMs);
  }, delayMs);
  const clear = (): void => {
    if (spinner !== undefined) line.clear();
  };
  try {
    return await work(clear);
  } finally {
    clearTimeout(start);
    clearInterval(spinner);
    clear();
  }
}
