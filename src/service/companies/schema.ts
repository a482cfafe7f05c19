/** The schemas of companies: what operators send, and what they get. They check requests, and the OpenAPI document and the types of clients are generated from them. */
import { z } from 'zod';
import { keyApps } from '../config/api-keys.ts';
import { entryFaults, keyEntry, serviceEntry, serviceNames } from '../config/schema.ts';
import { auditActions, auditWays, companyStates } from '../state/companies.ts';

/** An entry of `services` without what a company has beside it. */
const companyEntry = serviceEntry.omit({ keys: true, suspended: true });

const name = z
  .string()
  .regex(serviceNames, 'must have up to 40 letters, digits, "-" and "_"')
  .describe('Name of the company: in the log, in metrics, and in the keys of its writes. It never changes.');

const revision = z.int().min(1).describe('The number of the change that made it; the ETag has the same.');
const variableValue = z.string().min(1).max(65_536);
const instant = z.iso.datetime().describe('ISO 8601, UTC.');

const state = z
  .enum(companyStates)
  .describe('`suspended`: it answers 503 and has no connections, until it is active again.');

/** Longest and shortest accepted key, in characters. */
const keyText = z
  .string()
  .min(16)
  .max(512)
  .regex(/^[\x21-\x7e]+$/, 'must not have white space')
  .refine((key) => new Set(key).size >= 6, 'must not consist of few different characters')
  .describe('The key that the platform generated. Only its digest is stored.');

/** A new API key: one that is given, as itself or as its digest, or a generated one. */
const keyInput = z.strictObject({
  name: keyEntry.shape.name,
  app: z.enum(keyApps).default('both').describe('App of the platform that the key authorises.'),
  key: keyText.optional(),
  sha256: keyEntry.shape.sha256.optional(),
  until: keyEntry.shape.until,
});

export type KeyInput = z.output<typeof keyInput>;

/** A company that is to be added. */
export const companyInput = z
  .strictObject({
    name,
    entry: companyEntry.describe('Its entry of `services`: a path or a host name, a profile, limits.'),
    variables: z
      .record(z.string(), variableValue)
      .optional()
      .describe(
        'Its environment variables, such as the password of its ERP. They are stored encrypted, and never shown.',
      ),
    keys: z.array(keyInput).min(1).optional().describe('Its API keys. Without any, one is generated for both apps.'),
    state: state.optional(),
  })
  .superRefine(({ name: companyName, entry }, context) => {
    if (!serviceNames.test(companyName)) return;
    for (const { message } of entryFaults(companyName, entry))
      context.addIssue({ code: 'custom', path: ['entry'], message });
  });

export type CompanyInput = z.output<typeof companyInput>;

const nullable = Object.fromEntries(
  Object.entries(companyEntry.shape).map(([member, schema]) => [member, schema.nullable()]),
);

/** Changes of a company: members that are null are removed, those that are missing stay (RFC 7396). */
export const companyPatch = z.strictObject({
  entry: z.strictObject(nullable).optional().describe('Members of its entry.'),
  variables: z.record(z.string(), variableValue.nullable()).optional().describe('Its variables.'),
  state: state.optional(),
});

export type CompanyPatch = z.output<typeof companyPatch>;

/** A new API key for a company, which can put an end to those before it. */
export const keyRotation = keyInput.extend({
  expireOthers: z
    .string()
    .regex(/^(0|[1-9]\d{0,5}[smhd])$/, 'must be a duration such as 30m, 24h or 7d, or 0')
    .optional()
    .describe('How long the other keys of the same app stay valid. Without it they stay as they are; 0 ends them now.'),
});

export type KeyRotation = z.output<typeof keyRotation>;

/** What a link is for. */
export const linkInput = z.strictObject({
  source: z.string().min(1).optional().describe('Source of the profile, if several have `consent`.'),
  expiresIn: z
    .string()
    .regex(/^[1-9]\d{0,4}[mhd]$/, 'must be a duration such as 30m, 24h or 7d')
    .default('24h')
    .describe('How long the link can be used; 30 days at most.'),
});

/** A one-time link. */
export const linkAnswer = z.object({
  url: z
    .string()
    .describe('Send it only to the customer: anyone who has it can connect a company. It is shown here only.'),
  expires: instant,
  source: z.string().describe('The source of the profile that gets the token.'),
});

