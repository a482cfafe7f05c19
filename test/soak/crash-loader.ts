/**
 * Loaded before a service over SQLite: kills it at one step of the first write that it is asked for. `SOAK_CRASH` is the step and the
 * moment, as in `3 sent`; without it the steps of each write are told on stderr.
 */
import { subscribe } from 'node:diagnostics_channel';
import { watchOrders } from '../support/sqlite-workers.ts';

const [step = '0', moment = ''] = (process.env.SOAK_CRASH ?? '').split(' ');
let asked = false;
let writer: unknown;
let number = 0;

// The service writes when it starts, too.
subscribe('http.server.request.start', () => {
  asked = true;
});

watchOrders(({ worker, sql, when }) => {
  if (!asked) return;
  if (when === 'before' && sql === 'BEGIN IMMEDIATE') {
    writer = worker;
    number = 0;
  }
  if (worker !== writer) return;
  if (when === 'before') number += 1;
  if (number === Number(step) && when === moment) process.kill(process.pid, 'SIGKILL');
  if (when === 'after' && sql === 'COMMIT') process.stderr.write(`steps of a write: ${number}\n`);
});
