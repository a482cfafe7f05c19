/** Disagreements with a description as sentences, which say whether the request or the answer is wrong. */
import type { Disagreement } from './validate.ts';

/** Who gives the answers of the ERP. */
export type Answerer = 'case' | 'double' | 'ERP';

/** Which of the two is wrong, and how: "The double answers `county`, which metadata.xml does not have (GET /addresses)." */
function disagreementText({ side, operation, clause }: Disagreement, answerer: Answerer): string {
  const subject = side === 'request' ? 'The profile sends' : `The ${answerer} answers`;
  return `${subject} ${clause}${operation === '' ? '' : ` (${operation})`}.`;
}

/** The sentences of disagreements, each once: those that differ in their values alone are the same. */
export interface NotedDisagreements {
  /** Returns the sentence where it is new. */
  readonly note: (disagreement: Disagreement) => string | undefined;
  readonly texts: () => readonly string[];
}

/** Notes disagreements. */
export function noteDisagreements(answerer: Answerer): NotedDisagreements {
  const noted = new Map<string, string>();
  return {
    note(disagreement) {
      if (noted.has(disagreement.key)) return undefined;
      const text = disagreementText(disagreement, answerer);
      noted.set(disagreement.key, text);
      return text;
    },
    texts: () => [...noted.values()],
  };
}
