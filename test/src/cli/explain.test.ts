/** `engine explain`: pages on codes. */
import { expect, it } from 'vitest';
import { codes } from '../../../engine/diagnostics/codes.ts';
import { root, runHere } from './here.ts';

const nowhere = { env: {}, cwd: root };

it('prints the page of a code, in any case of its letters', async () => {
  const { status, out, err } = await runHere(['explain', 'map101'], nowhere);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(out).toContain(`MAP101: ${codes.MAP101.title}\n`);
  for (const text of [codes.MAP101.explanation, 'Wrong:', 'Right:']) expect(out).toContain(text);
  expect(out).not.toContain(codes.MAP102.explanation);
});

it('prints several pages', async () => {
  const { out } = await runHere(['explain', 'MAP101', 'EXP301'], nowhere);
  expect(out.match(/^[A-Z]+\d+: /gm)).toEqual(['MAP101: ', 'EXP301: ']);
});

it('lists all codes where none is named', async () => {
  const { status, out } = await runHere(['explain'], nowhere);
  expect(status).toBe(0);
  expect(out.match(/^[A-Z]+\d+/gm)).toEqual(Object.keys(codes));
});

it('names the nearest code for one that is not there', async () => {
  const wrong = await runHere(['explain', 'MAP10l'], nowhere);
  expect(wrong).toMatchObject({ status: 2, out: '' });
  expect(wrong.err).toMatch(/^engine: there is no code "MAP10l" \(did you mean MAP\d+\?\)\n/);
  expect((await runHere(['explain', 'nonsense'], nowhere)).err).toContain('"engine explain" lists all codes');
});
