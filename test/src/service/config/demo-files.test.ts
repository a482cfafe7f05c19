/** `engine demo` for a user who may not write into the package, or into the working directory. */
import { expect, it } from 'vitest';
import { type DemoPlaces, demoFiles } from '../../../../src/service/config/demo-files.ts';

const places: DemoPlaces = { env: {}, cwd: '/home/a', packageRoot: '/opt/engine', hasStore: false };
const filesFor = (given: Partial<DemoPlaces>, ...writable: readonly string[]) =>
  demoFiles(
    { ...places, ...given },
    (folder) => writable.includes(folder),
    () => '/tmp/d',
  );

it('uses the package and the working directory where it may write, and never the store of a service', () => {
  const files = filesFor({}, '/opt/engine/profiles/demo', '/home/a');
  expect(files).toEqual({ ENGINE_STORE: '/home/a/demo-store.sqlite' });
});

it('uses a temporary folder for what it may not write', () => {
  const database = { DEMO_DATABASE: '/tmp/d/demo.sqlite' };
  expect(filesFor({}, '/home/a')).toEqual({ ...database, ENGINE_STORE: '/home/a/demo-store.sqlite' });
  expect(filesFor({})).toEqual({ ...database, ENGINE_STORE: '/tmp/d/demo-store.sqlite' });
});

it('leaves given places as they are', () => {
  expect(filesFor({ env: { DEMO_DATABASE: 'x.sqlite' }, hasStore: true })).toEqual({});
});
