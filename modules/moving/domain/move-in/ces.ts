/** CES, the Community Exchange System: its tables by the names of their columns, also those of older versions. */

import type { MemberStatus } from '@timebank/contract';
import { rateOfUnit, secondsOf } from '../import/exact-seconds.ts';
import { amountReader } from './amounts.ts';
import { dayReader } from './days.ts';
import { idsOfRows } from './derived-ids.ts';
import { detailsWritten } from './details.ts';
import { fileNamed, neededFile } from './files.ts';
import { postsByQuestions } from './posts.ts';
import { TIME_ZONE_KEY } from './questions.ts';
import type { MoveRowFault } from './sentences.ts';
import { readNamedTable, type Table, type TableRow } from './tables.ts';
import { exchangeNote, lineOfName, listingCategory, listingText, listingTitle, oneLine } from './texts.ts';
import type { MoveFile, MoveProfile, MoveTools, Party, SourceListing, SourceMember, SourceTransfer } from './types.ts';

const USER_NAMES = {
  uid: ['uid', 'userid'],
  kind: ['usertype', 'type'],
  first: ['firstname'],
  last: ['surname', 'lastname'],
  organisation: ['orgnamelong', 'orgname'],
  email: ['email'],
  address1: ['address1', 'address'],
  address2: ['address2'],
  place: ['address3', 'town', 'city'],
  postcode: ['postcode'],
  home: ['phoneh', 'phone'],
  work: ['phonew'],
  mobile: ['phonem', 'mobile'],
  language: ['languageshort', 'language', 'lang'],
  locked: ['locked'],
  created: ['datecreated', 'created', 'dateadded'],
} as const;
const BALANCE_NAMES = { uid: ['uid', 'userid'], balance: ['balance'] } as const;
const ADVERT_NAMES = {
  id: ['id', 'adid', 'num'],
  uid: ['uid', 'userid'],
  type: ['adtype', 'type'],
  category: ['category'],
  title: ['title'],
  description: ['description'],
  hide: ['hide', 'hidden'],
  added: ['dateadded'],
  expires: ['dateexpires'],
} as const;
const TRADE_NAMES = {
  id: ['txid', 'id', 'tid'],
  seller: ['seller', 'selleruid'],
  buyer: ['buyer', 'buyeruid'],
  sellerAmount: ['selleramount'],
  buyerAmount: ['buyeramount'],
  amount: ['amount', 'baseamount'],
  sellerLevy: ['sellerlevy'],
  buyerLevy: ['buyerlevy'],
  description: ['description'],
  entered: ['dateentered'],
} as const;

const UID = /^[\p{L}\p{N}]{4}\d{4,}$/u;
const PREFIX_LENGTH = 4;
const NONE = 'none';
const BY_ORGANISATION = new Set(['com', 'org', 'pub']);
const YES = /^(?:1|y|yes|true|t)$/i;
/** Nobody: an account for sums. */
const NOBODY = 'vir';

type Users = Table<keyof typeof USER_NAMES>['rows'];

/** Reads `users.csv`, `balances.csv`, `transactions.csv` (or `trades.csv`) and `adverts.csv` (or `offers`, `wants`). */
export const readCes: MoveProfile = async (files, tools) => {
  const users = (await readNamedTable(neededFile(files, /user/i, 'users.csv'), USER_NAMES, ['uid'])).rows;
  const rate = rateOfUnit(tools.askUnit('How many units of the exchange are one hour?'));
  const balances = await readBalances(fileNamed(files, /balance/i), rate, tools);
  const zone =
    'The files tell no time zone. UTC keeps the days as they are written; in which other one were the times to be read?';
  const dayIn = dayReader(tools.ask({ key: TIME_ZONE_KEY, question: zone, options: null, suggested: 'UTC' }));
  const fund = fundByQuestion(users, [...balances.keys()], tools);
  const locked = lockedByQuestion(users, tools);
  const members = users.flatMap(({ cells, broken, ...place }): SourceMember[] => {
    const uid = UID.test(cells.uid) ? cells.uid.toUpperCase() : null;
    if (broken || !uid) {
      tools.fault(place, uid, broken ?? 'no_number');
      return [];
    }
    if (uid === fund || cells.kind.toLowerCase() === NOBODY) return [];
    const status = YES.test(cells.locked) ? locked : 'active';
    const about = { name: nameOf(cells) || uid, email: cells.email, language: cells.language, status };
    const balanceSeconds = balances.get(uid) ?? null;
    const details = detailsOfUser(cells);
    return [{ ...place, number: uid, ...about, joinedOn: dayIn(cells.created) ?? null, balanceSeconds, details }];
  });
  const transfers = await readTrades(files, { members, fund, rate, dayIn }, tools);
  const listings = await readAdverts(files, fund, dayIn, tools);
  return { members, listings, transfers, fundSeconds: balances.get(fund) ?? null };
};

