/** The open questions of a profile, in the order in which they are best answered: those that most fields depend on first. */
import type { Contract, Endpoint, Fields } from '../../../engine/index.ts';

/** What a finding says, as the engine and the workbench report it. */
interface Finding {
  readonly code: string;
  readonly message: string;
  /** `/debtors/list -> debtors[].name` */
  readonly coordinate?: string | undefined;
  readonly place?: { readonly file: string; readonly line: number; readonly column: number } | undefined;
}

export interface OpenQuestion {
  readonly question: string;
  /** The coordinates in the contract that it is about. */
  readonly about: readonly string[];
  /** Where it stands, as `profile.yaml:12:5`. */
  readonly places: readonly string[];
  /** How many fields of answers cannot be right before it is answered. */
  readonly fields: number;
}

const rowOf = (answer: Endpoint['answer']): Fields => (answer.kind === 'rows' ? answer.row : answer.fields);

const countOf = (fields: Fields): number =>
  Object.values(fields).reduce((sum, field) => sum + (field.type === 'list' ? countOf(field.items) : 1), 0);

/** How many fields of an endpoint depend on the answer: all of a record if it is about the record, or about its id. */
function dependentFields({ answer }: Endpoint, coordinate: string): number {
  const members = coordinate.split(' -> ')[1]?.split('.') ?? [];
  const inside = answer.kind === 'rows' ? members.slice(1) : members;
  let fields = rowOf(answer);
  for (const member of inside) {
    const field = fields[member.replace('[]', '')];
    if (field === undefined) return 1;
    if (field.type !== 'list') return answer.kind === 'rows' && member === answer.id ? countOf(fields) : 1;
    fields = field.items;
  }
  return countOf(fields);
}

/** The questions among the findings (MAP284). Equal questions of several endpoints are one. */
export function openQuestions(findings: readonly Finding[], { endpoints }: Contract): readonly OpenQuestion[] {
  const byQuestion = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.code !== 'MAP284') continue;
    const question = finding.message.replace(/^To be decided: /, '');
    byQuestion.set(question, [...(byQuestion.get(question) ?? []), finding]);
  }
  const questions = [...byQuestion].map(([question, same]): OpenQuestion => {
    const about = [...new Set(same.flatMap(({ coordinate }) => coordinate ?? []))];
    const fields = about.reduce((sum, coordinate) => {
      const endpoint = endpoints.find(({ path }) => coordinate.split(' -> ')[0] === path);
      return sum + (endpoint === undefined ? 0 : dependentFields(endpoint, coordinate));
    }, 0);
    const places = same.flatMap(({ place }) =>
      place === undefined ? [] : `${place.file}:${place.line}:${place.column}`,
    );
    return { question, about, places, fields };
  });
  return questions.toSorted((one, other) => other.fields - one.fields);
}
