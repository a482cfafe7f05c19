/** Progress on stderr while something takes its time; nothing where stderr is no terminal. */
import type { Host } from '../../service/host.ts';

/** Milliseconds before a wait is shown, and between two pictures of it. */
const patience = 1_000;
const step = 100;
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;

export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

/** A line that is written over. */
export function progressLine({ err, width }: Pick<Host, 'err' | 'width'>): ProgressLine {
  if (width === undefined) return { show: () => undefined, clear: () => undefined };
  const clear = (): void => void err('\r\u001b[K');
  return { show: (text) => void err(`\r\u001b[K${text.slice(0, width - 1)}`), clear };
}

/** Takes the line away, before something else is written; it comes back by itself. */
type Clear = () => void;

/** A host whose output is written where the line of progress stands. */
export function aside(host: Host, clear: Clear): Host {
  const cleared = (write: (text: string) => void) => (text: string) => {
    clear();
    write(text);
  };
  return { ...host, out: cleared(host.out), err: cleared(host.err) };
}

/** Does `work`, and shows `text` when that takes more than a second. */
export async function whileWaiting<T>(
  host: Pick<Host, 'err' | 'width'>,
  text: string,
  work: (clear: Clear) => Promise<T>,
): Promise<T> {
  const line = progressLine(host);
  let pictures = 0;
  const picture = (): void => {
    line.show(`${frames[pictures % frames.length]} ${text}`);
    pictures += 1;
  };
  let repeated: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    picture();
    repeated = setInterval(picture, step);
  }, patience);
  const clear = (): void => {
    if (repeated !== undefined) line.clear();
  };
  try {
    return await work(clear);
  } finally {
    clearTimeout(first);
    clearInterval(repeated);
    clear();
  }
}
