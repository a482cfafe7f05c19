/** The limits on the heap of a service, and the collection after its start. */
import { expect, it, onTestFinished } from 'vitest';
import { collectStart, newSpaceLimit } from '../../../../src/service/lifecycle/heap-limits.ts';

const megabyte = 2 ** 20;

it('stops the growth at 32 MB, and allows it again while the space is smaller', () => {
  const flags: string[] = [];
  let size = 2 * megabyte;
  const look = newSpaceLimit(
    () => size,
    (flag) => flags.push(flag),
  );
  const at = (megabytes: number): void => {
    size = megabytes * megabyte;
    look();
  };
  at(2);
  at(16);
  expect(flags).toEqual([]);
  at(32);
  at(32);
  expect(flags).toEqual(['--semi-space-growth-factor=1']);
  // A quiet night: V8 has shrunk the space.
  at(4);
  at(8);
  expect(flags.slice(1)).toEqual(['--semi-space-growth-factor=2']);
  at(40);
  expect(flags.slice(2)).toEqual(['--semi-space-growth-factor=1']);
});

it('collects what the start has left, without a warning of Node', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const left = new WeakRef({ profile: 'parsed' });
  // An object is kept until the end of the turn in which a reference to it was made.
  await new Promise((resolve) => setTimeout(resolve));
  expect(left.deref()).toBeDefined();
  await new Promise((resolve) => setTimeout(resolve));
  collectStart(process);
  expect(left.deref()).toBeUndefined();
  await new Promise((resolve) => setTimeout(resolve));
  expect(warnings).toEqual([]);
});
