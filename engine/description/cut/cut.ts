/** Cuts the file of a description down to what was read of it. */
import { stringify } from 'yaml';
import { isMap, type Members } from '../../base/members.ts';
import { readCsdlJson } from '../csdl-json.ts';
import { readCsdlXml } from '../csdl-xml.ts';
import { isXml, parsed } from '../read.ts';
import type { DescriptionUse } from '../uses.ts';
import { parseXml } from '../xml-node.ts';
import { cutCsdlJson } from './csdl-json.ts';
import { keptNames } from './csdl-names.ts';
import { cutCsdlXml } from './csdl-xml.ts';
import { cutOpenApi } from './openapi.ts';
import { cutOpenRpc } from './openrpc.ts';
import { cutXsd } from './xsd.ts';

export interface CutDescription {
  readonly text: string;
  readonly form: 'xml' | 'yaml';
}

/** The cut of a text that `use` was read from: XML, or YAML for JSON and YAML. `head`: a comment at its beginning. */
export function cutDescription(text: string, use: DescriptionUse, head: string): CutDescription {
  const yaml = (document: Members): CutDescription => ({
    form: 'yaml',
    text: `${head.replaceAll(/^/gm, '# ')}\n${stringify(document, { aliasDuplicateObjects: false, lineWidth: 160 })}`,
  });
  if (use.kind === 'xsd') return { form: 'xml', text: cutXsd(text, use.types, head) };
  if (use.kind === 'openapi') return yaml(cutOpenApi(use.root, use));
  if (use.kind === 'openrpc') return yaml(cutOpenRpc(use.root, use));
  if (isXml(text)) return { form: 'xml', text: cutCsdlXml(text, keptNames(readCsdlXml(parseXml(text)), use), head) };
  const document = parsed(text);
  return yaml(isMap(document) ? cutCsdlJson(document, keptNames(readCsdlJson(document), use)) : {});
}
