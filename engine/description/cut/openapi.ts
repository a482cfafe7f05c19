/** Cuts an OpenAPI document: the paths that are used, and the schemas that these need. */
import { isMap, type Members } from '../../base/members.ts';
import { asList, asNode, resolved } from '../json-schema.ts';
import { contentOf, errorStatuses, methods, namesParameters, successOf } from '../openapi-service.ts';
import type { OpenApiUse } from '../uses.ts';
import { cutInfo, picked, put, SchemaCut } from './schemas.ts';

const documentKeys = ['openapi', 'swagger', 'host', 'basePath', 'servers', 'consumes', 'produces'];
const operationKeys = ['operationId', 'summary', 'description', 'deprecated'];

class OpenApiCut {
  private readonly root: Members;
  private readonly use: OpenApiUse;
  private readonly schemas: SchemaCut;

  constructor(root: Members, use: OpenApiUse) {
    this.root = root;
    this.use = use;
    this.schemas = new SchemaCut(root, use.schemas);
  }

  document(): Members {
    const paths = Object.entries(asNode(this.root.paths)).flatMap(([path, item]) =>
      this.use.paths.has(path) ? [[path, this.item(path, resolved(this.root, item))]] : [],
    );
    const cut: Record<string, unknown> = {
      ...picked(this.root, documentKeys),
      info: cutInfo(this.root),
      paths: Object.fromEntries(paths),
    };
    this.putCredentials(cut);
    this.schemas.addTo(cut);
    // A document without any query parameter leaves them open: the cut of another one must not. The same holds for headers.
    for (const [place, name] of [
      ['query', 'any'],
      ['header', 'x-any'],
    ] as const)
      if (namesParameters(this.root, place) && !namesParameters(cut, place))
        put(cut, ['components', 'parameters', name], { name, in: place });
    return cut;
  }

  /** The names of the headers and parameters that authenticate. */
  private putCredentials(cut: Record<string, unknown>): void {
    for (const parts of [['components', 'securitySchemes'], ['securityDefinitions']]) {
      let schemes: unknown = this.root;
      for (const part of parts) schemes = asNode(schemes)[part];
      for (const [id, scheme] of Object.entries(asNode(schemes))) {
        const { type, in: place, name } = resolved(this.root, scheme);
        if (typeof name === 'string') put(cut, [...parts, id], { type, in: place, name });
      }
    }
  }

  private item(path: string, item: Members): Members {
    const operations = methods.flatMap((method) => {
      const operation = item[method.toLowerCase()];
      const isUsed = this.use.operations.has(`${method} ${path}`);
      const statuses = isMap(operation) ? [successOf(operation)] : [];
      if (isMap(operation) && this.use.errors.has(`${method} ${path}`)) statuses.push(...errorStatuses(operation));
      return isMap(operation) ? [[method.toLowerCase(), this.operation(operation, isUsed, statuses)]] : [];
    });
    const parameters = asList(item.parameters);
    return {
      ...(parameters.length === 0 ? {} : { parameters: this.schemas.copy(parameters, true) }),
      ...Object.fromEntries(operations),
    };
  }

  /** `statuses`: of the answers that are kept. */
  private operation(operation: Members, isUsed: boolean, statuses: readonly string[]): Members {
    const { parameters, requestBody } = operation;
    const body = resolved(this.root, requestBody);
    const answers = statuses.map((status) => {
      const answer = resolved(this.root, asNode(operation.responses)[status]);
      return [status, { description: '', ...this.withContent(answer, isUsed) }] as const;
    });
    return {
      ...picked(operation, operationKeys),
      ...(parameters === undefined ? {} : { parameters: this.schemas.copy(parameters, isUsed) }),
      ...(requestBody === undefined ? {} : { requestBody: this.withContent(body, isUsed) }),
      responses: Object.fromEntries(answers),
    };
  }

  /** A body or an answer in the form that is read. */
  private withContent(node: Members, isUsed: boolean): Members {
    const { content, headers: _, ...rest } = node;
    const [type, media] = contentOf(content);
    if (type === undefined) return asNode(this.schemas.copy(rest, isUsed));
    const { schema } = asNode(media);
    return {
      ...asNode(this.schemas.copy(rest, isUsed)),
      content: { [type]: schema === undefined ? {} : { schema: this.schemas.copy(schema, isUsed) } },
    };
  }
}

/** The document with what was used, and the schemas around. */
export const cutOpenApi = (root: Members, use: OpenApiUse): Members => new OpenApiCut(root, use).document();
