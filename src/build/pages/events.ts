/** docs/events.md: every event of the log, from the tables of the engine and the service. */
import { type EventDefinition, engineEvents } from '../../../engine/index.ts';
import { serviceEvents } from '../../service/events/events.ts';
import { anchorOf, codeCell, markdownTable } from './markdown.ts';

type Named = readonly [name: string, event: EventDefinition];

/** Events that only tests of profiles report, never a service. */
const testOnly = new Set<string>(['stand_in_gap']);

const intro = `The service writes its log to stderr as JSON lines, one object for each event (at a terminal as text: \`logFormat\`). Every event has \`level\`, \`time\` (ISO 8601, UTC) and \`event\`, its
name. With [several services](howto/several-companies.md#in-one-process), an event of one of them has its name in \`service\`. Events of the engine that belong to a request also have \`requestId\`. Texts of more than 2,000 characters are cut. No event contains a
secret. The setting \`logLevel\` ([settings.md](settings.md)) selects the lowest level that is logged.

Level \`error\` needs an operator soon, \`warn\` on the next working day. \`info\` and \`debug\` are for information.`;

/** The page. */
export function eventsPage(): string {
  const all: readonly Named[] = [...Object.entries<EventDefinition>(serviceEvents), ...engineEntries()].sort(byName);
  const withAction = all.filter(([, { action }]) => action !== undefined);
  const forInformation = all.filter(([, { action }]) => action === undefined);
  const parts = [
    '# Events of the log',
    intro,
    '## Events that may need action',
    markdownTable(
      ['event', 'level', 'meaning', 'what to do'],
      withAction.map(([name, event]) => [link(name), event.levels.join(', '), event.summary, event.action ?? '']),
    ),
    '## Events for information',
    markdownTable(
      ['event', 'level', 'meaning'],
      forInformation.map(([name, event]) => [link(name), event.levels.join(', '), event.summary]),
    ),
    '## Fields',
    ...all.flatMap(section),
  ];
  return `${parts.join('\n\n')}\n`;
}

function engineEntries(): readonly Named[] {
  return Object.entries<EventDefinition>(engineEvents).filter(([name]) => !testOnly.has(name));
}

const byName = ([one]: Named, [other]: Named): number => (one < other ? -1 : 1);

const link = (name: string): string => `[${codeCell(name)}](#${anchorOf(name)})`;

function section([name, { fields }]: Named): readonly string[] {
  const rows = Object.entries(fields).map(([field, { type, meaning, optional }]) => [
    codeCell(field),
    optional === true ? `${type}, optional` : type,
    meaning,
  ]);
  return [`### ${name}`, rows.length === 0 ? 'No further fields.' : markdownTable(['field', 'type', 'meaning'], rows)];
}
