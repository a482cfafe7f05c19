/** JSON with line breaks. Numbers keep their digits, because only spaces between tokens change. */
export function prettyJson(json: string): string {
  let depth = 0;
  let text = '';
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '{' || token === '[') text += `${token}\n${'  '.repeat(++depth)}`;
    else if (token === '}' || token === ']') text += `\n${'  '.repeat(--depth)}${token}`;
    else if (token === ',') text += `,\n${'  '.repeat(depth)}`;
    else text += token === ':' ? ': ' : token;
  }
  return text.replaceAll(/([{[])\s+([}\]])/g, '$1$2');
}
