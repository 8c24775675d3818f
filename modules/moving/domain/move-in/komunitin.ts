/** Komunitin: two tables of its accounting, and the answers of its social service for names and posts. */

import type { MemberStatus } from '@timebank/contract';
import { rateOfUnit, secondsOf, type UnitRate } from '../import/exact-seconds.ts';
import { dayReader } from './days.ts';
import { detailsWritten } from './details.ts';
import { fileNamed, neededFile } from './files.ts';
import { type Documents, objectOf, plainText, type Resource, readDocuments } from './json-documents.ts';
import { type PostState, postsByQuestions } from './posts.ts';
import { TIME_ZONE_KEY } from './questions.ts';
import type { MoveRowFault } from './sentences.ts';
import { readNamedTable, type Table } from './tables.ts';
import { exchangeNote, lineOfName, listingCategory, listingText, listingTitle, oneLine } from './texts.ts';
import type { MoveProfile, MoveTools, Party, RowPlace, SourceListing, SourceMember, SourceTransfer } from './types.ts';

const ACCOUNT_NAMES = {
  id: ['id'],
  code: ['code'],
  status: ['status'],
  balance: ['balance'],
  created: ['created'],
} as const;
const TRANSFER_NAMES = {
  id: ['id'],
  state: ['state'],
  amount: ['amount'],
  created: ['created'],
  description: ['description'],
  payer: ['payercode'],
  payee: ['payeecode'],
} as const;
const CODE = /^[\p{L}\p{N}]{4}\d{4,}$/u;
const PREFIX_LENGTH = 4;
const COUNTS = 'committed';
const MOVED_NOTHING = new Set(['new', 'pending', 'accepted', 'rejected', 'submitted', 'failed', 'deleted']);
const NONE = 'none';

type Accounts = Table<keyof typeof ACCOUNT_NAMES>['rows'];

/** Reads `accounts.csv`, `transfers.csv`, and the documents `currency`, `members`, `offers`, `needs`, `categories`. */
export const readKomunitin: MoveProfile = async (files, tools) => {
  const accountsFile = neededFile(files, /^accounts?(?![a-z]).*\.(?:csv|txt)$/i, 'accounts.csv');
  const accounts = (await readNamedTable(accountsFile, ACCOUNT_NAMES, ['code', 'status', 'balance'])).rows;
  const documents = readDocuments(files.filter(({ name }) => /\.json$/i.test(name)));
  const social = new Map(documents.of('members').map((one) => [plainText(one.attributes.code), one]));
  const rate = rateIn(documents, tools);
  const question = 'The times of transfers are UTC. Whose time zone do their days belong to, such as Europe/Rome?';
  const dayIn = dayReader(tools.ask({ key: TIME_ZONE_KEY, question, options: null, suggested: 'UTC' }));
  const fund = fundByQuestion(accounts, social, tools);
  const disabled = disabledByQuestion(accounts, tools);
  let fundSeconds: number | null = null;
  const members: SourceMember[] = [];
  for (const { cells, broken, ...place } of accounts) {
    const code = CODE.test(cells.code) ? cells.code : null;
    const seconds = secondsOf(cells.balance, rate);
    const status = statusOf(cells.status, disabled);
    if (broken || !code || seconds === undefined || !status) {
      const what = code ? (status ? 'no_balance' : 'unknown_status') : 'no_number';
      tools.fault(place, code, broken ?? what);
    } else if (code === fund) fundSeconds = seconds;
    else {
      const one = social.get(code);
      if (!one) tools.note('codes_as_names');
      const name = lineOfName(plainText(one?.attributes.name)) || code;
      const joinedOn = dayIn(cells.created) ?? null;
      const email = one ? (contactsOf(one, documents, 'email')[0] ?? '') : '';
      const details = one ? detailsOf(one, documents) : {};
      const about = { name, email, status, joinedOn, language: '', balanceSeconds: seconds, details };
      members.push({ ...place, number: code, ...about });
    }
  }
  const transfers = await readTransfers(files, { members, fund, rate, dayIn }, tools);
  return { members, listings: readPosts(documents, fund, tools), transfers, fundSeconds };
};

/** A unit is `rate.n / rate.d` hours; without the currency's document it is asked. */
function rateIn(documents: Documents, tools: MoveTools): UnitRate {
  const rate = objectOf(documents.of('currencies')[0]?.attributes.rate);
  const [n, d] = [rate.n, rate.d].map((part) =>
    Number.isSafeInteger(part) && (part as number) > 0 ? BigInt(part as number) : undefined,
  );
  if (n && d) return { numerator: n, denominator: d };
  return rateOfUnit(
    tools.askUnit('How many units of the currency are one hour? The document of the currency is missing.'),
  );
}

function fundByQuestion(accounts: Accounts, social: ReadonlyMap<string, Resource>, tools: MoveTools): string {
  const typeOf = (code: string) => plainText(social.get(code)?.attributes.type);
  const isFirst = (code: string) => /0000$/.test(code);
  const codes = accounts.map(({ cells }) => cells.code).filter((code) => CODE.test(code));
  const found = codes.filter((code) => isFirst(code) || typeOf(code) === 'public').sort();
  if (found.length === 0) return NONE;
  const suggested = found.find((code) => isFirst(code) && ['public', ''].includes(typeOf(code))) ?? NONE;
  const question = 'Which account is that of the community itself? It becomes the community fund.';
  return tools.ask({ key: 'fund', question, options: [...found, NONE], suggested });
}

function disabledByQuestion(accounts: Accounts, tools: MoveTools): MemberStatus {
  if (!accounts.some(({ cells }) => cells.status.toLowerCase() === 'disabled')) return 'suspended';
  const question = 'Have the members whose account is disabled paused, or have they left?';
  const options = ['suspended', 'left', 'active'];
  return tools.ask({ key: 'disabled_members', question, options, suggested: 'suspended' }) as MemberStatus;
}

