/**
 * Loaded into the service before its program: writes a line for each long turn of its event loop, with its processor time. Time in which another process has the
 * processor does not count, so that the figure means the same on a busy machine. `turns.ts` reads the lines.
 */

/** Milliseconds between two readings. At most one turn of the loop is between them. */
const apart = 1;

/** Shortest turn that is written, in milliseconds of processor time. */
const shortest = 10;

const used = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

let before = used();

setInterval(() => {
  const now = used();
  const took = now - before;
  before = now;
  if (took >= shortest) process.stderr.write(`turn ${took.toFixed(1)} ms at ${Date.now()}\n`);
}, apart).unref();
