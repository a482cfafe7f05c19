import type { Body, Endpoint, Rule, Rules } from './endpoints.ts';

/** One field put wrong: the body, and the name that the fault must carry. */
export interface Broken {
  readonly field: string;
  readonly body: Body;
  readonly what: string;
}

const NOT_TEXT: readonly unknown[] = [5, true, ['x'], { x: 1 }];
const NOT_NUMBER: readonly unknown[] = ['5', '', true, [5], { x: 1 }];
const BLANK: readonly unknown[] = ['', '   ', '\t\n'];
const NO_DAYS = ['2023-02-29', '2100-02-29', '2024-04-31', '2024-13-01', '2024-00-10', '2024-01-00', '2024-1-5'];
const NO_DATES = ['20240105', '05.01.2024', '2024-01-05T00:00:00Z', 'today', '2024-01', 'x'];
const NO_INSTANTS = ['2023-02-29T00:00:00Z', '2024-01-01T25:00:00Z', '2024-13-01T00:00:00Z', 'yesterday', '12:00', 'x'];
const NO_CURRENCIES = ['EU', 'EURO', 'E1R', 'E R', '\u20ac'];

/** Values that break a rule by themselves; a missing value is not among them. */
function wrong(rule: Rule): readonly unknown[] {
  const none = 'required' in rule ? [null] : [];
  switch (rule.kind) {
    case 'text':
      return [...NOT_TEXT, ...none, ...(rule.required ? BLANK : [])];
    case 'choice':
      return [...NOT_TEXT, 'neither', `${rule.of.join('')}`];
    case 'integer': {
      const over = rule.maximum === undefined ? [] : [rule.maximum + 1, 1e15];
      return [...NOT_NUMBER, ...none, 1.5, rule.minimum - 1, -1, ...over];
    }
    case 'number':
      return [...NOT_NUMBER, ...none, ...(rule.aboveZero ? [0, -1, -0.01] : [])];
    case 'day':
      return [...NOT_TEXT, ...none, ...(rule.required ? BLANK : []), ...NO_DAYS, ...NO_DATES];
    case 'instant':
      return [...NOT_TEXT, ...NO_INSTANTS];
    case 'currency':
      return [...NOT_TEXT, ...none, ...BLANK, ...NO_CURRENCIES];
    case 'list':
      return ['x', 5, true, {}, ...none, []];
  }
}

const lastRow = (endpoint: Endpoint): readonly Body[] =>
  Array.isArray(endpoint.shaped.lines) ? endpoint.shaped.lines : [];

/** The shaped body with the second line's field changed, the first left whole. */
function withLine(endpoint: Endpoint, change: (line: Body) => unknown): Body {
  const [first, second = {}] = lastRow(endpoint);
  return { ...endpoint.shaped, lines: [first, change(second)] };
}

const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
const without = (body: Body, field: string): Body =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== field));

/** Every way to put one field of an endpoint wrong, the lines' fields included. */
export function wrongFields(endpoint: Endpoint): readonly Broken[] {
  const top = Object.entries(endpoint.rules).flatMap(([field, rule]) =>
    wrong(rule).map((value) => ({ field, what: shown(value), body: { ...endpoint.shaped, [field]: value } })),
  );
  const nested = Object.entries(lineRules(endpoint)).flatMap(([field, rule]) =>
    wrong(rule).map((value) => ({
      field: `lines[1].${field}`,
      what: shown(value),
      body: withLine(endpoint, (line) => ({ ...line, [field]: value })),
    })),
  );
  return [...top, ...nested];
}

/** Every required field left out, one at a time. */
export function missingFields(endpoint: Endpoint): readonly Broken[] {
  const isRequired = (rule: Rule): boolean => 'required' in rule && rule.required === true;
  const names = (rules: Rules) => Object.entries(rules).flatMap(([name, rule]) => (isRequired(rule) ? [name] : []));
  const top = names(endpoint.rules).map((field) => ({ field, what: 'missing', body: without(endpoint.shaped, field) }));
  const nested = names(lineRules(endpoint)).map((field) => ({
    field: `lines[1].${field}`,
    what: 'missing',
    body: withLine(endpoint, (line) => without(line, field)),
  }));
  return [...top, ...nested];
}

/** The shaped body with every field wrong at once, and the names of them all. */
export function allWrong(endpoint: Endpoint): { readonly body: Body; readonly fields: readonly string[] } {
  const ruin = (rules: Rules, prefix = '') =>
    Object.entries(rules).flatMap(([field, rule]) =>
      rule.kind === 'list' ? [] : [[field, wrong(rule)[0], prefix + field] as const],
    );
  const top = ruin(endpoint.rules);
  const nested = ruin(lineRules(endpoint), 'lines[1].');
  const body: Body = Object.fromEntries(top.map(([field, value]) => [field, value]));
  const line: Body = Object.fromEntries(nested.map(([field, value]) => [field, value]));
  const lines = nested.length === 0 ? {} : { lines: [lastRow(endpoint)[0], line] };
  return { body: { ...body, ...lines }, fields: [...top, ...nested].map(([, , name]) => name) };
}

/** The names of the fields that may be left out. */
export function optionalFields(endpoint: Endpoint): readonly string[] {
  return Object.entries(endpoint.rules).flatMap(([name, rule]) => ('required' in rule ? [] : [name]));
}

function lineRules(endpoint: Endpoint): Rules {
  const rule = endpoint.rules.lines;
  return rule?.kind === 'list' ? rule.items : {};
}
