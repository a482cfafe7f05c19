/** Cuts an OpenAPI document: the paths that are used, and the schemas that these need. */
import { isMap, type Members } from '../../base/members.ts';
import { asList, asNode, asText, isArray, merged, resolved } from '../json-schema.ts';
import type { OpenApiUse } from '../model.ts';
import { contentOf, errorStatuses, methods, namesParameters, successOf } from '../openapi-service.ts';

/** Members of the document, of operations and of schemas that nobody reads from a cut. */
const isDropped = (key: string): boolean => key === 'example' || key === 'examples' || key.startsWith('x-ms-');

const documentKeys = ['openapi', 'swagger', 'host', 'basePath', 'servers', 'consumes', 'produces'];
const operationKeys = ['operationId', 'summary', 'description', 'deprecated'];

const partsOf = (reference: string): readonly string[] =>
  reference
    .slice(2)
    .split('/')
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));

class OpenApiCut {
  /** By reference: whether it was used, so that the schemas it refers to are kept. */
  private readonly kept = new Map<string, boolean>();
  private readonly copies = new Map<string, unknown>();

  private readonly root: Members;

  private readonly use: OpenApiUse;

  constructor(root: Members, use: OpenApiUse) {
    this.root = root;
    this.use = use;
  }

  document(): Members {
    const paths = Object.entries(asNode(this.root.paths)).flatMap(([path, item]) =>
      this.use.paths.has(path) ? [[path, this.item(path, resolved(this.root, item))]] : [],
    );
    const { title, version, license } = asNode(this.root.info);
    const cut: Record<string, unknown> = {
      ...this.picked(this.root, documentKeys),
      info: Object.fromEntries(Object.entries({ title, version, license }).filter(([, value]) => value !== undefined)),
      paths: Object.fromEntries(paths),
    };
    this.putCredentials(cut);
    for (const [reference, copy] of this.copies) put(cut, partsOf(reference), copy);
    // A document without any query parameter leaves them open: the cut of another one must not. The same holds for headers.
    for (const [place, name] of [
      ['query', 'any'],
      ['header', 'x-any'],
    ] as const)
      if (namesParameters(this.root, place) && !namesParameters(cut, place))
        put(cut, ['components', 'parameters', name], { name, in: place });
    return cut;
  }

  private picked(node: Members, keys: readonly string[]): Members {
    return Object.fromEntries(keys.flatMap((key) => (node[key] === undefined ? [] : [[key, node[key]]])));
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
      ...(parameters.length === 0 ? {} : { parameters: this.copy(parameters, true) }),
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
      ...this.picked(operation, operationKeys),
      ...(parameters === undefined ? {} : { parameters: this.copy(parameters, isUsed) }),
      ...(requestBody === undefined ? {} : { requestBody: this.withContent(body, isUsed) }),
      responses: Object.fromEntries(answers),
    };
  }

  /** A body or an answer in the form that is read. */
  private withContent(node: Members, isUsed: boolean): Members {
    const { content, headers: _, ...rest } = node;
    const [type, media] = contentOf(content);
    if (type === undefined) return asNode(this.copy(rest, isUsed));
    const { schema } = asNode(media);
    return {
      ...asNode(this.copy(rest, isUsed)),
      content: { [type]: schema === undefined ? {} : { schema: this.copy(schema, isUsed) } },
    };
  }

  /** A part of the document. `isUsed`: what it refers to is kept. */
  private copy(value: unknown, isUsed: boolean): unknown {
    if (Array.isArray(value)) return value.map((one) => this.copy(one, isUsed));
    if (!isMap(value)) return value;
    const reference = asText(value.$ref);
    if (reference !== undefined) return this.reference(reference, value, isUsed);
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => {
        if (key === 'properties') return [[key, this.properties(one, isUsed)]];
        // A combined schema is a part of this one.
        const isPart = key === 'allOf' || key === 'oneOf' || key === 'anyOf';
        if (isPart) return [[key, asList(one).map((part) => this.part(part, isUsed))]];
        return isDropped(key) ? [] : [[key, this.copy(one, isUsed)]];
      }),
    );
  }

  private properties(value: unknown, isUsed: boolean): Members {
    return Object.fromEntries(Object.entries(asNode(value)).map(([name, one]) => [name, this.copy(one, isUsed)]));
  }

  private part(value: unknown, isUsed: boolean): unknown {
    const reference = asText(asNode(value).$ref);
    if (reference === undefined) return this.copy(value, isUsed);
    this.keep(reference, isUsed);
    return value;
  }

  /** Beyond the neighbours of what is used, a record is left open. */
  private reference(reference: string, value: Members, isUsed: boolean): Members {
    const target = resolved(this.root, value);
    const schema = merged(this.root, target);
    const isPlain = Object.keys(asNode(schema.properties)).length === 0 && !isArray(schema);
    const isSchema = /^#\/(?:components\/schemas|definitions)\//.test(reference);
    const isTargetUsed = isSchema ? this.use.schemas.has(target) : isUsed;
    if (!isUsed && !isTargetUsed && !isPlain) return {};
    this.keep(reference, isTargetUsed);
    return value;
  }

  private keep(reference: string, isUsed: boolean): void {
    const before = this.kept.get(reference);
    if (!reference.startsWith('#/') || before === true || before === isUsed) return;
    this.kept.set(reference, isUsed);
    let target: unknown = this.root;
    for (const part of partsOf(reference)) target = asNode(target)[part];
    this.copies.set(reference, this.copy(target, isUsed));
  }
}

function put(root: Record<string, unknown>, parts: readonly string[], value: unknown): void {
  let at = root;
  for (const [index, part] of parts.entries()) {
    if (index === parts.length - 1) {
      at[part] = value;
      return;
    }
    const next: unknown = at[part];
    const inner: Record<string, unknown> = isMap(next) ? { ...next } : {};
    at[part] = inner;
    at = inner;
  }
}

/** The document with what was used, and the schemas around. */
export const cutOpenApi = (root: Members, use: OpenApiUse): Members => new OpenApiCut(root, use).document();
