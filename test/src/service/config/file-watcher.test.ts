/** Watching files: what counts as a change, and which watches hear of it. */
import { mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { watchFiles } from '../../../../src/service/config/file-watcher.ts';
import { until } from '../server/fixture.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A watch of files in a folder, which counts its calls. */
function watched(...names: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'engine-watch-'));
  const file = (name: string): string => join(folder, name);
  for (const name of names) writeFileSync(file(name), 'one');
  const files = names.map(file);
  const state = { calls: 0 };
  const watch = watchFiles(
    () => files,
    () => {
      state.calls += 1;
    },
  );
  ends.push(() => {
    watch.stop();
    rmSync(folder, { recursive: true });
  });
  return { state, file, files, stop: watch.stop };
}

/** Longer than the time between two looks. */
const looks = () => new Promise((resolve) => setTimeout(resolve, 1_600));

it('detects a write, a replacement and an end of a file, each once', async () => {
  const { state, file } = watched('a', 'b');
  writeFileSync(file('a'), 'two');
  await until(() => state.calls === 1);
  writeFileSync(file('next'), 'new');
  renameSync(file('next'), file('b'));
  await until(() => state.calls === 2);
  rmSync(file('b'));
  await until(() => state.calls === 3);
  writeFileSync(file('b'), 'new');
  await until(() => state.calls === 4);
  await looks();
  expect(state.calls).toBe(4);
});

it('detects a content of the same length and with the same time, also soon after another change', async () => {
  const { state, file } = watched('a');
  const time = new Date('2026-01-01T00:00:00Z');
  utimesSync(file('a'), time, time);
  await looks();
  expect(state.calls).toBe(0);
  for (const [index, content] of ['two', 'six', 'ten'].entries()) {
    writeFileSync(file('a'), content);
    utimesSync(file('a'), time, time);
    await until(() => state.calls === index + 1);
  }
});

it('detects a link that leads to another file', async () => {
  const { state, file, files, stop } = watched('a', 'b');
  stop();
  writeFileSync(file('b'), 'two');
  symlinkSync(file('a'), file('link'));
  const watch = watchFiles(
    () => [file('link')],
    () => {
      state.calls += 1;
    },
  );
  ends.push(watch.stop);
  symlinkSync(file('b'), file('next'));
  renameSync(file('next'), file('link'));
  await until(() => state.calls === 1);
  expect(files).toHaveLength(2);
});

it('calls each watch of a file, and none that has been stopped', async () => {
  const { state, file, files, stop } = watched('a');
  let other = 0;
  const watch = watchFiles(
    () => files,
    () => {
      other += 1;
    },
  );
  ends.push(watch.stop);
  writeFileSync(file('a'), 'two');
  await until(() => state.calls === 1 && other === 1);
  stop();
  writeFileSync(file('a'), 'six');
  await until(() => other === 2);
  expect(state.calls).toBe(1);
});

it('detects another list of files, and follows it', async () => {
  const { state, file } = watched('a', 'b');
  let list = [file('a')];
  let calls = 0;
  const watch = watchFiles(
    () => list,
    () => {
      calls += 1;
    },
  );
  ends.push(watch.stop);
  list = [file('b')];
  await until(() => calls === 1);
  writeFileSync(file('a'), 'two');
  await until(() => state.calls === 1);
  await looks();
  expect(calls).toBe(1);
  writeFileSync(file('b'), 'two');
  await until(() => calls === 2);
});
