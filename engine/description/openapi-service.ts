/** A service with an OpenAPI document: which operation a request is, with its parameters, body and answer. */
import type { Members } from '../base/members.ts';
import { asList, asNode, asText, resolved, SchemaTypes } from './json-schema.ts';
import {
  type DescribedMethod,
  type DescribedParameter,
  type DescribedType,
  DescriptionFault,
  type ErrorBodies,
  type ListedOperation,
  type Resolution,
  type ServiceDescription,
  segmentsOf,
  unknownDescribed,
} from './model.ts';
import type { OpenApiUse } from './uses.ts';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const satisfies readonly DescribedMethod[];

type ParameterPlace = 'query' | 'header';

interface PathItem {
  readonly path: string;
  readonly segments: readonly string[];
  readonly item: Members;
}

const isParameter = (segment: string): boolean => segment.includes('{');

/** Whether a segment of a request can be this segment of a path: a value fits a parameter alone. */
function fits(template: string, segment: string): boolean {
  if (!isParameter(template)) return template === segment;
  const [before = '', ...others] = template.split(/\{[^}]*\}/);
  if (!segment.startsWith(before)) return false;
  let at = before.length;
  for (const text of others) {
    // A parameter has at least one character.
    const next = text === '' ? segment.length : segment.indexOf(text, at + 1);
    if (next <= at) return false;
    at = next + text.length;
  }
  return at === segment.length;
}

/** The JSON form of a body or an answer, else any other form, by its media type. Empty where there is none. */
export function contentOf(content: unknown): readonly [string, unknown] | readonly [] {
  const all = Object.entries(asNode(content));
  return all.find(([type]) => /json/i.test(type)) ?? all[0] ?? [];
}

const schemaOf = (content: unknown): unknown => asNode(contentOf(content)[1]).schema;

const successes = ['200', '201', '202', '203', '2XX', '2xx'];

/** The status of the answer to a successful request. */
export const successOf = ({ responses }: Members): string =>
  successes.find((one) => asNode(responses)[one] !== undefined) ?? 'default';

/** The statuses of the answers that are errors. */
export const errorStatuses = (operation: Members): readonly string[] =>
  Object.keys(asNode(operation.responses)).filter(
    (status) => /^[45]/.test(status) || (status === 'default' && successOf(operation) !== status),
  );

/** Names of headers, in lower case, that HTTP or a convention defines, so that requests have them whatever a description says. */
export const isStandardHeader = (name: string): boolean =>
  /^(?:accept|authorization|cache-control|connection|content-|cookie|date|expect|forwarded|from|host|if-|max-forwards|origin|pragma|prefer|proxy-|range|referer|te|trace|traceparent|tracestate|upgrade|user-agent|via|odata-|(?:max|min)?dataserviceversion|x-forwarded-|x-requested-with|x-csrf-token|x-http-method)/.test(
    name,
  );

/** Whether any operation names parameters at the place: a document without them leaves them open. Standard headers do not count. */
export function namesParameters(root: Members, place: ParameterPlace): boolean {
  const items = Object.values(asNode(root.paths)).map((item) => resolved(root, item));
  const operations = items.flatMap((item) => [item, ...methods.map((method) => asNode(item[method.toLowerCase()]))]);
  const parameters = [
    ...operations.flatMap((one) => asList(one.parameters)),
    ...Object.values(asNode(asNode(root.components).parameters ?? root.parameters)),
  ];
  return parameters.some((each) => {
    const { in: where, name } = resolved(root, each);
    return where === place && !(place === 'header' && isStandardHeader(String(name).toLowerCase()));
  });
}

/** Names of headers and query parameters that authenticate requests. */
function credentialNames(root: Members, place: ParameterPlace): readonly string[] {
  const schemes = Object.values(asNode(asNode(root.components).securitySchemes ?? root.securityDefinitions));
  return schemes.map((one) => resolved(root, one)).flatMap((one) => (one.in === place ? (asText(one.name) ?? []) : []));
}

