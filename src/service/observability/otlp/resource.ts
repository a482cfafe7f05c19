/** The resource that traces and metrics of this process belong to. */
import { randomUUID } from 'node:crypto';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';

/** Distinguishes this process from other replicas, whose counters would otherwise be taken for the same. */
const instanceId = randomUUID();

/** `version`: of the program. `serviceName`: replaces the name in `OTEL_RESOURCE_ATTRIBUTES` and the default one. */
export function serviceResource(version: string, serviceName: string | undefined): Resource {
  const serviceAttributes = {
    'service.name': 'erp-engine',
    'service.version': version,
    'service.instance.id': instanceId,
  };
  return defaultResource()
    .merge(resourceFromAttributes(serviceAttributes))
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes(serviceName === undefined ? {} : { 'service.name': serviceName }));
}
