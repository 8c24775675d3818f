/** Cyclos 3: four exports whose columns keep their order, in the language and the writing that its settings choose. */

import type { ListingType, MemberStatus } from '@timebank/contract';
import { foldText } from '@timebank/contract/fold';
import { guessDates, plainDay, plainYear } from '../../../tables/formats.ts';
import type { CsvRecord } from '../../../tables/read-records.ts';
import { rateOfUnit, secondsOf, type UnitRate } from '../import/exact-seconds.ts';
import { guessWord } from '../import/words.ts';
import { amountReader } from './amounts.ts';
import { type CyclosFile, openCyclosFile, type ReadDay } from './cyclos-file.ts';
import { type CyclosEntry, pairEntries, readCyclosEntries } from './cyclos-transfers.ts';
import { detailsWritten } from './details.ts';
import { fileNamed, neededFile } from './files.ts';
import { postsByQuestions } from './posts.ts';
import { brokenRow, cellAt } from './tables.ts';
import { dayOrUndefined, lineOfName, listingCategory, listingText, listingTitle, oneLine } from './texts.ts';
import type {
  MoveFile,
  MoveProfile,
  MoveTools,
  Party,
  RowPlace,
  SourceListing,
  SourceMember,
  SourceTransfer,
} from './types.ts';

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
  const account = accountByQuestion([...accounts.filter((name) => name !== ''), ...used], tools);
  const rate = rateOfUnit(tools.askUnit('How many units of the account are one hour?'));
  const counting = entries.filter((entry) => entry.account === account || account === '');
  const written = balances.get(account) ?? balances.get('') ?? new Map<string, WrittenBalance>();
  const balanceCells = [...written.values()].map(({ amount }) => amount);
  const plain = amountReader([...balanceCells, ...counting.map(({ amount }) => amount)], 'comma');
  const members = readMembers(membersFile, { numbers, dayOf, written, plain, rate }, tools);
  const fund = fundByQuestion(counting, logins, tools);
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

