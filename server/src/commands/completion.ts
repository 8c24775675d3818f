/** `timebank completion bash|zsh|fish`: scripts made from the table of commands. They ask nobody while one types. */
import { Argument, type Command } from 'commander';
import { type CommandContext, report } from './context.ts';
import { type DescribedCommand, type DescribedOption, describeCommands } from './described.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;
type Shell = keyof typeof SCRIPTS;

export function registerCompletionCommand(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .description('print a script that completes the commands in your shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .addHelpText(
      'after',
      `
bash: timebank completion bash > ~/.local/share/bash-completion/completions/timebank
zsh:  timebank completion zsh > a folder of $fpath, as _timebank; then start zsh anew
fish: timebank completion fish > ~/.config/fish/completions/timebank.fish`,
    )
    .option('--json', 'print JSON')
    .action((shell: Shell, options: { json?: boolean }) => {
      const script = SCRIPTS[shell](describeCommands(program)).trimEnd();
      report(context, options.json, { shell, script }, [script]);
    });
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const pathOf = ({ words }: DescribedCommand) => words.join(' ');
/** As a word of `case`: one pattern for each command. */
const patterns = (paths: readonly string[]) => paths.map(quoted).join(' | ');

/** Options with the command that they belong to, `--help` apart. */
function optionsWhere(commands: readonly DescribedCommand[], wanted: (option: DescribedOption) => boolean) {
  return commands.flatMap((command) =>
    command.options.filter(wanted).map((option) => ({ option, path: `${pathOf(command)} ${option.long}` })),
  );
}

/** The lines of `case` for what follows an option that takes a value. */
function valueLines(
  commands: readonly DescribedCommand[],
  files: string,
  words: (choices: readonly string[]) => string,
) {
  const withValue = optionsWhere(commands, ({ takesValue }) => takesValue);
  const chosen = withValue.filter(({ option }) => option.choices.length > 0);
  const named = withValue.filter(({ option }) => option.isFile);
  const free = withValue.filter(({ option }) => option.choices.length === 0 && !option.isFile);
  return [
    ...chosen.map(({ path, option }) => `    ${quoted(path)}) ${words(option.choices)} ;;`),
    `    ${patterns(named.map(({ path }) => path))}) ${files} ;;`,
    `    ${patterns(free.map(({ path }) => path))}) ;;`,
  ];
}

function bashScript(commands: readonly DescribedCommand[]): string {
  const lines = commands.map((command) => {
    const { inside, options, choices, takesFile } = command;
    const words = [...inside.map(({ name }) => name), ...choices, ...options.map(({ long }) => long), '--help'];
    const files = takesFile ? '; [[ $current == -* ]] || files=1' : '';
    return `        ${quoted(pathOf(command))}) words=${quoted(words.join(' '))}${files} ;;`;
  });
  return `# Completes timebank in bash. Made by: timebank completion bash
_timebank() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} at= words= files= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${at:+$at }\${COMP_WORDS[i]}" in
      ${patterns(commands.slice(1).map(pathOf))})
        at="\${at:+$at }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at $previous" in
${valueLines(commands, 'files=1', (choices) => `words=${quoted(choices.join(' '))}`).join('\n')}
    *)
      case "$at" in
${lines.join('\n')}
      esac ;;
  esac
  COMPREPLY=()
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    local IFS=$'\\n'
    COMPREPLY=($(compgen -f -- "$current"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -F _timebank timebank
`;
}

function zshScript(commands: readonly DescribedCommand[]): string {
  const entry = (name: string, description: string) => quoted(`${name.replaceAll(':', '\\:')}:${description}`);
  const lines = commands.map((command) => {
    const { inside, options, choices, takesFile } = command;
    const named = [...inside, ...choices.map((name) => ({ name, description: '' }))];
    const parts = [
      ...(named.length > 0 ? [`names=(${named.map((one) => entry(one.name, one.description)).join(' ')})`] : []),
      `flags=(${[...options, { long: '--help', description: 'display help' }].map((one) => entry(one.long, one.description)).join(' ')})`,
      ...(takesFile ? ['_files'] : []),
    ];
    return `        ${quoted(pathOf(command))}) ${parts.join('; ')} ;;`;
  });
  return `#compdef timebank
# Completes timebank in zsh. Made by: timebank completion zsh
_timebank() {
  local at='' word
  local -a names flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${at:+$at }$word" in
      ${patterns(commands.slice(1).map(pathOf))})
        at="\${at:+$at }$word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${valueLines(commands, '_files', (choices) => `names=(${choices.map(quoted).join(' ')})`).join('\n')}
    *)
      case "$at" in
${lines.join('\n')}
      esac ;;
  esac
  (( $#names )) && _describe 'word' names
  (( $#flags )) && _describe -o 'option' flags
  return 0
}
if [[ $funcstack[1] == _timebank ]]; then
  _timebank "$@"
else
  compdef _timebank timebank
fi
`;
}

function fishScript(commands: readonly DescribedCommand[]): string {
  // A backslash before a quote is all that fish knows inside quotes.
  const text = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap((command) => {
    const at = `complete -c timebank -n ${text(`__timebank_at ${text(pathOf(command))}`)}`;
    return [
      ...command.inside.map(({ name, description }) => `${at} -a ${text(name)} -d ${text(description)}`),
      ...(command.choices.length > 0 ? [`${at} -a ${text(command.choices.join(' '))}`] : []),
      ...(command.takesFile ? [`${at} -F`] : []),
      ...command.options.map(({ long, description, takesValue, choices, isFile }) => {
        // Without -x, fish offers files for every value.
        const values = choices.length > 0 ? `-x -a ${text(choices.join(' '))}` : isFile ? '-r -F' : '-x';
        return `${at} -l ${text(long.slice(2))} -d ${text(description)}${takesValue ? ` ${values}` : ''}`;
      }),
    ];
  });
  return `# Completes timebank in fish. Made by: timebank completion fish
function __timebank_at
    set -l at
    for word in (commandline -opc)[2..-1]
        if contains -- (string join ' ' -- $at $word) ${commands
          .slice(1)
          .map((one) => text(pathOf(one)))
          .join(' ')}
            set at $at $word
        end
    end
    set -l path (string join ' ' -- $at)
    test "$path" = "$argv[1]"
end
complete -c timebank -f
complete -c timebank -l help -d 'display help'
${lines.join('\n')}
`;
}