function statusOf(written: string, disabled: MemberStatus): MemberStatus | undefined {
  const status = written.toLowerCase();
  if (status === 'active' || status === 'suspended' || status === 'pending') return status;
  if (status === 'disabled') return disabled;
  return status === 'deleted' ? 'left' : undefined;
}

function contactsOf({ related }: Resource, documents: Documents, type: 'email' | 'phone'): string[] {
  const ids = new Set(related.contacts ?? []);
  const contacts = documents.of('contacts').filter(({ id, attributes }) => ids.has(id) && attributes.type === type);
  return contacts.map(({ attributes }) => plainText(attributes.name));
}

function detailsOf(member: Resource, documents: Documents) {
  const [phone = '', secondPhone = ''] = contactsOf(member, documents, 'phone');
  const address = objectOf(member.attributes.address);
  return detailsWritten({
    ...{ phone, secondPhone, street: plainText(address.streetAddress), postalCode: plainText(address.postalCode) },
    ...{ place: plainText(address.addressLocality), country: plainText(address.addressCountry) },
  });
}

interface KomunitinFacts {
  readonly members: readonly SourceMember[];
  readonly fund: string;
  readonly rate: UnitRate;
  readonly dayIn: (stamp: string) => string | undefined;
}

async function readTransfers(
  files: Parameters<MoveProfile>[0],
  { members, fund, rate, dayIn }: KomunitinFacts,
  tools: MoveTools,
): Promise<SourceTransfer[]> {
  const file = fileNamed(files, /^transfers?(?![a-z]).*\.(?:csv|txt)$/i);
  if (!file) {
    tools.note('no_transfers');
    return [];
  }
  const { rows } = await readNamedTable(file, TRANSFER_NAMES, ['state', 'amount', 'payer', 'payee']);
  const codes = new Set(members.map(({ number }) => number));
  const ours = new Set([...codes].map((code) => code.slice(0, PREFIX_LENGTH)));
  const partyOf = (code: string): Party => {
    if (code === fund) return { kind: 'fund' };
    if (codes.has(code)) return { kind: 'member', number: code };
    return { kind: ours.has(code.slice(0, PREFIX_LENGTH)) ? 'gone' : 'elsewhere' };
  };
  return rows.flatMap(({ cells, broken, ...place }): SourceTransfer[] => {
    const state = cells.state.toLowerCase();
    const number = [cells.payee, cells.payer].find((code) => codes.has(code)) ?? null;
    if (!broken && MOVED_NOTHING.has(state)) {
      tools.note('moved_nothing');
      return [];
    }
    const [seconds, day] = [secondsOf(cells.amount, rate), dayIn(cells.created)];
    const what = broken ?? faultOf(cells, state, seconds, day);
    if (what !== undefined || seconds === undefined || day === undefined) {
      tools.fault(place, number, what ?? 'unreadable');
      return [];
    }
    const parties = { payer: partyOf(cells.payer), payee: partyOf(cells.payee) };
    return [{ ...place, id: oneLine(cells.id, 100), day, ...parties, seconds, note: exchangeNote(cells.description) }];
  });
}

function faultOf(
  { id, payer, payee }: Readonly<Record<'id' | 'payer' | 'payee', string>>,
  state: string,
  seconds: number | undefined,
  day: string | undefined,
): MoveRowFault | undefined {
  if (state !== COUNTS) return 'unknown_status';
  if (id === '') return 'no_id';
  // Codes of other communities may have another form.
  if (payer === '' || payee === '' || !(CODE.test(payer) || CODE.test(payee))) return 'no_parties';
  if (seconds === undefined) return 'no_amount';
  return day === undefined ? 'no_day' : undefined;
}

function readPosts(documents: Documents, fund: string, tools: MoveTools): SourceListing[] {
  const owners = new Map(documents.of('members').map(({ id, attributes }) => [id, plainText(attributes.code)]));
  const categories = new Map(documents.of('categories').map(({ id, attributes }) => [id, plainText(attributes.name)]));
  const needs = documents.of('needs');
  const byCategory = needs.length > 0 && titlesByQuestion(tools) === 'category';
  const read = (resource: Resource, type: SourceListing['type']) => {
    const { attributes, related, ...place } = resource;
    const category = listingCategory(categories.get(related.category?.[0] ?? '') ?? '');
    const description = listingText(plainText(attributes.content));
    const own = listingTitle(plainText(attributes.name));
    const title =
      own ||
      (byCategory && category) ||
      listingTitle(description) ||
      category ||
      oneLine(plainText(attributes.code), 200);
    const member = owners.get(related.member?.[0] ?? '') ?? '';
    const state: PostState = {
      isHidden: attributes.state !== 'published',
      expiresOn: plainText(attributes.expires).slice(0, 10),
      beginsOn: '',
    };
    const createdOn = plainText(attributes.created).slice(0, 10) || null;
    const at: RowPlace = { file: place.file, line: place.line };
    return { ...at, id: resource.id, member, type, title, description, category, createdOn, state };
  };
  const posts = [
    ...documents.of('offers').map((one) => read(one, 'service')),
    ...needs.map((one) => read(one, 'request')),
  ];
  return postsByQuestions(
    posts.filter(({ member }) => member !== fund || member === ''),
    tools,
  );
}

function titlesByQuestion(tools: MoveTools): string {
  const question = 'Needs have no title there. Is the beginning of the text to be the title, or the category?';
  return tools.ask({ key: 'request_titles', question, options: ['text', 'category'], suggested: 'text' });
}
