/** The running service that the sandbox checks: its address and its keys, in the memory of the studio only. */
import { addressFault, environmentValue, platformKeys } from '../checks/sandbox/service-keys.ts';
import { Refused } from './access/folder.ts';
import type { GivenService, RunningService } from './protocol/running-service.ts';
import type { SessionRecords } from './workspace/session-records.ts';
import type { Workspace } from './workspace/workspace.ts';

const refuse = (message: string): never => {
  throw new Refused(message);
};

const sentence = (clause: string): string => `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;

/** Its address, and the apps that have a key, without the keys; empty where none was given. */
export function runningService({ service }: SessionRecords): RunningService {
  if (service === undefined) return {};
  const { baseUrl: address, keys } = service;
  return {
    service: { address, apps: (['ordering', 'receivables'] as const).filter((app) => keys[app] !== undefined) },
  };
}

/** Throws `Refused` for an address or a key that cannot be used. The service that was used before stays then. */
export function useService(
  { host }: Pick<Workspace, 'host'>,
  records: SessionRecords,
  { address, key, receivablesKey }: GivenService,
): RunningService {
  if (address === undefined) {
    records.service = undefined;
    return {};
  }
  const fault = addressFault(address);
  if (fault !== undefined) throw new Refused(sentence(fault));
  const given =
    receivablesKey === undefined ? { key } : { ...(key === undefined ? {} : { orderingKey: key }), receivablesKey };
  const keysResult = platformKeys(given, (name) => environmentValue(host, name, refuse));
  if (!keysResult.ok)
    throw new Refused(sentence(`${keysResult.reason}${keysResult.isMissing ? ': enter it, or set ENGINE_KEY' : ''}`));
  records.service = { baseUrl: address, keys: keysResult.keys };
  return runningService(records);
}
