/** The collation of Acumatica's database ignores case: conditions on texts are made to do so, too. */

const literal = /'(?:[^']|'')*'/g;

/** A `$filter` whose comparisons of texts ignore case. */
export function foldedFilter(filter: string): string {
  const texts = filter.match(literal) ?? [];
  const between = filter.split(literal);
  const folded = texts.map((text, index) => {
    const before = between[index] ?? '';
    if (/(?:substringof|startswith|endswith)\([\w, ]*$/.test(before) || /\w+ (?:eq|ne) $/.test(before))
      return text.toLowerCase();
    return text;
  });
  const around = between.map((piece, index) => {
    const ofName = piece
      .replace(/(\b\w+)( (?:eq|ne) )$/, 'tolower($1)$2')
      .replace(/((?:startswith|endswith)\()(\w+)(, *)$/, '$1tolower($2)$3');
    const isPart = /substringof\($/.test(between[index - 1] ?? '');
    return isPart ? ofName.replace(/^(, *)(\w+)\)/, '$1tolower($2))') : ofName;
  });
  return around.map((piece, index) => piece + (folded[index] ?? '')).join('');
}
