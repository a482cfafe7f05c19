/** Finds the operation that a request of the profile means in the vendor's description, and reports a path or method that it does not have. */
import type { Path } from '../../../base/place.ts';
import { Secret } from '../../../base/secret.ts';
import { anyValue, callIn, type Operation } from '../../../description/model.ts';
import { suggest, suggestion } from '../../../diagnostics/did-you-mean.ts';
import type { HttpSourceSpec } from '../../../profile/schema/index.ts';
import type { HttpMethod } from '../../../sources/http-source.ts';
import type { CompileContext } from '../../context/context.ts';
import { announce } from './announce.ts';

const parts = /\{\{.*?\}\}|\$\{([A-Za-z_]\w*)\}/gs;

/** A text with `anyValue` for each value that is known only when a request is sent, as often as it has characters. Offsets do not change. */
export const masked = (text: string): string => text.replaceAll(parts, (part) => anyValue.repeat(part.length));

/** The text with the values of settings, where they are known, and `anyValue` for everything else. */
function filled({ settings }: CompileContext, text: string): string {
  return text.replaceAll(parts, (_, name: string | undefined) => {
    const value = name === undefined ? undefined : settings.get(name);
    return value === undefined || value instanceof Secret || typeof value === 'object' ? anyValue : String(value);
  });
}

/** Whether the text has a setting whose value is not known here: it may be any part of a path. */
const hasOpenSetting = (context: CompileContext, text: string): boolean =>
  [...text.matchAll(/\$\{[A-Za-z_]\w*\}/g)].some(([setting]) => filled(context, setting) === anyValue);

/** The path of an address, without its scheme and host. */
const pathOfAddress = (address: string): string => address.replace(/^(?:[a-z]+:\/\/)?[^/]*/i, '');

/** Where the segment with a number begins and ends in the text of a path. */
export function segmentRange(text: string, segment: number): { readonly offset: number; readonly length: number } {
  const segments = [...masked(text).matchAll(/[^/]+/g)];
  const match = segments[segment] ?? segments.at(-1);
  return { offset: match?.index ?? 0, length: Math.max(1, match?.[0].length ?? 1) };
}

interface DescribedRequest {
  readonly method: HttpMethod;
  /** The path as the profile has it. */
  readonly text: string;
  /** The place of the path in the profile. */
  readonly path: Path;
  /** The JSON body as the profile has it, and its place. */
  readonly body: { readonly spec: unknown; readonly path: Path };
  readonly source: string;
  readonly sourceSpec: HttpSourceSpec;
}

/** The operation; undefined where the source has no description, or the description has no such operation, which is reported. */
export function operationAt(context: CompileContext, request: DescribedRequest): Operation | undefined {
  const { method, text, path, body, source, sourceSpec } = request;
  const service = context.services.get(source);
  if (service === undefined) return undefined;
  announce(context, path, 'words', () =>
    service.paths.map((name) => ({ name, detail: 'path', documentation: undefined })),
  );
  const base = pathOfAddress(filled(context, sourceSpec.http));
  const called = callIn(body.spec);
  const call = called && { ...called, method: filled(context, called.method) };
  const calledAt = [...body.path, 'method'];
  announce(context, calledAt, 'words', () =>
    service.calls.map((name) => ({ name, detail: 'method', documentation: undefined })),
  );
  const resolution = service.resolve(method, filled(context, text), base, call);
  if (resolution.kind !== 'operation' && hasOpenSetting(context, text)) return undefined;
  switch (resolution.kind) {
    case 'operation':
      return resolution.operation;
    case 'unknownMethod': {
      const { allowed, name } = resolution;
      const message = `${service.files.join(', ')} does not describe ${method} for ${name.replace(/^[A-Z]+ /, '')}.`;
      const hint = allowed.length === 0 ? 'Remove the request.' : `It describes ${allowed.join(', ')}.`;
      context.report('API803', { path, key: true, message, hint });
      return undefined;
    }
    case 'unknownCall': {
      const { call: name, known } = resolution;
      const message = `${service.files.join(', ')} has no method "${name}".`;
      context.report('API802', { path: calledAt, message, ...suggestion(name, shortList(name, known)) });
      return undefined;
    }
    case 'unknownPath': {
      const range = segmentRange(text, resolution.segment);
      const segment = text.slice(range.offset, range.offset + range.length).replace(/\(.*$/s, '');
      const where = resolution.segment === 0 ? '' : ' here';
      context.report('API802', {
        path,
        range,
        message: `${service.files.join(', ')} has no path "${segment}"${where}.`,
        hint: suggest(segment, shortList(segment, resolution.known)),
      });
      return undefined;
    }
  }
}

/** A hint with hundreds of names is useless: of a long list it has only those that begin alike. */
function shortList(word: string, names: readonly string[]): readonly string[] {
  if (names.length <= 30) return names;
  const begin = word.slice(0, 3).toLowerCase();
  return names.filter((name) => name.toLowerCase().startsWith(begin) || name.toLowerCase() === word.toLowerCase());
}
