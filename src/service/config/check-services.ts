/** Checks of several services together: each needs its own address, keys and name in the store. */
import type { Diagnostic, Place } from '../../../engine/index.ts';
import type { Key } from './api-keys.ts';
import type { EngineYaml, YamlService } from './engine-yaml.ts';
import { type EnvironmentLayer, lookUp } from './environment.ts';
import { fault } from './fault.ts';
import { keyVariables, separateSettings, settingTable } from './settings.ts';

/** What must differ between services. */
export interface Distinct {
  readonly service: YamlService;
  readonly installation: string;
  readonly keys: readonly Key[];
}

/** Settings and keys at the top level, or in the shared environment, that only an entry of `services` may have. */
export function misplacedSettings(yaml: EngineYaml, layers: readonly EnvironmentLayer[]): readonly Diagnostic[] {
  const misplaced = (what: string, place: Place | undefined): Diagnostic => {
    const message = `${what} applies to a single service, but the configuration has \`services\`, which must not share it.`;
    const hint = 'Move it to the entry of the service it belongs to, or to the envFile of that service.';
    return fault('CFG519', message, hint, place);
  };
  const variables = [...keyVariables.map(({ env }) => env), ...separateSettings.map((name) => settingTable[name].env)];
  const [firstKey] = yaml.keys;
  return [
    ...(firstKey === undefined ? [] : [misplaced('"keys"', firstKey.place)]),
    ...separateSettings.flatMap((name) => {
      const setting = yaml.settings.get(name);
      return setting === undefined ? [] : [misplaced(`"${name}"`, setting.place)];
    }),
    ...variables.flatMap((name) => {
      const lookup = lookUp(layers, name);
      return lookup.kind === 'value' ? [misplaced(lookup.variable.variable, lookup.variable.place)] : [];
    }),
  ];
}

/** Why two services cannot be distinguished. */
export interface Conflict {
  readonly finding: Diagnostic;
  /** The earlier one. */
  readonly other: YamlService;
}

/**
 * A function that takes one service after the other, and finds why it cannot be distinguished from one of those before it; nothing if it can. Its time does not depend on
 * their number.
 */
export function conflictFinder(): (one: Distinct) => readonly Conflict[] {
  const byInstallation = new Map<string, Distinct>();
  const byKey = new Map<string, Distinct>();
  const byHostname = new Map<string, Distinct[]>();
  const byPath = new Map<string, Distinct[]>();
  /** Each path that leads to one of a service, with the services at it and below it. */
  const byOuterPath = new Map<string, Distinct[]>();

  function atSameRoute({ service: { route } }: Distinct): readonly Distinct[] {
    if (route.kind === 'hostname') return byHostname.get(route.hostname) ?? [];
    if (route.kind !== 'path') return [];
    const around = pathsTo(route.path).flatMap((path) => byPath.get(path) ?? []);
    return [...new Set([...around, ...(byOuterPath.get(route.path) ?? [])])];
  }

  function add(one: Distinct): void {
    const { route } = one.service;
    addFirst(byInstallation, one.installation, one);
    for (const { digest } of one.keys) addFirst(byKey, hex(digest), one);
    if (route.kind === 'hostname') append(byHostname, route.hostname, one);
    if (route.kind !== 'path') return;
    append(byPath, route.path, one);
    for (const path of pathsTo(route.path)) append(byOuterPath, path, one);
  }

  return (one) => {
    const { name, routePlace, place, settings } = one.service;
    const conflict = (other: Distinct, message: string, hint: string, at: Place | undefined): Conflict => ({
      finding: fault('CFG518', message, hint, at),
      other: other.service,
    });
    const namesOf = (other: Distinct): string => `"${other.service.name}" and "${name}"`;
    const conflicts: Conflict[] = [];
    for (const other of atSameRoute(one)) {
      const hint = 'Give each its own hostname, or a path that is not inside the path of the other.';
      conflicts.push(conflict(other, `A request could belong to both services ${namesOf(other)}.`, hint, routePlace));
    }
    const sameName = byInstallation.get(one.installation);
    if (sameName !== undefined) {
      const message = `The services ${namesOf(sameName)} have the same installation, "${one.installation}": they would use each other's idempotency keys.`;
      const at = settings.get('installation')?.place ?? place;
      conflicts.push(conflict(sameName, message, 'Give each its own name, before its first write.', at));
    }
    const sameKey = one.keys.find(({ digest }) => byKey.has(hex(digest)));
    const keyHolder = sameKey && byKey.get(hex(sameKey.digest));
    if (sameKey !== undefined && keyHolder !== undefined) {
      const message = `The API key "${sameKey.name}" of the service "${name}" is also a key of "${keyHolder.service.name}".`;
      const at = one.service.keys.find(({ entry }) => entry.name === sameKey.name)?.place ?? place;
      conflicts.push(
        conflict(keyHolder, message, 'Give each service its own keys. `engine key` generates a new one.', at),
      );
    }
    add(one);
    return conflicts;
  };
}

const hex = (digest: Uint8Array): string => Buffer.from(digest).toString('hex');

function addFirst<T>(map: Map<string, T>, key: string, value: T): void {
  if (!map.has(key)) map.set(key, value);
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** `/a`, `/a/b` and `/a/b/c` of `/a/b/c`. */
function pathsTo(path: string): readonly string[] {
  const segments = path.split('/').slice(1);
  return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
}
