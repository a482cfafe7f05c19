/** What an endpoint leaves to be decided: the questions under `decide`, and the open places in its texts. */
import type { Path } from '../../base/place.ts';
import type { TextRange } from '../../diagnostics/reporter.ts';
import type { EndpointSpec, WrittenEndpoint } from '../../profile/schema/index.ts';
import { type OpenPlace, openPlacesIn } from '../../sources/sql/text/open-places.ts';

export interface OpenDecision {
  /** Below the endpoint. */
  readonly path: Path;
  /** The open place in the text at the path; undefined for a question under `decide`. */
  readonly range: TextRange | undefined;
  /** The field that it is about; undefined for the endpoint as a whole. */
  readonly field: string | undefined;
  readonly question: string;
}

/** An open place as a sentence. */
function sentence({ name, question, candidates }: OpenPlace): string {
  if (name === undefined)
    return question === '' ? 'A part of the statement is open.' : `${question}?`.replace(/([.?])\?$/, '$1');
  if (question === '') return `Which column is ${name}?`;
  return candidates.length > 0 ? `Is ${name} ${question}?` : `${name}: ${question}`;
}

function placesBelow(value: unknown, path: Path): readonly OpenDecision[] {
  if (typeof value === 'string')
    return openPlacesIn(value).map((place) => ({
      path,
      range: { offset: place.start, length: place.end - place.start },
      field: place.name,
      question: sentence(place),
    }));
  if (typeof value !== 'object' || value === null) return [];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return entries.flatMap(([key, one]) => placesBelow(one, [...path, key]));
}

/**
 * The decisions that are open: first those under `decide`, then the places in their order. Before a question about the whole endpoint is answered,
 * its places are not asked for.
 */
export function openDecisions({ decide, ...rest }: Pick<WrittenEndpoint, 'decide'>): readonly OpenDecision[] {
  if (typeof decide === 'string') return [{ path: ['decide'], range: undefined, field: undefined, question: decide }];
  const questions = Object.entries(decide ?? {}).map(([field, question]) => ({
    ...{ path: ['decide', field], range: undefined, field, question },
  }));
  return [...questions, ...placesBelow(rest, [])];
}

/** The fields that are open, also in an endpoint with a question about the whole of it. */
export const openFieldsOf = ({ decide, ...rest }: EndpointSpec): readonly string[] => [
  ...(typeof decide === 'object' ? Object.keys(decide) : []),
  ...placesBelow(rest, []).flatMap(({ field }) => field ?? []),
];

/** Whether a decision is open: the endpoint is checked, and serves no request. */
export const isUndecided = (spec: Pick<WrittenEndpoint, 'decide'>): boolean => openDecisions(spec).length > 0;
