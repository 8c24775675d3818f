/** Cyclos 3: four exports whose columns keep their order, in the language and the writing that its settings choose. */

import type { MemberStatus } from '@timebank/contract';
import { foldText } from '@timebank/contract/fold';
import { rateOfUnit, secondsOf, type UnitRate } from '../import/exact-seconds.ts';
import { guessDates, plainDay, plainYear } from '../import/formats.ts';
import type { CsvRecord } from '../import/read-records.ts';
import { amountReader } from './amounts.ts';
import { readCyclosAds } from './cyclos-ads.ts';
import { type CyclosFile, openCyclosFile, type ReadDay } from './cyclos-file.ts';
import { readCyclosReport, type WrittenBalance } from './cyclos-report.ts';
import { type CyclosEntry, pairEntries, readCyclosEntries } from './cyclos-transfers.ts';
import { detailsWritten } from './details.ts';
import { fileNamed, neededFile } from './files.ts';
import { brokenRow, cellAt } from './tables.ts';
import { dayOrUndefined, lineOfName, oneLine } from './texts.ts';
import type { MoveFile, MoveProfile, MoveTools, Party, SourceMember, SourceTransfer } from './types.ts';

const FIXED_COLUMNS = 9;
const NONE = 'none';

/** Reads the exports of members, the two reports of members, and the ads. */
export const readCyclos: MoveProfile = async (files, tools) => {
  const open = (file: MoveFile | undefined) => (file ? openCyclosFile(file, tools) : undefined);
  const membersFile = await openCyclosFile(
    neededFile(files, /^members(?!_?(?:report|transactions))/i, 'members_….csv'),
    tools,
  );
  const report = await open(fileNamed(files, /^members_?report/i));
  const details = await open(fileNamed(files, /^members_?transactions/i));
  const ads = await open(fileNamed(files, /^ads?(?![a-z])/i));
  const people = membersFile.rows;
  const days = guessDates(
    [
      ...people.flatMap((row) => [4, 5].map((at) => cellAt(row, at))),
      ...(details?.rows ?? []).flatMap(({ fields }) => fields.map((cell) => cell.trim())),
      ...(ads?.rows ?? []).flatMap((row) => [7, 8].map((at) => cellAt(row, at))),
    ],
    { unclear: 'dmy' },
  );
  const dayOf: ReadDay = (cell) => dayOrUndefined(plainDay(cell, days.order));
  const logins = new Set(people.map((row) => cellAt(row, 1)));
  const numbers = numbersOf(people, tools);
  const entries = readCyclosEntries(details, dayOf, numbers, tools);
  const used = entries.map((entry) => entry.account);
  const { accounts, balances } = readCyclosReport(report, logins, new Set(used), tools);
  const account = askAccount([...accounts.filter((name) => name !== ''), ...used], tools);
  const rate = rateOfUnit(tools.askUnit('How many units of the account are one hour?'));
  const counting = entries.filter((entry) => entry.account === account || account === '');
  const written = balances.get(account) ?? balances.get('') ?? new Map<string, WrittenBalance>();
  const balanceCells = [...written.values()].map(({ amount }) => amount);
  const plain = amountReader([...balanceCells, ...counting.map(({ amount }) => amount)], 'comma');
  const members = readMembers(membersFile, { numbers, dayOf, written, plain, rate }, tools);
  const fund = askFund(counting, logins, tools);
  const partyOf = (login: string, name: string): Party => {
    const number = numbers.get(login);
    if (number !== undefined) return { kind: 'member', number };
    return { kind: fund !== NONE && (login || name) === fund ? 'fund' : 'gone' };
  };
  const transfers = readTransfers(counting, { plain, rate, partyOf, numbers }, tools);
  return { members, listings: readCyclosAds(ads, numbers, dayOf, tools), transfers, fundSeconds: null };
};

/** The number that a member gets, by login. */
function numbersOf(people: readonly CsvRecord[], tools: MoveTools): ReadonlyMap<string, string> {
  const question = 'Is the login or the id to be the number of a member?';
  const by = tools.ask({ key: 'member_number', question, options: ['login', 'id'], suggested: 'login' });
  const pairs = people.map((row) => [cellAt(row, 1), cellAt(row, by === 'id' ? 0 : 1)] as const);
  return new Map(
    pairs
      .filter(([login, number]) => login !== '' && number !== '')
      .map(([login, number]) => [login, oneLine(number, 100)]),
  );
}

function askAccount(found: readonly string[], tools: MoveTools): string {
  const counts = new Map<string, number>();
  for (const one of found) counts.set(one, (counts.get(one) ?? 0) + 1);
  const options = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name);
  const [first = ''] = options;
  if (options.length < 2) return first;
  const question = 'Cyclos has several accounts. Which one holds the hours? The others stay there.';
  return tools.ask({ key: 'account', question, options, suggested: first });
}