/** The schema of a form of Swagger 2.0. */
const formSchema = (fields: readonly Members[]): Members => ({
  type: 'object',
  properties: Object.fromEntries(fields.map(({ required: _, ...field }) => [String(field.name), field])),
  required: fields.flatMap((field) => (field.required === true ? [field.name] : [])),
});

/** Most operations share the types of their errors. */
function distinct(errors: ErrorBodies): ErrorBodies {
  const statuses = new Map<DescribedType, Set<string>>();
  for (const [status, body] of errors) {
    const before = statuses.get(body) ?? new Set();
    statuses.set(body, before.add(status));
  }
  return [...statuses].flatMap(([body, known]) => [...known].map((status) => [status, body] as const));
}

/** An OpenAPI document, with the paths that it has. */
class OpenApiService implements ServiceDescription {
  readonly files: readonly string[];
  private readonly root: Members;
  private readonly types: SchemaTypes;
  private readonly items: readonly PathItem[];
  private readonly usedPaths = new Set<string>();
  private readonly operations = new Map<string, ListedOperation>();
  private readonly namesQuery: boolean;
  private readonly namesHeaders: boolean;
  private allErrors: ErrorBodies | undefined;
  private readonly usedErrors = new Set<string>();

  constructor(files: readonly string[], root: Members, own: RegExp | undefined) {
    this.files = files;
    this.root = root;
    this.types = new SchemaTypes(root, own);
    this.items = Object.entries(asNode(root.paths)).map(([path, item]) => ({
      path,
      segments: segmentsOf(path),
      item: resolved(root, item),
    }));
    if (this.items.length === 0) throw new DescriptionFault('it is no OpenAPI document: it has no paths');
    this.namesQuery = namesParameters(root, 'query');
    this.namesHeaders = namesParameters(root, 'header');
  }

  get uses(): readonly [OpenApiUse] {
    const operations = new Set(this.operations.keys());
    const { root, types, usedPaths: paths } = this;
    const errors = this.allErrors === undefined ? this.usedErrors : operations;
    return [{ kind: 'openapi', root, paths, operations, errors, schemas: types.made }];
  }

  errors(): ErrorBodies {
    this.allErrors ??= distinct(
      this.items.flatMap(({ item }) => methods.flatMap((method) => this.errorsOf(asNode(item[method.toLowerCase()])))),
    );
    return this.allErrors;
  }

  get paths(): readonly string[] {
    return this.items.map(({ path }) => path);
  }

  readonly calls: readonly string[] = [];

  get size(): ServiceDescription['size'] {
    const schemas = asNode(asNode(this.root.components).schemas ?? this.root.definitions);
    const operations = this.items.flatMap(({ item }) => methods.filter((method) => item[method.toLowerCase()]));
    return { operations: operations.length, types: Object.keys(schemas).length };
  }

  resolve(method: DescribedMethod, path: string, base: string): Resolution {
    const [own, before] = [segmentsOf(path), segmentsOf(base)];
    for (let count = 0; count <= before.length; count += 1) {
      const item = this.itemOf(method, [...before.slice(before.length - count), ...own]);
      if (item !== undefined) return this.operation(method, item);
    }
    return this.unknown(own);
  }

  /**
   * The path that fits; of several the one that has most of the segments themselves, then one that has the method: some documents have a path twice,
   * with other names of its parameters (/Customer/{id} for GET, /Customer/{actionName} for POST).
   */
  private itemOf(method: DescribedMethod, segments: readonly string[]): PathItem | undefined {
    const fitting = this.items.filter(
      (one) =>
        one.segments.length === segments.length &&
        one.segments.every((part, index) => fits(part, segments[index] ?? '')),
    );
    const values = (one: PathItem): number => one.segments.filter((part, index) => part !== segments[index]).length;
    const lacks = ({ item }: PathItem): number => Number(item[method.toLowerCase()] === undefined);
    return fitting.toSorted((one, other) => values(one) - values(other) || lacks(one) - lacks(other))[0];
  }

