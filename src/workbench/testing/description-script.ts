/** Scripts that write what a running server says of itself, for `engine describe`. */
import { writeFileSync } from 'node:fs';

/** The parts of the process that a script uses. */
type ScriptProcess = Pick<NodeJS.Process, 'argv' | 'env' | 'stderr' | 'exitCode'>;

export interface DescriptionScript<Name extends string> {
  /** Environment variables that it needs. */
  readonly variables: readonly [Name, ...Name[]];
  /** The one that is a secret. */
  readonly secret: Name;
  /** Asks the server. Returns the document. */
  readonly describe: (variable: (name: Name) => string) => Promise<unknown>;
}

/** The longest reason of a failure, in characters: servers answer with whole pages. */
const longest = 400;

/** The message of an error with those of its causes, in one line, without the secret in any of the forms that a request gives it. */
function reasonOf(error: unknown, secret: string): string {
  const messages: string[] = [];
  for (let one = error; one instanceof Error; one = one.cause)
    messages.push(one.message === '' && 'code' in one ? String(one.code) : one.message);
  const forms = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ secret }).toString().slice('secret='.length),
  ];
  let text = messages.length === 0 ? String(error) : messages.join(': ');
  for (const form of forms) if (form !== '') text = text.replaceAll(form, '***');
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** Writes the document to the file that the command line names. A failure is one line, and exit status 1. */
export async function writeDescription<Name extends string>(
  running: ScriptProcess,
  { variables, secret, describe }: DescriptionScript<Name>,
): Promise<void> {
  const [file] = running.argv.slice(2);
  const variable = (name: Name): string => running.env[name] ?? '';
  if (file === undefined || variables.some((name) => variable(name) === '')) {
    const names = `${variables.slice(0, -1).join(', ')} and ${variables.at(-1)}`;
    running.stderr.write(`Set ${names}, and name the file to write.\n`);
    running.exitCode = 2;
    return;
  }
  try {
    writeFileSync(file, `${JSON.stringify(await describe(variable), undefined, 2)}\n`);
  } catch (error) {
    running.stderr.write(`The server cannot be described: ${reasonOf(error, variable(secret))}\n`);
    running.exitCode = 1;
  }
}
