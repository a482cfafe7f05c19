/** The OpenAPI 3.1 document of the API for operators. */
import { z } from 'zod';
import { errorAnswer } from '../schema.ts';
import { commonErrors, type ErrorStatus, errorTexts, type Operation, operations } from './operations.ts';

const description = `Companies in the table of the store, and the log of their changes. The admin listener serves it, if \`operatorKeyFile\` is set.
Each process answers for itself: \`service\` is the state of a company in the process that answers.`;

type Direction = 'input' | 'output';

/** A schema as JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export function jsonSchema(schema: z.ZodType, io: Direction): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io });
  return rest;
}

const content = (schema: z.ZodType, io: Direction): object => ({
  'application/json': { schema: jsonSchema(schema, io) },
});

const etag = { ETag: { description: 'The revision.', schema: { type: 'string' } } };

/** The names in braces of a path. */
export const pathParameters = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function parametersOf({ path, query, needsRevision }: Operation): readonly object[] {
  const inPath = pathParameters(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const { properties = {} } = query === undefined ? {} : z.toJSONSchema(query, { io: 'input' });
  const inQuery = Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
  const match = { name: 'If-Match', in: 'header', required: true, schema: { type: 'string', examples: ['"7"'] } };
  return [...inPath, ...inQuery, ...(needsRevision ? [match] : [])];
}

function answerOf(status: string, schema: z.ZodType | undefined): object {
  const text = status === '201' ? 'Added.' : 'Success.';
  if (schema === undefined) return { description: text };
  return { description: text, headers: etag, content: content(schema, 'output') };
}

function operationObject(id: string, operation: Operation): object {
  const { summary, body, answers, errors } = operation;
  const statuses = [...new Set<ErrorStatus>([...errors, ...commonErrors])].sort((a, b) => a - b);
  return {
    operationId: id,
    summary,
    parameters: parametersOf(operation),
    ...(body === undefined ? {} : { requestBody: { required: true, content: content(body, 'input') } }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, schema]) => [status, answerOf(status, schema)])),
      ...Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Status${status}` }])),
    },
  };
}

/** The document as plain data. `version`: that of the program's API. */
export function companiesOpenApi(): object {
  const paths = new Map<string, Record<string, object>>();
  for (const [id, operation] of Object.entries<Operation>(operations)) {
    const methods = paths.get(operation.path) ?? {};
    paths.set(operation.path, { ...methods, [operation.method.toLowerCase()]: operationObject(id, operation) });
  }
  return {
    openapi: '3.1.0',
    info: { title: 'API for operators', version: '1', description },
    servers: [{ url: 'http://127.0.0.1:9090', description: 'The admin listener.' }],
    security: [{ operator: [] }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        operator: { type: 'http', scheme: 'bearer', description: 'A credential whose digest is in `operatorKeyFile`.' },
      },
      responses: Object.fromEntries(
        Object.entries(errorTexts).map(([status, text]) => [
          `Status${status}`,
          { description: text, content: content(errorAnswer, 'output') },
        ]),
      ),
    },
  };
}