  /** The first segment that no path has after those before it. */
  private unknown(own: readonly string[]): Resolution {
    let candidates = this.items;
    for (const [index, segment] of own.entries()) {
      const next = candidates.filter(({ segments }) => fits(segments[index] ?? '', segment));
      if (next.length === 0 || (index === own.length - 1 && index > 0)) {
        const names = candidates.flatMap(({ segments }) => segments[index] ?? []);
        return { kind: 'unknownPath', segment: index, known: [...new Set(names)] };
      }
      candidates = next;
    }
    return { kind: 'unknownPath', segment: 0, known: candidates.flatMap(({ segments }) => segments[own.length] ?? []) };
  }

  private operation(method: DescribedMethod, { path, item }: PathItem): Resolution {
    this.usedPaths.add(path);
    const name = `${method} ${path}`;
    const before = this.operations.get(name);
    if (before !== undefined) return { kind: 'operation', operation: before };
    const operation = asNode(item[method.toLowerCase()]);
    if (Object.keys(operation).length === 0) {
      const allowed = methods.filter((one) => item[one.toLowerCase()] !== undefined);
      return { kind: 'unknownMethod', allowed, name: path };
    }
    const parameters = [...asList(item.parameters), ...asList(operation.parameters)].map((one) =>
      resolved(this.root, one),
    );
    const read: ListedOperation = {
      protocol: 'openapi',
      name,
      file: this.files.join(', '),
      query: this.namesQuery ? this.parametersIn(parameters, 'query', (text) => text) : undefined,
      headers: this.parametersIn(parameters, 'header', (text) => text.toLowerCase()),
      hasListedHeaders: this.namesHeaders,
      body: this.bodyOf(operation, parameters),
      answer: this.answerOf(operation),
      errors: () => {
        this.usedErrors.add(name);
        return this.errorsOf(operation);
      },
      documentation: asText(operation.summary) ?? asText(operation.description),
    };
    this.operations.set(name, read);
    return { kind: 'operation', operation: read };
  }

  private parametersIn(
    parameters: readonly Members[],
    place: ParameterPlace,
    keyOf: (name: string) => string,
  ): ReadonlyMap<string, DescribedParameter> {
    const described = parameters.flatMap((one): readonly (readonly [string, DescribedParameter])[] => {
      const name = asText(one.name);
      if (one.in !== place || name === undefined) return [];
      const type = this.types.typeOf(one.schema ?? one);
      return [[keyOf(name), { name, type, isRequired: one.required === true, documentation: asText(one.description) }]];
    });
    const credentials = credentialNames(this.root, place).map((name) => {
      const parameter = { name, type: unknownDescribed, isRequired: false, documentation: undefined };
      return [keyOf(name), parameter] as const;
    });
    return new Map([...credentials, ...described]);
  }

  private bodyOf(operation: Members, parameters: readonly Members[]): DescribedType | undefined {
    const body = resolved(this.root, operation.requestBody);
    // Swagger 2.0 has the body among the parameters, and a form as one parameter for each of its fields.
    const schema = schemaOf(body.content) ?? parameters.find((one) => one.in === 'body')?.schema;
    if (schema !== undefined) return this.types.typeOf(schema);
    const fields = parameters.filter((one) => one.in === 'formData');
    if (fields.length > 0) return this.types.typeOf(formSchema(fields));
    return Object.keys(body).length > 0 ? unknownDescribed : undefined;
  }

  private answerOf(operation: Members): DescribedType {
    return this.bodyOfAnswer(asNode(operation.responses)[successOf(operation)]);
  }

  private errorsOf(operation: Members): ErrorBodies {
    return errorStatuses(operation).map((status) => [status, this.bodyOfAnswer(asNode(operation.responses)[status])]);
  }

  private bodyOfAnswer(response: unknown): DescribedType {
    const answer = resolved(this.root, response);
    return this.types.typeOf(answer.schema ?? schemaOf(answer.content));
  }
}

/** The description of a service with an OpenAPI document. Throws `DescriptionFault`. */
export const openApiService = (file: string, root: Members, own?: RegExp): OpenApiService =>
  new OpenApiService([file], root, own);
