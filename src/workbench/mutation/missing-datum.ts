/** Which data a fixture needs so that a change of the profile changes an answer. */
import type { Mutant } from './mutants.ts';

/** A clause without a full stop: the rows, or the requests, that show the change. Equal for mutants that the same data shows. */
export function missingDatum({ kind, subject }: Pick<Mutant, 'kind' | 'subject'>): string {
  switch (kind) {
    case 'condition':
      return `a row that only the condition ${subject} excludes: it meets all other conditions of the statement`;
    case 'optional condition':
      return `a request with, and one without, the field of ${subject}, whose answers differ`;
    case 'outer join':
      return `a row that has no related row in ${subject}`;
    case 'inner join':
      return `a row that has no related row in ${subject}, and must not be answered`;
    case 'comparison':
      return `a row with exactly the compared value in ${subject}`;
    case 'calculation':
      return `a row for which both operands in ${subject} differ from 0 and 1`;
    case 'logic':
      return `a row for which only one side of ${subject} is true`;
    case 'text':
    case 'number':
      return `a row that the value in ${subject} decides about`;
    case 'aggregate':
      return `two rows of one group with different values in ${subject}`;
    case 'direction':
      return `two rows of one answer with different values in ${subject}`;
    case 'duplicates':
      return `two rows that are equal in all columns of ${subject}`;
    case 'null':
      return `a row with NULL, and one with a value, in ${subject}`;
    case 'existence':
      return `a row with, and one without, the related row of ${subject}`;
    case 'member':
      return `a record that differs in the members that are exchanged in ${subject}`;
    case 'entry':
      return `a request or a row whose answer depends on ${subject}`;
    case 'code':
      return `a row with the code ${subject}`;
  }
}
