/** `engine demo` for a user who may not write into the package, or into the working directory. */
import { expect, it } from 'vitest';
import { type DemoPlaces, demoFiles } from '../../../../src/service/config/demo-files.ts';

const places: DemoPlaces = { env: {}, cwd: '/home/a', packageRoot: '/opt/engine', store: undefined };
const filesFor = (given: Partial<DemoPlaces>, ...writable: readonly string[]) =>
  demoFiles(
    { ...places, ...given },
    (folder) => writable.includes(folder),
    () => '/tmp/d',
  );

it('uses the package and the working directory where it may write', () => {
  expect(filesFor({}, '/opt/engine/profiles/demo', '/home/a')).toEqual({});
});

it('uses a temporary folder for what it may not write', () => {
  expect(filesFor({}, '/home/a')).toEqual({ DEMO_DATABASE: '/tmp/d/demo.sqlite' });
  expect(filesFor({})).toEqual({ DEMO_DATABASE: '/tmp/d/demo.sqlite', ENGINE_STORE: '/tmp/d/engine-store.sqlite' });
});

it('leaves given places as they are', () => {
  expect(filesFor({ env: { DEMO_DATABASE: 'x.sqlite', ENGINE_STORE: 's.sqlite' } })).toEqual({});
  expect(filesFor({ env: { DEMO_DATABASE: 'x.sqlite' }, store: 's.sqlite' })).toEqual({});
});
