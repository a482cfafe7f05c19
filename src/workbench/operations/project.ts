/** The profile, its settings, and the contract as forms. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Endpoint, Field, Fields } from '../../../engine/index.ts';
import { declaredBy, declaredSettings, providedBy, requestExample } from '../../../engine/tools/index.ts';
import type { FormField, Project, ShownEndpoint } from './protocol/project.ts';
import { offeredKinds } from './suggest.ts';
import type { Workspace } from './workspace/workspace.ts';

const json = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value));

function formField(name: string, field: Field): FormField {
  const { type, description, required } = field;
  const byDefault = 'default' in field ? json(field.default) : undefined;
  const example = type === 'list' ? undefined : json(field.example);
  return {
    ...{ name, type, description, required },
    ...(byDefault === undefined ? {} : { byDefault }),
    ...(example === undefined ? {} : { example }),
    ...(type === 'id' ? { idKind: field.idKind } : {}),
    ...(type === 'text' && field.oneOf !== undefined ? { oneOf: field.oneOf } : {}),
    ...(type === 'list' ? { items: formFields(field.items) } : {}),
  };
}

const formFields = (fields: Fields): FormField[] =>
  Object.entries(fields).map(([name, field]) => formField(name, field));

/** The settings, the sources and the contract. No value of a setting is part of it. */
export async function project(workspace: Workspace): Promise<Project> {
  const { host, profileName, profileFile, folder } = workspace;
  const { contract, version } = host;
  const { environment } = workspace.load().profile;
  const { text, bases } = await workspace.read();
  const settings = declaredSettings(text, environment, bases) ?? [];
  const endpointOf = (endpoint: Endpoint): ShownEndpoint => ({
    path: endpoint.path,
    title: endpoint.title,
    app: endpoint.app,
    description: endpoint.description,
    kind: endpoint.answer.kind,
    fields: formFields(endpoint.request),
    example: JSON.stringify(requestExample(contract, endpoint), null, 2),
  });
  return {
    title: providedBy(text, bases, contract)?.title || profileName,
    name: profileName,
    file: basename(profileFile),
    version,
    endpoints: contract.endpoints.map(endpointOf),
    sources: (declaredBy(text, bases, contract)?.sources ?? []).map(({ name, kind }) => ({ name, kind })),
    settings: settings.map(({ name, env, type, secret, from, description }) => ({
      ...{ name, type, secret, from: env !== undefined && workspace.sessionValues.has(env) ? 'session' : from },
      ...(env === undefined ? {} : { env }),
      ...(description === undefined ? {} : { description }),
    })),
    offered: offeredKinds(contract),
    hasBases: bases.documents.length > 0 || !bases.complete,
    hasFixture: [workspace.root, ...bases.folders].some((one) => existsSync(join(one, 'fixture'))),
    files: folder.list().map(({ path, kind }) => ({ path, kind })),
  };
}
