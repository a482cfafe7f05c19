/** One answer against the contract: its JSON Schema, and what a schema cannot say. */
import type { AnswerOf, Path } from '../../../contract/types.ts';
import type { Answer } from './caller.ts';
import { endpointAt } from './endpoint.ts';
import { errorFindings } from './errors.ts';
import { noisyNumbers, withTexts } from './exact.ts';
import { isRecord, type Json } from './record.ts';
import { rowFindings } from './rows.ts';
import { type RuleViolation, ruleViolation } from './rules.ts';
import { answerFindings, isAnswer } from './schema.ts';
import { statementFindings } from './statement.ts';

/**
 * All violations of a single answer, in the order of its fields. A refusal that keeps to the contract
 * has no findings: whether it is the right answer is for the caller to say. `request` is the body that was sent, as an object.
 */
export function validate(path: Path, request: Json, answer: Answer): readonly RuleViolation[] {
  const { status, headers, isJson, body, echoesKey } = answer;
  if (status >= 400) return errorFindings(answer);
  if (status !== 200) return [ruleViolation('status', '', `the status is ${status}, which the contract does not have`)];
  const type = headers.get('content-type') ?? 'missing';
  const findings: RuleViolation[] = [];
  if (echoesKey) findings.push(ruleViolation('error-text', '', 'the answer repeats the key that was sent'));
  if (!/^application\/json\b/i.test(type)) findings.push(ruleViolation('content-type', 'content-type', `is ${type}`));
  if (!isJson) return [...findings, ruleViolation('json', '', 'the body is no JSON')];
  const shape = answerFindings(path, body);
  const noise = noisyNumbers(body).map(([at, text]) =>
    ruleViolation('number-noise', at, `${text} was computed in binary, or is a quotient that is not rounded`),
  );
  // Rows of the wrong shape would break what follows in ways that say nothing new.
  const sound = shape.length > 0 ? [] : soundFindings(path, request, withTexts(body));
  return [...findings, ...shape, ...noise, ...sound];
}

function soundFindings(path: Path, request: Json, body: unknown): readonly RuleViolation[] {
  const endpoint = endpointAt(path);
  if (endpoint === undefined || !isRecord(body)) return [];
  return [...rowFindings(endpoint, request, body), ...singleFindings(path, request, body)];
}

function singleFindings(path: Path, request: Json, body: Json): readonly RuleViolation[] {
  switch (path) {
    case '/customer-statement/get':
      return isAnswer(path, body) ? statementFindings(body, request) : [];
    case '/pricing/resolve': {
      if (!isAnswer(path, body)) return [];
      const { systemUnitPrice, source } = body;
      if ((systemUnitPrice === null) === (source === 'none')) return [];
      return [ruleViolation('price-source', 'source', `is "${source}" with the price ${systemUnitPrice}`)];
    }
    case '/sale-draft': {
      if (!isAnswer(path, body)) return [];
      const { receivedAt } = body;
      return receivedAt.endsWith('Z')
        ? []
        : [ruleViolation('instant', 'receivedAt', `${receivedAt} is not in UTC with Z`)];
    }
    case '/catalog/customers/addresses':
      return isAnswer(path, body) ? addressFindings(body.hits) : [];
    default:
      return [];
  }
}

function addressFindings(hits: readonly { readonly address: string }[]): readonly RuleViolation[] {
  return hits.flatMap(({ address }, index) =>
    /[\r\n]/.test(address) ? [ruleViolation('one-line', `hits[${index}].address`, 'has line breaks')] : [],
  );
}

/** The body of an answer that has no findings, its long numbers as text; undefined where the request was refused. */
export function bodyOf<P extends Path>(path: P, { status, body }: Answer): AnswerOf<P> | undefined {
  const readable = withTexts(body);
  return status === 200 && isAnswer(path, readable) ? readable : undefined;
}
