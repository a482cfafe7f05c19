/** A line of progress that is written over; none where stderr is no terminal. */
import type { Host } from '../host.ts';

export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

export function progressLine({ err, width }: Pick<Host, 'err' | 'width'>): ProgressLine {
  if (width === undefined) return { show: () => undefined, clear: () => undefined };
  const clear = (): void => void err('\r\u001b[K');
  return { show: (text) => void err(`\r\u001b[K${text.slice(0, width - 1)}`), clear };
}
