/** Checks of several services together: each needs its own address, keys and name in the store. */
import { timingSafeEqual } from 'node:crypto';
import type { Diagnostic, Place } from '../../../engine/index.ts';
import type { Key } from './api-keys.ts';
import type { EngineYaml, YamlService } from './engine-yaml.ts';
import { type EnvironmentLayer, lookUp } from './environment.ts';
import { fault } from './fault.ts';
import { overlap } from './service-route.ts';
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

/** Why a service cannot be told apart from one of the services before it; empty if it can. */
export function conflictsOf(one: Distinct, earlier: readonly Distinct[]): readonly Diagnostic[] {
  return earlier.flatMap((other) => {
    const { name, route, routePlace, place, settings } = one.service;
    const serviceFault = (message: string, hint: string, at: Place | undefined): Diagnostic =>
      fault('CFG518', message, hint, at);
    const names = `"${other.service.name}" and "${name}"`;
    const sameKey = one.keys.find((key) => other.keys.some(({ digest }) => timingSafeEqual(digest, key.digest)));
    return [
      ...(overlap(route, other.service.route)
        ? [
            serviceFault(
              `A request could belong to both services ${names}.`,
              'Give each its own hostname, or a path that is not inside the path of the other.',
              routePlace,
            ),
          ]
        : []),
      ...(one.installation === other.installation
        ? [
            serviceFault(
              `The services ${names} have the same installation, "${one.installation}": they would use each other's idempotency keys.`,
              'Give each its own name, before its first write.',
              settings.get('installation')?.place ?? place,
            ),
          ]
        : []),
      ...(sameKey === undefined
        ? []
        : [
            serviceFault(
              `The API key "${sameKey.name}" of the service "${name}" is also a key of "${other.service.name}".`,
              'Give each service its own keys. `engine key` generates a new one.',
              one.service.keys.find(({ entry }) => entry.name === sameKey.name)?.place ?? place,
            ),
          ]),
    ];
  });
}
