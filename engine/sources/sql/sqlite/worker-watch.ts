/**
 * A thread of each worker. It waits until the pipe from the parent closes, and then kills the whole process: the main thread cannot notice
 * that during a statement, which may never end.
 */
import { readSync } from 'node:fs';
import { descriptors } from './worker-messages.ts';

try {
  readSync(descriptors.lifeline, new Uint8Array(1));
} finally {
  process.kill(process.pid, 'SIGKILL');
}
