/** Removes and copies a record with all of its rows, and compares the answers about all others. */
import type { Path } from '../../../contract/types.ts';
import { type Difference, differences } from '../core/answer-differences.ts';
import { type Answers, takeAnswers } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import type { ErpData } from '../core/erp-data.ts';
import type { Gap } from '../core/gap.ts';
import { Concluded } from '../core/outcome.ts';
import { cloneFamily, removeFamily } from './clone.ts';
import { familyText } from './family.ts';
import type { Change, FindNeighbours, Neighbour } from './neighbour.ts';
import { demandOwnIds, idsIn, ownDifferences } from './own-answers.ts';
import { idOfCopy } from './places.ts';
import { type Compare, type DifferenceAfterChange, gapOfError, nothingCompared } from './relation.ts';
import { type Rows, readRows } from './rows.ts';
import { OutOfTime } from './time-limit.ts';

interface Asked {
  readonly context: CheckContext;
  readonly data: ErpData;
  readonly rows: Rows;
  readonly neighbour: Neighbour;
  readonly before: Answers;
}

const findings = (differing: readonly Difference[], change: string): readonly DifferenceAfterChange[] =>
  differing.map((difference) => ({ difference, change }));

async function whileRemoved({ context, data, neighbour, before }: Asked): Promise<readonly DifferenceAfterChange[]> {
  const { name, family, questions } = neighbour;
  const after = await data.undone(async () => {
    await removeFamily(data, family);
    return takeAnswers(context, questions);
  });
  return findings(
    differences(before, after, neighbour.tolerance(before)),
    `the rows of ${name} (${familyText(family)}) were removed`,
  );
}

async function whileCopied(
  asked: Asked,
  change: Extract<Change, { kind: 'copied' }>,
): Promise<readonly DifferenceAfterChange[]> {
  const { context, data, rows, neighbour, before } = asked;
  const { name, family, number, questions } = neighbour;
  return data.undone(async () => {
    const clone = await cloneFamily(data, rows, family, { ...change, ids: idsIn(before), number });
    const id = idOfCopy(neighbour.id, neighbour.place, family.root, clone.made.get(family.root));
    const text = `the rows of ${name} (${familyText(family)}) were copied${change.how}, as ${id}`;
    const copied = { context, rows, neighbour, before, id, clone };
    if (change.isShared !== true) await demandOwnIds(copied);
    const after = await takeAnswers(context, questions);
    const others = differences(before, after, neighbour.tolerance(before, id));
    const ownChanges = change.isEqual === true ? await ownDifferences(copied, after) : [];
    return [...findings(others, text), ...findings(ownChanges, `${text}, whose answers must be those of the original`)];
  });
}

function whileChanged(asked: Asked, change: Change): Promise<readonly DifferenceAfterChange[]> {
  switch (change.kind) {
    case 'removed':
      return whileRemoved(asked);
    case 'copied':
      return whileCopied(asked, change);
  }
}

/** Makes the changes of each record, one after the other. */
export const neighboursOf =
  (find: FindNeighbours): Compare =>
  async (context, data) => {
    const rows = await readRows(data);
    const neighbours = await find(context, rows);
    if ('kind' in neighbours) return nothingCompared(neighbours);
    const findings: DifferenceAfterChange[] = [];
    const compared = new Set<Path>();
    const gaps: Gap[] = [];
    for (const neighbour of neighbours) {
      let before: Answers | undefined;
      for (const change of neighbour.changes) {
        try {
          before ??= await takeAnswers(context, neighbour.questions);
          for (const { path } of neighbour.questions) compared.add(path);
          findings.push(...(await whileChanged({ context, data, rows, neighbour, before }, change)));
        } catch (error) {
          if (error instanceof Concluded) throw error;
          gaps.push(gapOfError(error));
          if (error instanceof OutOfTime) return { findings, compared, gaps };
        }
      }
    }
    return { findings, compared, gaps };
  };
