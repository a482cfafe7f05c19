/** What a service says when it accepts requests. */
import type { Configuration, LoadedConfig } from '../config/load.ts';
import { routeText } from '../config/service-route.ts';
import type { Emit } from '../events/events.ts';
import { isLoopback } from '../server/listen.ts';

interface AnnounceOptions {
  /** For the user at a terminal. */
  readonly announce: (address: string, configuration: Configuration) => void;
}

/** Announces that the service accepts requests, and warns if its requests could be read on their way. */
export function announce(
  options: AnnounceOptions,
  configuration: Configuration,
  address: string,
  { emit, version }: { readonly emit: Emit; readonly version: string },
): void {
  const { pair, settings, services } = configuration;
  options.announce(address, configuration);
  if (pair === undefined && !isLoopback(settings.host)) {
    const message =
      'Other machines can reach this address without encryption. Put a reverse proxy with HTTPS in front, or set tlsCert and tlsKey.';
    emit({ level: 'warn', event: 'plain_http', address, message });
  }
  const [only] = services;
  if (only !== undefined && only.name === undefined)
    emit({ level: 'info', event: 'listening', version, address, profile: only.profileFile ?? '' });
  else emit({ level: 'info', event: 'listening', version, address, services: services.map(serviceText) });
}

/** `acme (/acme)` */
export function serviceText({ name = '', route }: LoadedConfig): string {
  return route.kind === 'any' ? name : `${name} (${routeText(route)})`;
}
