/** Cuts an OpenRPC document: the methods that are used, and the schemas that these need. */
import type { Members } from '../../base/members.ts';
import { asList, asText, resolved } from '../json-schema.ts';
import type { OpenRpcUse } from '../uses.ts';
import { cutInfo, picked, SchemaCut } from './schemas.ts';

const methodKeys = ['name', 'summary', 'description', 'paramStructure', 'params', 'result', 'deprecated'];

/** The document with the methods that were used, and the schemas around. */
export function cutOpenRpc(root: Members, { calls, schemas }: OpenRpcUse): Members {
  const schemaCut = new SchemaCut(root, schemas);
  const used = asList(root.methods)
    .map((one) => resolved(root, one))
    .filter(({ name }) => calls.has(asText(name) ?? ''));
  const cut: Record<string, unknown> = {
    ...picked(root, ['openrpc', 'servers']),
    info: cutInfo(root),
    methods: used.map((method) => schemaCut.copy(picked(method, methodKeys), true)),
  };
  schemaCut.addTo(cut);
  return cut;
}
