/** `timebank import members|listings|exchanges <file>` */
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { hoursFromSeconds, IMPORT_KINDS, type ImportKind, shown } from '@timebank/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { COMMUNITY_OPTION, communityOf } from '../../../console/desk/commands/community-option.ts';
import { COMMAND_LINE, type CommandContext, progressOn, report } from '../../../console/desk/commands/context.ts';
import { withDatabase } from '../../../console/desk/commands/with-database.ts';
import { openNamedFile, writeNewFile } from '../../../core/base/files.ts';
import type {
  DateOrder,
  DecimalMark,
  FileReading,
  HoursUnit,
  ImportProgress,
  ImportResult,
} from '../../tables/record-types.ts';
import { badRowsFile } from '../domain/import/bad-rows.ts';
import { FILE_BYTES_MAX } from '../domain/import/decode.ts';
import { IMPORTS } from '../domain/import/import.ts';

interface Options {
  readonly community?: string;
  readonly skipBad?: boolean;
  readonly separator?: keyof typeof SEPARATOR_NAMES;
  readonly encoding?: string;
  readonly map?: Pairs;
  readonly dates?: DateOrder;
  readonly numbers?: DecimalMark;
  readonly unit?: HoursUnit;
  readonly default?: Pairs;
  readonly category?: Pairs;
  readonly similarAreNew?: boolean;
  readonly badRows?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const UNITS: readonly HoursUnit[] = ['hours', 'minutes', 'seconds'];
const SEPARATOR_NAMES = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const;
const DESCRIPTIONS: Readonly<Record<ImportKind, string>> = {
  members: 'import members with their opening balances',
  listings: 'import listings of existing members',
  exchanges: 'import past exchanges between existing members',
};

export function registerImportCommand(group: Command, context: CommandContext): void {
  for (const kind of IMPORT_KINDS) {
    group
      .command(kind)
      .description(DESCRIPTIONS[kind])
      .argument('<file>', 'CSV, or a workbook (.xlsx, .ods)')
      .option(...COMMUNITY_OPTION)
      .option('--skip-bad', 'skip invalid rows; otherwise one invalid row refuses the whole file')
      .addOption(new Option('--separator <name>', 'detected if omitted').choices(Object.keys(SEPARATOR_NAMES)))
      .option('--encoding <name>', 'such as utf-8 or windows-1252; detected if omitted')
      .option(
        '--map <name=column>',
        'a name in the first line and the column it stands for; name= leaves it out; others are guessed',
        addMapping,
      )
      .addOption(
        new Option('--dates <order>', 'order of day and month; taken from the file if omitted').choices(['dmy', 'mdy']),
      )
      .addOption(
        new Option('--numbers <mark>', 'decimal mark; taken from the file if omitted').choices(['comma', 'point']),
      )
      .addOption(
        new Option('--unit <unit>', 'unit of balances and hours; asked for if they do not look like hours').choices(
          UNITS,
        ),
      )
      .option('--default <column=value>', 'the value where the file has none, such as status=active', addDefault)
      .option(
        '--category <name=category>',
        'the category of the list to take for one of the file; name= skips its rows; others are added to the list',
        addCategory,
      )
      .option('--similar-are-new', 'rows that may be a known member under another number are new members')
      .option('--bad-rows <file.csv>', 'write the invalid rows to this new file, each with its faults')
      .option('--dry-run', 'report what would happen, without writing anything')
      .option('--json', 'print JSON')
      .action((file: string, options: Options) => runImport(context, kind, file, options));
  }
}

/** Imports one file and reports every bad row; exit code 1 when nothing was imported. */
async function runImport(context: CommandContext, kind: ImportKind, file: string, options: Options): Promise<void> {
  // One byte beyond the bound is enough for the import to refuse the file.
  const bytes = await buffer(await openNamedFile('the file', file, FILE_BYTES_MAX));
  const line = progressOn(context, options.json);
  const result = await withDatabase(context, `import ${kind}`, async (deps) => {
    const community = await communityOf(deps.database, options.community);
    return IMPORTS[kind](deps, community.id, bytes, {
      skipBad: options.skipBad ?? false,
      recordedBy: COMMAND_LINE,
      fileName: basename(file).slice(0, 255),
      separator: options.separator && SEPARATOR_NAMES[options.separator],
      encoding: options.encoding,
      columns: options.map,
      dates: options.dates,
      numbers: options.numbers,
      unit: options.unit,
      defaults: options.default,
      categories: options.category,
      similarAreNew: options.similarAreNew,
      dryRun: options.dryRun,
      onProgress: (progress) => line.show(describeProgress(progress)),
    });
  }).finally(line.clear);
  const { badRows, importId: import_id, problemCount: problem_count, totals, newCategories, ...told } = result;
  const sums = { sum_seconds: totals?.sumSeconds ?? null, largest_seconds: totals?.largestSeconds ?? null };
  const lines = describe(result, options.dryRun);
  if (options.badRows !== undefined && badRows.length > 0) {
    await writeNewFile('the invalid rows', options.badRows, badRowsFile(result));
    lines.push(`${badRows.length} invalid rows are in ${options.badRows}; correct them there and import that file.`);
  }
  report(context, options.json, { ...told, import_id, problem_count, new_categories: newCategories, ...sums }, [
    ...understoodLines(result.understood),
    ...totalLines(result),
    ...lines,
  ]);
  if (result.outcome === 'refused') context.fail(1);
}

type Pairs = Readonly<Record<string, string>>;

/** Adds `name=value`; the option is given once per name. */
function addPair(example: string, pair: string, pairs: Pairs = {}, at = pair.lastIndexOf('=')): Pairs {
  if (at < 1) throw new InvalidArgumentError(`It must look like ${example}.`);
  return { ...pairs, [pair.slice(0, at).trim()]: pair.slice(at + 1).trim() };
}

const addMapping = (pair: string, mapping?: Pairs) => addPair('Surname=name', pair.toLowerCase(), mapping);
const addCategory = (pair: string, categories?: Pairs) => addPair('Mowing=Garden', pair, categories);
/** The column is ours; the value, which may have a sign as well, stays as it is. */
const addDefault = (pair: string, defaults?: Pairs) =>
  addPair(
    'status=active',
    pair.replace(/^[^=]*/, (name) => name.toLowerCase()),
    defaults,
    pair.indexOf('='),
  );

function describeProgress({ phase, done, total }: ImportProgress): string {
  const percent = `${Math.floor((done / Math.max(total, 1)) * 100)} %`;
  return phase === 'reading' ? `reading ${percent}` : `writing ${percent} (${done} of ${total} rows)`;
}

/** What was taken for what; nothing that is as we write it. A person sees at once whether letters beyond ASCII are right. */
function understoodLines(understood: FileReading | null): string[] {
  if (!understood) return [];
  const { columns, dates, numbers, words, encoding, letters } = understood;
  const lines = columns.flatMap(({ name, column, by }) => {
    if (by === 'name' || by === 'chosen') return [];
    return [column === null ? `column ${shown(name)} is left out` : `column ${shown(name)} is taken for ${column}`];
  });
  if (letters.length > 0) lines.push(`letters are read as ${encoding}; do these look right? ${letters.join(', ')}`);
  if (dates?.order) {
    const order = dates.order === 'dmy' ? 'day before month' : 'month before day';
    lines.push(`dates are read as ${order}: ${dates.written} is ${dates.read}`);
  }
  if (numbers?.decimal && numbers.written !== numbers.read)
    lines.push(`numbers are read with a decimal ${numbers.decimal}: ${numbers.written} is ${numbers.read}`);
  for (const { column, written, read, count } of words) {
    if (written === '') lines.push(`${column} is ${read} where the file has none (${count} rows)`);
    else lines.push(`${column} ${shown(written)} is taken for ${read} (${count} rows)`);
  }
  return lines;
}

/** What a person should look at before it is written: hours in another unit are seen at once. */
function totalLines({ kind, outcome, totals }: ImportResult): string[] {
  if (outcome === 'refused' || !totals || totals.largestSeconds === 0) return [];
  const [sum, largest] = [totals.sumSeconds, totals.largestSeconds].map(hoursFromSeconds);
  return [`${kind === 'members' ? 'balances' : 'hours'}: ${sum} h in sum, the largest ${largest} h`];
}

/** Options that answer what a file leaves open. */
const ANSWERS: Readonly<Record<string, string>> = {
  unclear_dates: 'Use --dates dmy or --dates mdy.',
  unclear_numbers: 'Use --numbers comma or --numbers point.',
  unclear_unit: 'Use --unit hours, --unit minutes or --unit seconds.',
  unclear_encoding: 'Use --encoding windows-1252 or --encoding windows-1250.',
  missing_column: 'Use --map name=column for each.',
  duplicate_column: 'Use --map name= to leave one out.',
};

function describe(result: ImportResult, dryRun = false): string[] {
  const { kind, problems, problemCount, differences, created, unchanged, differing, skipped, rows } = result;
  // Messages begin with the column's name.
  const lines = problems.map(({ line, message }) => `line ${line}: ${message}`);
  if (problemCount > problems.length) lines.push(`… and ${problemCount - problems.length} more problems.`);
  lines.push(...differences.map(({ line, message }) => `note, line ${line}: ${message}`));
  const isKnown = problems.some(({ code }) => code === 'known_number' || code === 'known_name');
  const known = isKnown ? ' If those who seem known are other people, use --similar-are-new.' : '';
  if (result.outcome === 'refused') {
    lines.push(
      rows > 0
        ? `Nothing was imported: ${skipped} of ${rows} rows are invalid. Use --skip-bad to import the others.${known}`
        : ['Nothing was imported.', ANSWERS[problems[0]?.code ?? '']].filter(Boolean).join(' '),
    );
    return lines;
  }
  const added = result.newCategories.map(({ name, rows }) => `${shown(name)} (${rows} rows)`);
  if (added.length > 0) lines.push(`${dryRun ? 'to be added' : 'added'} to the categories: ${added.join(', ')}`);
  const counts = [
    dryRun ? `${created} ${kind} would be created` : `${created} ${kind} created`,
    `${unchanged} already present`,
    ...(differing > 0 ? [`${differing} already present and left unchanged, although the file differs`] : []),
    ...(skipped > 0 ? [`${skipped} invalid rows skipped`] : []),
  ];
  lines.push(`${rows} rows: ${counts.join(', ')}.`);
  return lines;
}