const keyAnswer = z.object({
  name: z.string(),
  app: z.enum(keyApps),
  sha256: z.string(),
  until: z.string().optional().describe('Last day of the key (UTC), or the instant from which it is refused.'),
});

const counts = z.record(z.string(), z.int());

const service = z.object({
  ready: z.boolean(),
  suspended: z.boolean(),
  reasons: z.array(z.string()).describe('Why it is not ready.'),
  revision: z.int().nullable().describe('The revision that this process uses; null if it comes from a file.'),
  requests: z
    .object({ running: z.int(), ok: z.int(), refused: z.int(), failed: z.int(), aborted: z.int() })
    .describe(
      'Requests in progress; answered ones since its start: status below 400, 4xx, 5xx, and those whose client left.',
    ),
  failures: counts.describe('Failed calls since its start, by the kind of the problem.'),
  unsettledWrites: counts
    .nullable()
    .describe('Writes by HTTP in the store that are not settled, by state; null while the store cannot be read.'),
  lastError: z
    .object({ time: instant, event: z.string(), message: z.string(), requestId: z.string().optional() })
    .nullable()
    .describe('Its last event of level warn or error.'),
});

/** A company, without its secrets. */
export const company = z.object({
  name: z.string(),
  source: z
    .enum(['table', 'file'])
    .describe('Where its entry comes from. Only those in the table can be changed here.'),
  revision: revision.nullable().describe('Null if its entry comes from a file.'),
  state,
  entry: z.record(z.string(), z.unknown()).describe('Its entry of `services`; empty if it comes from a file.'),
  variables: z
    .array(z.object({ name: z.string(), fingerprint: z.string() }))
    .describe('Names of its variables. Equal fingerprints of one name mean equal values.'),
  keys: z.array(keyAnswer),
  changedAt: instant.nullable(),
  findings: z
    .array(z.string())
    .describe('Errors of the entry. While there are any, this process does not serve it, or as it was before.'),
  service: service.nullable().describe('Its state in this process; null if it does not serve it.'),
});

export type CompanyAnswer = z.output<typeof company>;

/** A company whose keys have changed. */
export const companyWithKey = company.extend({
  generatedKeys: z
    .array(z.object({ name: z.string(), key: z.string() }))
    .optional()
    .describe('Generated API keys. They are shown here only.'),
});

/** A part of the companies. */
export const companyList = z.object({
  companies: z.array(company),
  total: z.int().describe('Number of all companies, whatever the query.'),
  next: z.string().nullable().describe('Value of `after` for the next part; null for the last one.'),
});

export const companyQuery = z.strictObject({
  state: state.optional(),
  after: z.string().optional().describe('Only companies with a later name.'),
  limit: z.coerce.number().int().min(1).max(1_000).default(100).describe('Largest number of companies.'),
});

export const auditQuery = z.strictObject({
  company: z.string().optional().describe('Only changes of this company.'),
  since: instant.optional(),
  before: instant.optional().describe('Only earlier changes: the time of the last one leads to the next part.'),
  limit: z.coerce.number().int().min(1).max(1_000).default(100).describe('Largest number of changes.'),
});

const snapshot = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe('Entry, state, fingerprints of variables and digests of keys.');

/** A change of a company. */
const auditAnswer = z.object({
  id: z.string(),
  time: instant,
  actor: z.string().describe('Name of the credential, or user of the operating system.'),
  via: z.enum(auditWays),
  action: z.enum(auditActions),
  company: z.string(),
  revision: z.int(),
  requestId: z.string(),
  before: snapshot,
  after: snapshot,
});

export type AuditAnswer = z.output<typeof auditAnswer>;

/** Changes, newest first. */
export const auditList = z.object({ changes: z.array(auditAnswer), more: z.boolean() });

/** The body of an error. */
export const errorAnswer = z.object({
  error: z.string(),
  requestId: z.string(),
  revision: z.int().optional().describe('The current revision, if the request has another one.'),
  faults: z
    .array(
      z.object({
        path: z.string().describe('The member: `entry.path`.'),
        message: z.string(),
        hint: z.string().optional(),
      }),
    )
    .optional(),
});
