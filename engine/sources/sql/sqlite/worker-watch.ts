/**
 * A thread of each worker's process. It waits for the end of the pipe that the parent holds open, and then ends the whole process: the main
 * thread would not notice while it runs a statement, which can take for ever.
 */
import { readSync } from 'node:fs';
import { lifeline } from './worker-messages.ts';

try {
  readSync(lifeline, new Uint8Array(1));
} finally {
  process.kill(process.pid, 'SIGKILL');
}
