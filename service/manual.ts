/** The manual page, `docs/timebank.1`, made from the table of commands and the list of settings. */
import type { Command } from 'commander';
import { SETTINGS } from '../core/base/settings.ts';
import { serviceVersion } from '../core/base/version.ts';
import { type DescribedCommand, describeCommands } from './described.ts';

/** @returns the page as troff text */
export function manualPage(program: Command): string {
  const [root, ...commands] = describeCommands(program);
  if (!root) throw new Error('no commands');
  const lines = [
    '.\\" Made from the table of commands: npm run generate:manual',
    `.TH TIMEBANK 1 "" "timebank ${serviceVersion()}" "Timebank"`,
    '.SH NAME',
    `timebank \\- ${plain(root.description.replace(/\.$/, '').replace(/^A /, 'a '))}`,
    '.SH SYNOPSIS',
    '.B timebank',
    '.I command',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    plain('Runs and administers the service, whether it is running or stopped.'),
    plain('Results go to standard output; failures, warnings and progress go to standard error.'),
    plain('With --json, results and failures are JSON; a failure has the members error, error_description and errors.'),
    ...options(root),
    '.SH COMMANDS',
    ...commands.flatMap(section),
    '.SH EXIT STATUS',
    ...item('0', 'Done.'),
    ...item('1', 'Failed, or what was checked does not hold. With --json, a failure is told on standard error.'),
    ...item('2', 'The command line is wrong; nothing was tried. From reconcile: any failure.'),
    '.SH ENVIRONMENT',
    ...SETTINGS.flatMap(({ name, defaultText, description }) => item(name, `${description} Default: ${defaultText}.`)),
    ...item('NO_COLOR', 'If it is set, no line on a terminal is written over.'),
    '.SH SEE ALSO',
    plain('The guides at /docs of the running service, and in the folder docs.'),
  ];
  return `${lines.join('\n')}\n`;
}

/** A group is described by its commands. */
function section(command: DescribedCommand): string[] {
  if (command.inside.length > 0) return [];
  const { words, description, argumentNames, afterwards } = command;
  const usage = ['timebank', ...words, ...argumentNames.map(({ name }) => name)].join(' ');
  const told = argumentNames.filter((one) => one.description !== '');
  return [
    `.SS ${plain(usage)}`,
    plain(`${description[0]?.toUpperCase()}${description.slice(1)}.`),
    ...told.flatMap((one) => item(one.name, one.description)),
    ...options(command),
    ...(afterwards === ''
      ? []
      : [
          '.PP',
          ...afterwards
            .split('\n')
            .flatMap((line) => [plain(line), '.br'])
            .slice(0, -1),
        ]),
  ];
}

function options(command: DescribedCommand): string[] {
  return command.options.flatMap(({ flags, description, choices, isRequired }) => {
    const notes = [
      ...(choices.length > 0 ? [`one of: ${choices.join(', ')}`] : []),
      ...(isRequired ? ['required'] : []),
    ];
    return item(flags, notes.length > 0 ? `${description} (${notes.join('; ')})` : description);
  });
}

const item = (name: string, text: string) => ['.TP', `.B ${plain(name)}`, plain(text)];

/** Text that troff takes for nothing else: in ASCII, with hyphens that can be copied as they stand. */
function plain(text: string): string {
  const escaped = text
    .replaceAll('…', '...')
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('"', '\\(dq')
    .replace(
      /[^\x20-\x7e]/gu,
      (character) => `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
  return escaped.startsWith('.') ? `\\&${escaped}` : escaped;
}
