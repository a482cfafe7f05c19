/**
 * Open places of a text: comments that begin with `?`, in SQL and in expressions. `NULL /*? k.MAIL or k.MAIL2 *\/ AS email` says that the column is
 * not decided yet, and which ones are likely.
 */

export interface OpenPlace {
  /** The place with a NULL before it, as offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** The text of the comment; empty if it says nothing. */
  readonly question: string;
  /** What may be written instead, the most likely first; empty if the question is a sentence. */
  readonly candidates: readonly string[];
  /** The column that it is for, by the AS behind it. */
  readonly name: string | undefined;
}

const place =
  /(?:\bNULL\s*)?\/\*\?([^*]*(?:\*(?!\/)[^*]*)*)\*\/(?:\s+AS\s+(?:"([^"]+)"|\[([^\]]+)\]|`([^`]+)`|([\w.]+)))?/gi;
/** What a place may be replaced by: a column, with an alias and quotes, or a query for one value. */
const subquery = /^\(SELECT [^()]*\)$/i;
const column = /^(?:[\p{L}_][\p{L}\p{N}_$#]*\.)?(?:[\p{L}_][\p{L}\p{N}_$#]*|"[^"]+"|`[^`]+`|\[[^\]]+\])$/u;

/** The open places of a text, in its order. */
export function openPlacesIn(text: string): readonly OpenPlace[] {
  if (!text.includes('/*?')) return [];
  return [...text.matchAll(place)].map((match) => {
    const [whole, content = '', ...names] = match;
    const question = content.replaceAll(/\s+/g, ' ').trim();
    const words = question.split(' or ');
    return {
      start: match.index,
      end: match.index + whole.indexOf('*/') + 2,
      question,
      candidates: words.every((one) => column.test(one) || subquery.test(one)) ? words : [],
      name: names.find((name) => name !== undefined),
    };
  });
}
