/** Compares the answers in a lock with the current ones. */

import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { closest } from '../../diagnostics/did-you-mean.ts';
import { finding } from '../changes/finding.ts';
import { type AnswerShape, readShape, shapeText } from './answer-shape.ts';
import type { ReadAnswer } from './answers.ts';
import type { LockedAnswer } from './lock.ts';

/** A member that all rows had and no row has now. A member of only some rows may be missing by chance. */
function gone(answer: ReadAnswer, locked: LockedAnswer, now: AnswerShape): readonly Diagnostic[] {
  const fresh = [...now.keys()].filter((path) => !Object.hasOwn(locked, path));
  return Object.entries(locked).flatMap(([path, text]) => {
    const above = path.replace(/[^.]+$/, '');
    // If no list has an item now, nothing is known about its items.
    const isUnseen = above !== '' && ![...now.keys()].some((other) => other.startsWith(above));
    if (isUnseen || now.has(path) || !readShape(text).always || !answer.uses(path)) return [];
    const near = closest(path, fresh) ?? (fresh.length === 1 ? fresh[0] : undefined);
    const hint =
      near === undefined
        ? 'Correct the profile, and lock again.'
        : `Did you mean "${near}"? It is new there. Correct the profile, and lock again.`;
    const location = { place: answer.placeOf(path), coordinate: answer.coordinate };
    return finding(
      'DRF711',
      'error',
      [location],
      `No row of the answer has "${path}" any more; all had it (${text}).`,
      hint,
    );
  });
}

function changed(answer: ReadAnswer, locked: LockedAnswer, now: AnswerShape): readonly Diagnostic[] {
  return Object.entries(locked).flatMap(([path, text]) => {
    const member = now.get(path);
    if (member === undefined || !answer.uses(path) || member.types.some((type) => readShape(text).types.includes(type)))
      return [];
    const location = { place: answer.placeOf(path), coordinate: answer.coordinate };
    const message = `"${path}" of the answer is ${member.types.join(' or ')} now; it was ${text.replace(/\?$/, '')}.`;
    return finding(
      'DRF712',
      'warning',
      [location],
      message,
      'Check that the profile still maps it correctly, and lock again.',
    );
  });
}

/** The changes in the answers of a source. An answer without rows, then or now, is not compared. */
export function compareAnswers(
  answers: readonly ReadAnswer[],
  locked: Readonly<Record<string, LockedAnswer>>,
): readonly Diagnostic[] {
  return answers.flatMap((answer) => {
    const before = locked[answer.name];
    if (answer.shape === undefined) return [];
    if (before === undefined) {
      const location = { place: answer.placeOf(), coordinate: answer.coordinate };
      return finding(
        'DRF708',
        'warning',
        [location],
        'The lock does not have the answer to this read.',
        'Lock again, with --lock.',
      );
    }
    return [...gone(answer, before, answer.shape), ...changed(answer, before, answer.shape)];
  });
}

/** The form in a lock file. */
export function lockedAnswers(
  answers: readonly ReadAnswer[],
): readonly (readonly [string, readonly (readonly [string, string])[]])[] {
  return answers.flatMap(({ name, shape }) =>
    shape === undefined
      ? []
      : [[name, [...shape].map(([path, member]) => [path, shapeText(member)] as const)] as const],
  );
}
