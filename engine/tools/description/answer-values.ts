/** What the vendors' descriptions say of the values in recorded answers: for replacements that a referee accepts. */
import { dirname } from 'node:path';
import { interpolate } from '../../base/setting-values.ts';
import { DescriptionFiles } from '../../description/files.ts';
import type { DescribedMethod, DescribedType, ScalarType } from '../../description/model.ts';
import { methods } from '../../description/openapi-service.ts';
import { addressed } from '../../description/real-request.ts';
import { unlike } from '../../description/scalar-forms.ts';
import { describedAnswer } from '../../description/validate.ts';
import { openProfile } from '../../profile/open.ts';
import { isHttp } from '../../profile/schema/index.ts';
import type { RanRequest } from '../../sources/http/observed.ts';
import { baseOf } from '../../sources/http/target.ts';
import { readServices } from '../../start/read-services.ts';
import { createReportingContext } from '../../start/reporting-context.ts';
import type { DescriptionsInput } from './operations.ts';

/** What a text in an answer has to be. A record or a list is no text. */
export interface DescribedText {
  /** Whether a text is one of the values of the enumeration. */
  readonly isValue: (text: string) => boolean;
  /** In characters. */
  readonly maxLength: number | undefined;
  /** A day, an instant or a time of day. */
  readonly isTime: boolean;
}

/** `path`: names of members with dots between them, without positions of lists. Undefined for what no description has. */
export type DescribedTexts = (path: string) => DescribedText | undefined;

const noText: DescribedText = { isValue: () => false, maxLength: undefined, isTime: false };

function describedText(type: ScalarType): DescribedText {
  const { scalar, values, maxLength } = type;
  const forms = { hasOldTimes: false, hasTextNumbers: false };
  return {
    isValue: (text) => values !== undefined && unlike(text, type, forms) === undefined,
    maxLength,
    isTime: scalar === 'date' || scalar === 'instant' || scalar === 'time',
  };
}

function typeAt(type: DescribedType, names: readonly string[]): DescribedType | undefined {
  if (type.kind === 'list') return typeAt(type.items, names);
  const [name, ...rest] = names;
  if (name === undefined) return type;
  const member = type.kind === 'record' ? type.members.get(name) : undefined;
  return member && typeAt(member.type, rest);
}

const isMethod = (method: string): method is DescribedMethod => methods.some((one) => one === method);

/** Finds what the answer to a request has to be. Descriptions that cannot be read are not used: `engine check` reports them. */
export async function describedTexts(input: DescriptionsInput): Promise<(ran: RanRequest) => DescribedTexts> {
  const { loaded } = await openProfile(input, input.environment, 'start');
  if (loaded === undefined) return () => () => undefined;
  const { profile, settings } = loaded;
  const reporter = createReportingContext({ ...loaded, contract: input.contract }, []);
  const services = await readServices(profile, dirname(input.profileFile), new DescriptionFiles(), reporter);
  return ({ source, request: { method, url } }) => {
    const [service, spec] = [services.get(source), profile.sources[source]];
    if (service === undefined || spec === undefined || !isHttp(spec) || !isMethod(method)) return () => undefined;
    const base = baseOf(interpolate(spec.http, settings));
    const answer = describedAnswer(service, { method, ...addressed(base, new URL(url)), headers: {}, body: undefined });
    return (path) => {
      const type = answer && typeAt(answer, path.split('.'));
      return type && (type.kind === 'scalar' ? describedText(type) : noText);
    };
  };
}
