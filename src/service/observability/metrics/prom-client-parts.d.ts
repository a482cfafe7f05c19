/** The metrics of the process that prom-client has, one in each file: its types cover only all of them together. */
declare module 'prom-client/lib/metrics/*.js' {
  import type { Registry } from 'prom-client';

  const addTo: (registry: Registry, config: { readonly eventLoopMonitoringPrecision: number }) => void;
  export default addTo;
}
