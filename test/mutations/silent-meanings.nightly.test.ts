/** Each mistake in the meaning of an answer is found by what docs/conformance.md names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../src/cli/here.ts';
import { demoReplay } from './silent-demo.ts';
import { silentMeanings } from './silent-meanings.ts';
import { silentNeighbours } from './silent-neighbours.ts';
import { nameOfFault, nothing } from './silent-page.ts';
import { openReplay, type Replay } from './silent-replay.ts';

const faults = [...silentMeanings, ...silentNeighbours];
const foundFaults = faults.filter(({ finder }) => finder !== nothing);

describe('a mistake in the meaning of an answer of the demo', () => {
  let replay: Replay;
  beforeAll(async () => {
    replay = await openReplay(
      { name: 'demo', ...demoReplay },
      foundFaults.map(({ finder }) => finder),
    );
  }, 600_000);
  afterAll(() => replay?.close());

  it('is listed with its finder', () => {
    const page = readFileSync(join(root, 'docs', 'conformance.md'), 'utf8');
    for (const one of faults) expect(page).toContain(`| ${nameOfFault(one)} | ${one.finder} |`);
  });

  it.each(foundFaults)('$kind: $where: $finder', async (one) => {
    expect(await replay.finderOf(one, one.finder)).toBe(one.finder);
  });
});
