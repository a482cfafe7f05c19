/** The OpenAPI 3.1 document of the contract. */
import type { Contract, Endpoint } from '../../engine/index.ts';
import { answerExample, answerSchema, errorSchema, requestExample, requestSchema } from '../../engine/tools/index.ts';
import { type ErrorAnswer, errorAnswers, errorCodes, errorsOf } from './errors.ts';

const tags = [
  { name: 'shared', description: 'Called by both apps.' },
  { name: 'ordering', description: 'Called by the ordering app.' },
  { name: 'receivables', description: 'Called by the receivables app.' },
] as const;

const description = `A service between the platform and an ERP. Every call is a POST with a JSON body and the platform's API key.
Every failure has the error body. A path that is not listed here answers 404.`;

/** The document as plain data: one operation per endpoint, with examples and all its error answers. */
export function openApi(contract: Contract): object {
  return {
    openapi: '3.1.0',
    info: { title: 'ERP middleware', version: contract.version, description },
    servers: [
      {
        url: '{base_url}',
        description: 'Root of the middleware, without a slash at its end.',
        variables: { base_url: { default: 'https://middleware.example.com' } },
      },
    ],
    security: [{ key: [] }],
    tags,
    paths: Object.fromEntries(
      contract.endpoints.map((endpoint) => [endpoint.path, { post: operation(contract, endpoint) }]),
    ),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'The API key that the platform generated for the app.' },
      },
      schemas: { Error: errorSchema(contract, errorCodes) },
      responses: Object.fromEntries(
        errorAnswers.map((answer) => [responseName(answer), errorResponse(contract, answer)]),
      ),
    },
  };
}

/** `/catalog/products/by-sku` becomes `catalog-products-by-sku`. */
function operationId(endpoint: Endpoint): string {
  return endpoint.path.slice(1).replaceAll('/', '-');
}

function operation(contract: Contract, endpoint: Endpoint): object {
  return {
    operationId: operationId(endpoint),
    tags: [endpoint.app === 'both' ? 'shared' : endpoint.app],
    summary: endpoint.title,
    description: endpoint.description,
    requestBody: {
      required: true,
      content: json(requestSchema(contract, endpoint), requestExample(contract, endpoint)),
    },
    responses: {
      200: {
        description: 'Success.',
        content: json(answerSchema(contract, endpoint), answerExample(contract, endpoint)),
      },
      ...Object.fromEntries(
        errorsOf(endpoint).map((answer) => [answer.status, { $ref: `#/components/responses/${responseName(answer)}` }]),
      ),
    },
  };
}

function responseName(answer: ErrorAnswer): string {
  return `Status${answer.status}`;
}

/** Body of an error answer, as an example. */
export function errorExample(contract: Contract, answer: ErrorAnswer): Readonly<Record<string, unknown>> {
  const details = answer.details === undefined ? {} : { details: answer.details };
  return { schemaVersion: contract.version, error: answer.error, code: answer.code, ...details };
}

function errorResponse(contract: Contract, answer: ErrorAnswer): object {
  const { header } = answer;
  const seconds = header?.name === 'Retry-After';
  return {
    description: answer.when,
    ...(header === undefined
      ? {}
      : {
          headers: {
            [header.name]: {
              description: header.description,
              schema: { type: seconds ? 'integer' : 'string' },
              example: seconds ? Number(header.value) : header.value,
            },
          },
        }),
    content: json({ $ref: '#/components/schemas/Error' }, errorExample(contract, answer)),
  };
}

function json(schema: object, example: unknown): object {
  return { 'application/json': { schema, example } };
}