function accountByQuestion(found: readonly string[], tools: MoveTools): string {
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
  const groups = groupsByQuestion(rows, tools);
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

/** Beginnings of words, where the whole name is none that an import knows. */
const GROUP_WORDS: readonly (readonly [RegExp, MemberStatus])[] = [
  [/\b(?:inact|inakt|inatt|disab|gesperr|block|suspend|sospes|desact|niet actief|neaktiv)|неактив|停/, 'suspended'],
  [/\b(?:remov|delet|former|ehemal|gelosch|elimin|exclu|ancien|verwijder|rimoss|odstran|baja|ausgetr)/, 'left'],
  [
    /\b(?:pend|wait|await|wart|antrag|anwart|attent|attes|espera|aguard|wacht|cekaj|solicit|candidat)|новые|待/,
    'pending',
  ],
];

/** What a group's name means for its members, as far as it says so. */
export const statusOfGroup = (group: string): string =>
  guessWord('member_status', group) ?? GROUP_WORDS.find(([words]) => words.test(foldText(group)))?.[1] ?? 'active';

/** What a group means for the status is a name there, and nothing more. */
function groupsByQuestion(rows: readonly CsvRecord[], tools: MoveTools): ReadonlyMap<string, string> {
  const items = [...new Set(rows.map((row) => cellAt(row, 8)))].filter(Boolean).sort();
  if (items.length === 0) return new Map();
  const question = 'What are the members of each group?';
  const options = ['active', 'pending', 'suspended', 'left'];
  return tools.askEach({ key: 'groups', question, options, items, suggested: statusOfGroup });
}

/** A party without a name of a person is an account of the system. */
function fundByQuestion(entries: readonly CyclosEntry[], logins: ReadonlySet<string>, tools: MoveTools): string {
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

// The report of members of Cyclos: the balance of each account, as text.

const AMOUNT = /^[+\-\u2212]?\d[\d.,]*$/;
const WITH_DECIMALS = /[.,]\d{1,4}$/;
/** How the limits of an account are called beside its balance. */
const LIMIT = /limi|credit|kredit|λιμιτ|ορι|лимит|кредит|限/;

/** A balance as it is written, and where. */
export interface WrittenBalance extends RowPlace {
  readonly amount: string;
}

export interface CyclosReport {
  /** Names of accounts that have balances; '' where the report has no line of names. */
  readonly accounts: readonly string[];
  /** By the name of the account, then by login. */
  readonly balances: ReadonlyMap<string, ReadonlyMap<string, WrittenBalance>>;
}

/**
 * Columns of accounts are called `<account>: <figure>`; behind the limits of an account comes its balance.
 * @param used accounts that have transfers: other columns look like accounts, too
 */
function readCyclosReport(
  file: CyclosFile | undefined,
  logins: ReadonlySet<string>,
  used: ReadonlySet<string>,
  tools: MoveTools,
): CyclosReport {
  const balances = new Map<string, Map<string, WrittenBalance>>();
  if (!file) return { accounts: [], balances };
  const columns = columnsOf(file, used);
  for (const row of file.rows) {
    const login = cellAt(row, 0);
    if (!logins.has(login)) {
      tools.note('report_strangers');
      continue;
    }
    for (const [account, at] of columns) {
      const ofAccount = balances.get(account) ?? new Map<string, WrittenBalance>();
      const amount = cellAt(row, at);
      if (amount !== '') ofAccount.set(login, { file: file.name, line: row.firstLine, amount });
      balances.set(account, ofAccount);
    }
  }
  return { accounts: [...columns.keys()], balances };
}

function columnsOf(file: CyclosFile, used: ReadonlySet<string>): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  for (const [at, name] of file.header.entries()) {
    const [, account, figure = ''] = /^(.+): ([^:]+)$/.exec(name.trim()) ?? [];
    if (account === undefined || LIMIT.test(foldText(figure)) || !isAmounts(file, at)) continue;
    if (used.has(account) || hasDecimals(file, at)) columns.set(account, at);
  }
  if (file.header.length > 0) return columns;
  const width = Math.max(0, ...file.rows.map(({ fields }) => fields.length));
  const places = Array.from({ length: width }, (_, at) => at).filter((at) => at > 0 && isAmounts(file, at));
  const at = places.findLast((place) => hasDecimals(file, place)) ?? places.at(-1);
  return at === undefined ? columns : new Map([['', at]]);
}

/** Most cells are amounts; one that is none is a fault of its row, and not of the column. */
function isAmounts({ rows }: CyclosFile, at: number): boolean {
  const cells = rows.map((row) => cellAt(row, at)).filter((cell) => cell !== '');
  return cells.length > 0 && cells.filter((cell) => AMOUNT.test(cell)).length * 2 > cells.length;
}

const hasDecimals = ({ rows }: CyclosFile, at: number): boolean =>
  rows.some((row) => WITH_DECIMALS.test(cellAt(row, at)));

// The ads of Cyclos: thirteen columns in a fixed order, then fields of the community, which are dropped.

const COLUMNS = 13;
const PLACES = {
  id: 0,
  type: 1,
  title: 2,
  category: 3,
  permanent: 6,
  begins: 7,
  ends: 8,
  login: 9,
  description: 12,
} as const;
const OFFERS = /^(?:offer|angebot|biete|offre|oferta|offerta|aanbod|aanbied|nabid|πρ|пред|供|提供|求?供)/;
const WANTS =
  /^(?:want|search|gesuch|suche|demand|recherche|demanda|busca|procura|richiest|cerc|vraag|gezocht|zoek|poptav|ζητ|спрос|需|求)/;

/** Offer or request, as far as the word says so. */
export function typeOfAd(written: string): ListingType | undefined {
  const folded = foldText(written);
  const known = guessWord('type', written) as ListingType | undefined;
  return known ?? (WANTS.test(folded) ? 'request' : OFFERS.test(folded) ? 'service' : undefined);
}

function readCyclosAds(
  file: CyclosFile | undefined,
  numbers: ReadonlyMap<string, string>,
  dayOf: ReadDay,
  tools: MoveTools,
): SourceListing[] {
  if (!file) return [];
  const types = typesByQuestion(file, tools);
  const posts = file.rows.flatMap((row): Parameters<typeof postsByQuestions>[0][number][] => {
    const of = (name: keyof typeof PLACES) => cellAt(row, PLACES[name]);
    const place = { file: file.name, line: row.firstLine };
    const member = numbers.get(of('login'));
    const [id, title] = [oneLine(of('id'), 100), listingTitle(of('title')) || listingTitle(of('description'))];
    const isShort = row.fields.length < COLUMNS - 1;
    if (row.badlyQuoted !== undefined || isShort || id === '' || title === '') {
      tools.fault(
        place,
        member ?? null,
        row.badlyQuoted !== undefined ? 'bad_quotes' : isShort ? 'few_cells' : id === '' ? 'no_id' : 'no_title',
      );
      return [];
    }
    if (member === undefined) {
      tools.note('listings_left_out');
      return [];
    }
    const isPermanent = /^(?:true|1|yes)$/i.test(of('permanent'));
    const state = {
      isHidden: false,
      expiresOn: isPermanent ? '' : (dayOf(of('ends')) ?? ''),
      beginsOn: dayOf(of('begins')) ?? '',
    };
    const texts = { title, description: listingText(of('description')), category: listingCategory(of('category')) };
    const type = types.get(of('type')) as ListingType;
    return [{ ...place, id, member, type, ...texts, createdOn: dayOf(of('begins')) ?? null, state }];
  });
  return postsByQuestions(posts, tools);
}

/** The two words are in the language of the system; one that is not known is asked about. */
function typesByQuestion({ rows }: CyclosFile, tools: MoveTools): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  const open: string[] = [];
  for (const written of new Set(rows.map((row) => cellAt(row, PLACES.type)))) {
    const known = typeOfAd(written);
    if (known) types.set(written, known);
    else open.push(written);
  }
  if (open.length === 0) return types;
  const question = 'Are these ads offers of services, or requests for help?';
  const options = ['service', 'request'];
  const answers = tools.askEach({
    key: 'listing_types',
    question,
    options,
    items: open.sort(),
    suggested: () => 'service',
  });
  return new Map([...types, ...answers]);
}
