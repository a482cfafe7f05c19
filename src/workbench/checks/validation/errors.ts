/** What an error answer breaks of the contract, whatever request it is the answer to. */
import { errorAnswers } from '../../../contract/errors.ts';
import type { Answer } from './caller.ts';
import { isRecord } from './record.ts';
import { type RuleViolation, ruleViolation } from './rules.ts';
import { errorBodyFindings } from './schema.ts';

/** Signs of internals in a message for users: SQL, drivers, stacks, files. */
const internals =
  /\bSELECT\b.+\bFROM\b|\bINSERT INTO\b|\bUPDATE\b.+\bSET\b|SQLITE_|\bORA-\d|node_modules|\bTraceback\b|\n\s+at |\bE(CONN|NOTFOUND|HOST|PIPE|AI_)[A-Z]*|\.(js|ts|py|java|cs|php|rb|go):\d+/;

/** Findings of an answer with a status from 400 on. */
export function errorFindings({ status, headers, body, isJson, echoesKey }: Answer): readonly RuleViolation[] {
  const findings: RuleViolation[] = [];
  if (echoesKey) findings.push(ruleViolation('error-text', '', 'the answer repeats the key that was sent'));
  if (status === 401 && !/^bearer\b/i.test(headers.get('www-authenticate') ?? ''))
    findings.push(ruleViolation('www-authenticate', 'www-authenticate', 'the header must name the scheme Bearer'));
  if ((status === 429 || status === 503) && !/^\d+$/.test(headers.get('retry-after') ?? ''))
    findings.push(ruleViolation('retry-after', 'retry-after', 'the header must hold seconds'));
  if (!isJson) return [...findings, ruleViolation('error-body', '', `a ${status} without a JSON body`)];
  findings.push(...errorBodyFindings(body));
  if (!isRecord(body)) return findings;
  const { code, error } = body;
  const wanted = errorAnswers.find((answer) => answer.status === status)?.code;
  if (wanted !== undefined && typeof code === 'string' && code !== wanted)
    findings.push(ruleViolation('error-code', 'code', `a ${status} has the code ${wanted}, not ${code}`));
  if (typeof error !== 'string') return findings;
  if (error.trim() === '') findings.push(ruleViolation('error-text', 'error', 'is empty, and is shown to users'));
  if (internals.test(error)) findings.push(ruleViolation('error-text', 'error', 'shows internals of the service'));
  return findings;
}

/** The fields that a 422 names; empty where it names none. */
export function refusedFields({ body }: Answer): readonly string[] {
  const details = isRecord(body) && isRecord(body.details) ? body.details : {};
  const fields: readonly unknown[] = Array.isArray(details.fields) ? details.fields : [];
  return fields.flatMap((fault) => (isRecord(fault) && typeof fault.field === 'string' ? [fault.field] : []));
}

/** The message of a refusal, for reports: the text of the contract's error body, or the status. */
export const refusalText = ({ status, body }: Answer): string =>
  isRecord(body) && typeof body.error === 'string'
    ? `the answer was ${status}: ${body.error}`
    : `the answer was ${status}`;
