/** Completion scripts for bash, and for zsh with its support for bash scripts. */
import type { Values, Verb } from './model.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Shell code that sets `words`, and `files` to 1 if file names can be completed too. */
function set({ words, files, names }: Values): string {
  const known = `words=${quoted(words.join(' '))}; files=${files ? 1 : 0}`;
  if (names === undefined) return known;
  const cases = [...names].map(
    ([word, own]) => `        ${quoted(word)}) words=${quoted(own.map((name) => `${name}=`).join(' '))} ;;`,
  );
  // A value follows a name without a space. Shells without `compopt` add the space.
  return `${known}
      for next in "\${COMP_WORDS[@]}"; do case "$next" in
${cases.join('\n')}
      esac; done
      compopt -o nospace 2>/dev/null || :`;
}

function valueCases({ name, flags }: Verb): readonly string[] {
  return flags.flatMap((flag) =>
    flag.values === undefined ? [] : [`    ${quoted(`${name}:${flag.name}`)}) ${set(flag.values)} ;;`],
  );
}

function wordCase({ name, flags, verbs, values }: Verb): readonly string[] {
  const plain: Values = { words: [...verbs, ...values.words], files: values.files };
  const dashed: Values = { words: flags.map((flag) => flag.name), files: false };
  return [`    ${quoted(`${name}:-`)}) ${set(dashed)} ;;`, `    ${quoted(`${name}:`)}) ${set(plain)} ;;`];
}

/** A script to be sourced. It starts no program: verbs, flags and values of this version are part of it. */
export function bashScript(verbs: readonly Verb[]): string {
  const names = verbs.filter(({ name }) => name !== '').map(({ name }) => `      ${quoted(name)}) verb=$next ;;`);
  return `# Completion of engine for bash: source <(engine completion bash)
_engine() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} verb= next= words= files= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${verb:+$verb }\${COMP_WORDS[i]}"
    case "$next" in
${names.join('\n')}
    esac
  done
  case "$verb:$prev" in
${verbs.flatMap(valueCases).join('\n')}
    *)
      case "$verb:\${cur:0:1}" in
${verbs
  .flatMap(wordCase)
  .map((line) => line.replace(/:'\)/, ":'*)"))
  .map((line) => `    ${line}`)
  .join('\n')}
      esac ;;
  esac
  COMPREPLY=()
  while IFS= read -r next; do COMPREPLY+=("$next"); done < <(compgen -W "$words" -- "$cur")
  if [[ $files == 1 ]]; then
    while IFS= read -r next; do COMPREPLY+=("$next"); done < <(compgen -f -- "$cur")
  fi
}
complete -o filenames -F _engine engine
`;
}

export function zshScript(verbs: readonly Verb[]): string {
  return `# Completion of engine for zsh: source <(engine completion zsh)
autoload -Uz compinit bashcompinit && compinit && bashcompinit
${bashScript(verbs)}`;
}
