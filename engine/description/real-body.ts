/** The values in a body as it is sent. */
import { withoutBrackets } from './listed-query.ts';
import { DescriptionFault } from './model.ts';
import type { RealRequest } from './real-request.ts';
import { parseXml, type XmlNode } from './xml-node.ts';

/** The fields of a form. What is inside of brackets, as in `lines[0][sku]`, is a part of a field whose value is not compared. */
const fieldsOf = (text: string): XmlNode =>
  Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => [
      withoutBrackets(name),
      name.includes('[') ? undefined : value,
    ]),
  );

/** Parses a body that the engine has written. `media`: its media type. */
export function realBody(text: string, media: string): Pick<RealRequest, 'body' | 'writing'> {
  if (/[/+]json\b/i.test(media)) return { body: JSON.parse(text), writing: 'json' };
  if (/^application\/x-www-form-urlencoded\b/i.test(media)) return { body: fieldsOf(text), writing: 'form' };
  if (!/[/+]xml\b/i.test(media)) return { body: undefined };
  try {
    return { body: parseXml(text), writing: 'xml' };
  } catch (error) {
    if (error instanceof DescriptionFault) return { body: undefined };
    throw error;
  }
}
