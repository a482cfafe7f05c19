/** The manifests in examples/deploy/kubernetes, and the files and variables of a container that they describe. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const examples = join(import.meta.dirname, '../../examples/deploy');
const folder = join(examples, 'kubernetes');

type Labels = Readonly<Record<string, string>>;
interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly failureThreshold: number;
}
interface Container {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}
interface Selector {
  readonly matchLabels: Labels;
}
interface Kinds {
  readonly ConfigMap: { readonly data: Readonly<Record<string, string>> };
  readonly Secret: { readonly stringData: Readonly<Record<string, string>> };
  readonly Deployment: {
    readonly spec: {
      readonly selector: Selector;
      readonly template: {
        readonly metadata: { readonly labels: Labels; readonly annotations: Labels };
        readonly spec: {
          readonly enableServiceLinks?: boolean;
          readonly terminationGracePeriodSeconds: number;
          readonly topologySpreadConstraints: readonly { readonly labelSelector: Selector }[];
          readonly containers: readonly [Container];
          readonly volumes: readonly {
            readonly name: string;
            readonly configMap?: { readonly name: string };
            readonly secret?: { readonly secretName: string };
          }[];
        };
      };
    };
  };
  readonly Service: {
    readonly spec: { readonly selector: Labels; readonly ports: readonly { readonly targetPort: string }[] };
  };
  readonly PodDisruptionBudget: { readonly spec: { readonly selector: Selector } };
  readonly HorizontalPodAutoscaler: {
    readonly spec: {
      readonly scaleTargetRef: { readonly kind: string; readonly name: string };
      readonly minReplicas: number;
      readonly maxReplicas: number;
      readonly metrics: readonly { readonly pods: { readonly metric: { readonly name: string } } }[];
    };
  };
  readonly NetworkPolicy: {
    readonly spec: {
      readonly podSelector: Selector;
      readonly ingress: readonly { readonly ports: readonly { readonly port: number }[] }[];
    };
  };
}
type Manifest<K extends keyof Kinds> = Kinds[K] & { readonly kind: K; readonly metadata: { readonly name: string } };

interface AnyManifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

const manifests: readonly AnyManifest[] = readdirSync(folder)
  .filter((name) => name !== 'prometheus-adapter.yaml')
  .flatMap((name) => parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((document) => document.toJS()));

/** All manifests of a kind. */
export function manifestsOf<K extends keyof Kinds>(kind: K): readonly Manifest<K>[] {
  const isKind = (manifest: AnyManifest): manifest is Manifest<K> => manifest.kind === kind;
  return manifests.filter(isKind);
}

/** The only manifest of a kind. Throws if there is not exactly one. */
export function manifestOf<K extends keyof Kinds>(kind: K): Manifest<K> {
  const [only, ...others] = manifestsOf(kind);
  if (only === undefined || others.length > 0) throw new Error(`There is not one ${kind}.`);
  return only;
}

/** The kinds of all manifests. */
export const kinds: readonly string[] = manifests.map(({ kind }) => kind);

const pod = manifestOf('Deployment').spec.template.spec;
const [container] = pod.containers;

/** The files of a volume, by name. Throws if the manifests have none with its name. */
function volumeFiles(volume: string): Readonly<Record<string, string>> {
  const source = pod.volumes.find(({ name }) => name === volume);
  const named = (name: string | undefined) => (manifest: { readonly metadata: { readonly name: string } }) =>
    manifest.metadata.name === name;
  const files =
    manifestsOf('ConfigMap').find(named(source?.configMap?.name))?.data ??
    manifestsOf('Secret').find(named(source?.secret?.secretName))?.stringData;
  if (files === undefined) throw new Error(`The volume ${volume} has no ConfigMap and no Secret.`);
  return files;
}

/** What a container is started with. */
export interface StartedContainer {
  readonly configFile: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Writes the files of the container below `root`, and returns its configuration file and variables: those of the image, of the manifest, and those that
 * Kubernetes sets for the Service unless the pod refuses them. `contents`: of files with these names, in place of the example's.
 */
export function mountContainer(root: string, contents: Readonly<Record<string, string>> = {}): StartedContainer {
  for (const { name, mountPath } of container.volumeMounts) {
    for (const [file, text] of Object.entries(volumeFiles(name))) {
      const path = join(root, mountPath, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, contents[file] ?? text);
    }
  }
  const [, imageVariables = ''] = /^ENV (.*)$/m.exec(readFileSync(join(examples, 'docker/Dockerfile'), 'utf8')) ?? [];
  const image = imageVariables.split(' ').map((pair) => pair.split('='));
  const links = pod.enableServiceLinks === false ? [] : [['ENGINE_PORT', 'tcp://10.0.0.1:80']];
  const given = container.env.map(({ name, value }) => [name, value.startsWith('/') ? join(root, value) : value]);
  const [, configFile = ''] = container.args;
  return { configFile: join(root, configFile), environment: Object.fromEntries([...image, ...links, ...given]) };
}