function nameOf({ kind, first, last, organisation }: Users[number]['cells']): string {
  const person = lineOfName(`${first} ${last}`);
  const other = lineOfName(organisation);
  return BY_ORGANISATION.has(kind.toLowerCase()) ? other || person : person || other;
}

/** An organisation has no given and family name of its own. */
function detailsOfUser({ kind, first, last, address1, address2, place, postcode, ...cells }: Users[number]['cells']) {
  const [phone = '', secondPhone = ''] = [cells.home, cells.mobile, cells.work].filter((one) => one.trim() !== '');
  const isPerson = !BY_ORGANISATION.has(kind.toLowerCase());
  return detailsWritten({
    ...(isPerson ? { givenName: first, familyName: last } : {}),
    ...{ phone, secondPhone, street: [address1, address2].filter(Boolean).join(', '), place, postalCode: postcode },
  });
}

/** Seconds by uid. */
async function readBalances(
  file: MoveFile | undefined,
  rate: ReturnType<typeof rateOfUnit>,
  tools: MoveTools,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  if (!file) {
    tools.note('balances_summed');
    return found;
  }
  const { rows } = await readNamedTable(file, BALANCE_NAMES, ['uid', 'balance']);
  const plain = amountReader(
    rows.map(({ cells }) => cells.balance),
    'point',
  );
  for (const { cells, broken, ...place } of rows) {
    const uid = UID.test(cells.uid) ? cells.uid.toUpperCase() : null;
    const seconds = secondsOf(plain(cells.balance), rate);
    if (broken || !uid || seconds === undefined) {
      tools.fault(place, uid, broken ?? (uid ? 'no_balance' : 'no_number'));
    } else if (found.has(uid)) tools.fault(place, uid, 'balance_twice');
    else found.set(uid, seconds);
  }
  return found;
}

function fundByQuestion(users: Users, uids: readonly string[], tools: MoveTools): string {
  const isFirst = (uid: string) => /0000$/.test(uid);
  const own = users.filter(({ cells }) => isFirst(cells.uid) || cells.kind.toLowerCase() === 'adm');
  const found = [...own.map(({ cells }) => cells.uid.toUpperCase()), ...uids.filter(isFirst)].filter((uid) =>
    UID.test(uid),
  );
  const options = [...new Set(found)].sort();
  const [first] = options;
  if (first === undefined) return NONE;
  const question = 'Which account is that of the exchange itself? It becomes the community fund.';
  return tools.ask({ key: 'fund', question, options: [...options, NONE], suggested: options.find(isFirst) ?? NONE });
}

function lockedByQuestion(users: Users, tools: MoveTools): MemberStatus {
  if (!users.some(({ cells }) => YES.test(cells.locked))) return 'suspended';
  const question = 'Have the members whose account is locked paused, or have they left?';
  const options = ['suspended', 'left', 'active'];
  return tools.ask({ key: 'locked_members', question, options, suggested: 'suspended' }) as MemberStatus;
}

interface CesFacts {
  readonly members: readonly SourceMember[];
  readonly fund: string;
  readonly rate: ReturnType<typeof rateOfUnit>;
  readonly dayIn: (stamp: string) => string | undefined;
}

async function readTrades(files: readonly MoveFile[], known: CesFacts, tools: MoveTools): Promise<SourceTransfer[]> {
  const file = fileNamed(files, /transaction|trade/i);
  if (!file) {
    tools.note('no_transfers');
    return [];
  }
  const { rows } = await readNamedTable(file, TRADE_NAMES, ['seller', 'buyer']);
  const amounts = rows.flatMap(({ cells }) => [cells.sellerAmount, cells.buyerAmount, cells.amount]);
  const plain = amountReader(amounts, 'point');
  const { rate, fund } = known;
  const seconds = (cell: string) => secondsOf(plain(cell === '' ? '0' : cell), rate);
  const hasLevies = rows.some(({ cells }) => seconds(cells.sellerLevy) || seconds(cells.buyerLevy));
  const inFund = hasLevies && fund !== NONE && leviesByQuestion(tools) === 'fund';
  const idOf = idsOfRows();
  const partyOf = partiesOf(known);
  return rows.flatMap((row): SourceTransfer[] => {
    const { cells, broken, file: name, line } = row;
    const [seller, buyer] = [cells.seller.toUpperCase(), cells.buyer.toUpperCase()];
    const [payee, payer] = [partyOf(seller), partyOf(buyer)];
    const number = payee.kind === 'member' ? payee.number : payer.kind === 'member' ? payer.number : null;
    const own = payee.kind === 'elsewhere' ? cells.buyerAmount : cells.sellerAmount;
    const [moved, day] = [secondsOf(plain(own || cells.amount), rate), known.dayIn(cells.entered)];
    const place = { file: name, line };
    const what = broken ?? faultOf(row, moved, day);
    if (what !== undefined || moved === undefined || day === undefined) {
      tools.fault(place, number, what ?? 'unreadable');
      return [];
    }
    const id =
      cells.id === '' ? idOf(seller, buyer, cells.amount, cells.entered, cells.description) : oneLine(cells.id, 80);
    const note = exchangeNote(cells.description);
    // A negative amount was taken back: it went the other way.
    const parties = moved < 0 ? { payer: payee, payee: payer } : { payer, payee };
    const levies = [
      [payee, cells.sellerLevy, 'seller'],
      [payer, cells.buyerLevy, 'buyer'],
    ] as const;
    const booked = levies.flatMap(([party, cell, side]): SourceTransfer[] => {
      const levy = seconds(cell) ?? 0;
      if (!inFund || levy <= 0 || party.kind !== 'member') return [];
      return [{ ...place, id: `${id}-${side}-levy`, day, payer: party, payee: { kind: 'fund' }, seconds: levy, note }];
    });
    return [{ ...place, id, day, ...parties, seconds: Math.abs(moved), note }, ...booked];
  });
}