interface MemberReading {
  readonly numbers: ReadonlyMap<string, string>;
  readonly dayOf: ReadDay;
  readonly written: ReadonlyMap<string, WrittenBalance>;
  readonly plain: (cell: string) => string;
  readonly rate: UnitRate;
}

function readMembers(
  { name: file, rows }: CyclosFile,
  { numbers, dayOf, written, plain, rate }: MemberReading,
  tools: MoveTools,
): SourceMember[] {
  if (written.size === 0) tools.note('balances_summed');
  const groups = askGroups(rows, tools);
  const width = Math.max(FIXED_COLUMNS, ...rows.map(({ fields }) => fields.length));
  return rows.flatMap((row): SourceMember[] => {
    const place = { file, line: row.firstLine };
    const login = cellAt(row, 1);
    const number = numbers.get(login) ?? null;
    const broken = brokenRow(row, width) ?? (row.fields.length < FIXED_COLUMNS ? 'few_cells' : undefined);
    if (broken || number === null) {
      tools.fault(place, number, broken ?? 'no_number');
      return [];
    }
    const balance = written.get(login);
    const seconds = balance === undefined ? null : secondsOf(plain(balance.amount), rate);
    if (balance && seconds === undefined) {
      tools.fault(balance, number, 'no_balance');
      return [];
    }
    const status = (groups.get(cellAt(row, 8)) ?? 'active') as MemberStatus;
    const details = detailsWritten({ birthYear: plainYear(cellAt(row, 9)) });
    const about = { name: lineOfName(cellAt(row, 2)) || number, email: cellAt(row, 3), language: '', details };
    return [
      { ...place, number, ...about, status, joinedOn: dayOf(cellAt(row, 4)) ?? null, balanceSeconds: seconds ?? null },
    ];
  });
}

const GROUP_WORDS: readonly (readonly [RegExp, MemberStatus])[] = [
  [/pend|wait|wart|attent|attes|esper|aguard|wacht|cekaj|новые|待/, 'pending'],
  [/remov|delet|former|ehemal|gelosch|elimin|exclu|ancien|verwijder|rimoss|odstran|baja/, 'left'],
  [/inact|inakt|inatt|disab|gesperrt|block|suspend|desact|niet actief|neaktiv|неактив|停/, 'suspended'],
];

/** What a group means for the status is a name there, and nothing more. */
function askGroups(rows: readonly CsvRecord[], tools: MoveTools): ReadonlyMap<string, string> {
  const items = [...new Set(rows.map((row) => cellAt(row, 8)))].filter(Boolean).sort();
  if (items.length === 0) return new Map();
  const question = 'What are the members of each group?';
  const options = ['active', 'pending', 'suspended', 'left'];
  const suggested = (group: string) => GROUP_WORDS.find(([words]) => words.test(foldText(group)))?.[1] ?? 'active';
  return tools.askEach({ key: 'groups', question, options, items, suggested });
}

/** A party without a name of a person is an account of the system. */
function askFund(entries: readonly CyclosEntry[], logins: ReadonlySet<string>, tools: MoveTools): string {
  const counts = new Map<string, number>();
  const unnamed = new Map<string, number>();
  for (const { other, otherName } of entries) {
    const key = other || otherName;
    if (key === '' || logins.has(other)) continue;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (otherName === '' || other === '') unnamed.set(key, (unnamed.get(key) ?? 0) + 1);
  }
  const most = (of: ReadonlyMap<string, number>) =>
    [...of].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name);
  const options = most(counts);
  if (options.length === 0) return NONE;
  const suggested = most(unnamed)[0] ?? NONE;
  const question = 'Which of these is the account of the system? Its hours go to the community fund.';
  return tools.ask({ key: 'fund', question, options: [...options.slice(0, 50), NONE], suggested });
}

interface TransferReading {
  readonly plain: (cell: string) => string;
  readonly rate: UnitRate;
  readonly partyOf: (login: string, name: string) => Party;
  readonly numbers: ReadonlyMap<string, string>;
}

function readTransfers(
  entries: readonly CyclosEntry[],
  { plain, rate, partyOf, numbers }: TransferReading,
  tools: MoveTools,
): SourceTransfer[] {
  const read = entries.flatMap((entry) => {
    const seconds = secondsOf(plain(entry.amount), rate);
    if (seconds !== undefined) return [{ ...entry, seconds }];
    tools.fault({ file: entry.file, line: entry.line }, numbers.get(entry.login) ?? null, 'no_amount');
    return [];
  });
  return pairEntries(read, partyOf, new Set(numbers.keys()));
}
