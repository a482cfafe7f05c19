/** Where the box "Go to" leads: endpoints, names of the profile, files, views, and proofs that it starts. */
import type { Board, Project } from '../../../../operations/protocol/project.ts';
import type { ProofRequest } from '../../../../operations/protocol/proof.ts';
import { go } from '../../route.ts';
import { openPlace } from '../findings.tsx';
import { presentedProofs } from '../proof/proof-kinds.ts';

export interface Destination {
  readonly title: string;
  /** What distinguishes it from others with the same title: a path, a section. */
  readonly detail: string;
  readonly open: () => void;
}

interface DestinationInput {
  readonly project: Project;
  readonly board: Board | undefined;
  /** Titles of the views, with what opens each. */
  readonly views: readonly Destination[];
  readonly startProof: (request: ProofRequest) => void;
}

function endpointDestinations({ project, board }: DestinationInput): readonly Destination[] {
  return project.endpoints.flatMap(({ path, title, kind }): readonly Destination[] => {
    const row = board?.rows.find((one) => one.path === path);
    if (kind === 'service') return [];
    if (row?.state === 'missing')
      return [
        { title: `Begin ${title}`, detail: path, open: () => go('profile', { file: project.file, begin: path }) },
      ];
    const { file, line } = row?.place ?? { file: project.file, line: 1 };
    return [
      { title, detail: path, open: () => go('profile', { file, line }) },
      { title: `Try ${title}`, detail: path, open: () => go('try', { endpoint: path }) },
      { title: `Lineage of ${title}`, detail: path, open: () => go('lineage', { endpoint: path }) },
    ];
  });
}

/** Proofs that need no further choice. */
const proofRequests: readonly (readonly [title: string, request: ProofRequest])[] = [
  [presentedProofs.cases.button, { kind: 'cases' }],
  ['Run conformance checks', { kind: 'conformance' }],
  ['Compare the ERP with the lock (drift)', { kind: 'drift' }],
  ['Write the lock of the ERP', { kind: 'drift', lock: true }],
];

/** All destinations, in the order in which equally good ones are listed. */
export function destinations(input: DestinationInput): readonly Destination[] {
  const { project, board, views, startProof } = input;
  return [
    ...endpointDestinations(input),
    ...views,
    ...proofRequests.map(([title, request]) => ({
      ...{ title, detail: 'Proof' },
      open: () => {
        go('proof', { kind: request.kind });
        startProof(request);
      },
    })),
    ...(board?.names ?? []).map(({ name, section, place }) => ({
      ...{ title: name, detail: section, open: () => openPlace(place) },
    })),
    ...project.files.map(({ path }) => ({ title: path, detail: 'file', open: () => go('profile', { file: path }) })),
  ];
}

/** Destinations that contain all words: those whose title begins with the text come first, then those with the words in the title. */
export function matching(all: readonly Destination[], text: string): readonly Destination[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const rankOf = ({ title, detail }: Destination): number | undefined => {
    const [inTitle, inBoth] = [title.toLowerCase(), `${title} ${detail}`.toLowerCase()];
    if (!words.every((word) => inBoth.includes(word))) return undefined;
    if (inTitle.startsWith(words.join(' '))) return 0;
    return words.every((word) => inTitle.includes(word)) ? 1 : 2;
  };
  return all
    .flatMap((one) => {
      const rank = rankOf(one);
      return rank === undefined ? [] : [{ one, rank }];
    })
    .sort((first, second) => first.rank - second.rank)
    .map(({ one }) => one);
}