function leviesByQuestion(tools: MoveTools): string {
  const question =
    'Levies are in the balances. Are they to be booked to the community fund one by one, or stay in the opening balances?';
  return tools.ask({ key: 'levies', question, options: ['opening', 'fund'], suggested: 'opening' });
}

function partiesOf({ members, fund }: CesFacts): (uid: string) => Party {
  const uids = new Set(members.map(({ number }) => number));
  const ours = new Set([...uids, fund].map((uid) => uid.slice(0, PREFIX_LENGTH)));
  return (uid) => {
    if (uid === fund) return { kind: 'fund' };
    if (uids.has(uid)) return { kind: 'member', number: uid };
    return { kind: ours.has(uid.slice(0, PREFIX_LENGTH)) ? 'gone' : 'elsewhere' };
  };
}

function faultOf(
  { cells }: TableRow<keyof typeof TRADE_NAMES>,
  seconds: number | undefined,
  day: string | undefined,
): MoveRowFault | undefined {
  const { seller, buyer } = cells;
  // Accounts of other exchanges may have another form.
  if (seller === '' || buyer === '' || !(UID.test(seller) || UID.test(buyer))) return 'no_parties';
  if (seconds === undefined) return 'no_amount';
  return day === undefined ? 'no_day' : undefined;
}

/** Older versions have offers and wants in files of their own. */
async function readAdverts(
  files: readonly MoveFile[],
  fund: string,
  dayIn: (stamp: string) => string | undefined,
  tools: MoveTools,
): Promise<SourceListing[]> {
  const sources = [
    [fileNamed(files, /advert/i), undefined],
    [fileNamed(files, /offer/i), 'service'],
    [fileNamed(files, /want/i), 'request'],
  ] as const;
  const posts: Parameters<typeof postsByQuestions>[0][number][] = [];
  for (const [file, ofFile] of sources) {
    if (!file) continue;
    const idOf = idsOfRows();
    const { rows } = await readNamedTable(file, ADVERT_NAMES, ['uid', 'title']);
    for (const { cells, broken, ...place } of rows) {
      const uid = UID.test(cells.uid) ? cells.uid.toUpperCase() : null;
      const type = ofFile ?? typeOf(cells.type);
      const title = listingTitle(cells.title) || listingTitle(cells.description);
      if (broken || !uid || !type || !title) {
        const what = uid ? (type ? 'no_title' : 'no_type') : 'no_number';
        tools.fault(place, uid, broken ?? what);
      } else if (uid !== fund) {
        const id =
          cells.id === ''
            ? idOf(uid, cells.title, cells.description)
            : `${ofFile === undefined ? '' : `${ofFile}-`}${oneLine(cells.id, 80)}`;
        const texts = { title, description: listingText(cells.description), category: listingCategory(cells.category) };
        const state = { isHidden: YES.test(cells.hide), expiresOn: dayIn(cells.expires) ?? '', beginsOn: '' };
        posts.push({ ...place, id, member: uid, type, ...texts, createdOn: dayIn(cells.added) ?? null, state });
      }
    }
  }
  return postsByQuestions(posts, tools);
}

function typeOf(written: string): SourceListing['type'] | undefined {
  if (/^(?:o|offer(?:ing)?s?)$/i.test(written)) return 'service';
  return /^(?:w|want(?:ed)?s?|r|requests?)$/i.test(written) ? 'request' : undefined;
}
