/** The limit on the space for new objects: it stops the growth, and allows it again after V8 has shrunk the space. */
import { expect, it } from 'vitest';
import { newSpaceLimit } from '../../../../src/service/lifecycle/heap-limits.ts';

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
