/**
 * What Komunitin's published importers take: the accounting as one migration, members and posts as the six files of CES.
 * Balances are computed there from the transfers, so that openings and credits are transfers, too.
 */

import { hash } from 'node:crypto';
import { InputFault } from '../../../../console/desk/commands/input-fault.ts';
import type { LeavingAccount, LeavingPost, LeavingTransfer } from './komunitin-queries.ts';

/** A unit of the currency there is a millionth of an hour, which keeps seconds. */
const UNITS_PER_HOUR = 1_000_000;
const SECONDS_PER_HOUR = 3600;
const FUND_PLACE = 0;
/** Numbers of accounts have four digits: members from 1 on, organisations and partners above them. */
const ORGANISATIONS_FROM = 8000;
const PARTNERS_FROM = 9000;
const PLACES_END = 10_000;

export interface KomunitinInput {
  readonly community: { readonly id: number; readonly slug: string; readonly name: string; readonly createdAt: Date };
  /** Four capital letters or digits: the currency there, and the beginning of every account's code. */
  readonly code: string;
  /** The id of the administrator there, a UUID; undefined: one that is made here. */
  readonly administratorId: string | undefined;
  /** The address of this installation. */
  readonly url: string;
  readonly accounts: readonly LeavingAccount[];
  readonly transfers: readonly LeavingTransfer[];
  readonly listings: readonly LeavingPost[];
  readonly now: Date;
}

/** An account with what it is there. */
export interface CodedAccount extends LeavingAccount {
  readonly code: string;
}

export interface CodedTransfer extends Omit<LeavingTransfer, 'payerAccountId' | 'payeeAccountId'> {
  readonly payer: CodedAccount;
  readonly payee: CodedAccount;
  readonly description: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
}

export interface CodedBooks {
  readonly accounts: readonly CodedAccount[];
  readonly transfers: readonly CodedTransfer[];
}

/** Too many members, organisations or partners for codes of four digits. */
export class KomunitinFault extends InputFault {
  constructor(message: string) {
    super('limit_exceeded', message);
  }
}

/**
 * Gives every account its code; the opening balances are booked with the community fund.
 * @throws KomunitinFault
 */
export function codedBooks({
  code,
  accounts,
  transfers,
}: Pick<KomunitinInput, 'code' | 'accounts' | 'transfers'>): CodedBooks {
  const next = { member: 1, organisation: ORGANISATIONS_FROM, settlement: PARTNERS_FROM };
  const ends = { member: ORGANISATIONS_FROM, organisation: PARTNERS_FROM, settlement: PLACES_END };
  const placeOf = ({ kind }: LeavingAccount) => {
    if (kind === 'chest' || kind === 'opening') return FUND_PLACE;
    const place = next[kind]++;
    if (place >= ends[kind]) {
      const max = `${ORGANISATIONS_FROM - 1} members, and 1,000 organisations and partners each`;
      throw new KomunitinFault(`Komunitin's codes have four digits: at most ${max} fit.`);
    }
    return place;
  };
  const coded = accounts.map((account) => ({ ...account, code: code + String(placeOf(account)).padStart(4, '0') }));
  const fund = coded.find(({ kind }) => kind === 'chest');
  const byId = new Map(coded.map((account) => [account.id, account.kind === 'opening' ? fund : account]));
  const booked = transfers.flatMap(({ payerAccountId, payeeAccountId, ...transfer }): CodedTransfer[] => {
    const [payer, payee] = [byId.get(payerAccountId), byId.get(payeeAccountId)];
    if (!payer || !payee) throw new Error('a transfer of an account that was not read');
    if (payer === payee) return [];
    const description = transfer.note?.trim() || DESCRIPTIONS[transfer.kind](transfer.reference ?? '');
    return [{ ...transfer, payer, payee, description, day: dayOfTransfer(transfer, payer, payee) }];
  });
  return {
    accounts: coded.filter(({ kind }) => kind !== 'opening'),
    transfers: booked.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)),
  };
}

const DESCRIPTIONS: Readonly<Record<LeavingTransfer['kind'], (reference: string) => string>> = {
  opening: () => 'Opening balance',
  exchange: () => 'Exchange',
  gift: () => 'Gift',
  credit: (reference) => `Credit from a partner, reference ${reference}`,
};

/** An opening balance was there when its member joined. */
function dayOfTransfer(
  { kind, serviceDate, bookedOn }: Pick<LeavingTransfer, 'kind' | 'serviceDate' | 'bookedOn'>,
  ...parties: readonly CodedAccount[]
): string {
  const joinedOn = kind === 'opening' ? parties.find(({ joinedOn: day }) => day !== null)?.joinedOn : null;
  return joinedOn ?? serviceDate ?? bookedOn;
}

/** The migration that the accounting service of Komunitin takes, and goes on with at the currency. */
export function komunitinMigration(input: KomunitinInput, { accounts, transfers }: CodedBooks): object {
  const { community, code, url } = input;
  const idOf = (what: string, id: string | number) => derivedUuid(`${community.id} ${what} ${id}`);
  const administratorId = input.administratorId ?? idOf('administrator', 0);
  const balances = new Map(accounts.map((account) => [account.code, 0]));
  const booked = transfers.map((transfer) => {
    const { id, payer, payee, seconds, kind, number, description, day } = transfer;
    const amount = Math.round((seconds * UNITS_PER_HOUR) / SECONDS_PER_HOUR);
    balances.set(payer.code, (balances.get(payer.code) ?? 0) - amount);
    balances.set(payee.code, (balances.get(payee.code) ?? 0) + amount);
    const party = (account: CodedAccount) => ({ id: idOf('account', account.id), code: account.code });
    return {
      ...{ id, amount, state: 'committed' },
      meta: { description, timebank: { external_id: number, seconds, kind } },
      ...{ created: `${day}T12:00:00.000Z`, updated: `${day}T12:00:00.000Z` },
      ...{ payer: party(payer), payee: party(payee), user: { id: administratorId } },
    };
  });
  const shown = accounts.map((account) => {
    const balance = balances.get(account.code) ?? 0;
    const state = stateOf(account, balance);
    const created = `${account.joinedOn ?? account.createdAt.toISOString().slice(0, 10)}T00:00:00.000Z`;
    const isPerson = account.kind === 'member';
    return {
      ...{ id: idOf('account', account.id), code: account.code, status: state, balance },
      creditLimit: Math.max(unitsOf(account.limitSeconds), -balance, 0),
      ...{ maximumBalance: false, created, updated: created, settings: { acceptPaymentsAutomatically: false } },
      users: [{ id: isPerson ? idOf('user', account.id) : administratorId }],
      member: { id: idOf('member', account.id), state, type: TYPES[account.kind] },
    };
  });
  const created = community.createdAt.toISOString();
  const limit = Math.max(0, ...accounts.map(({ limitSeconds }) => unitsOf(limitSeconds)));
  const currency = {
    ...{ id: idOf('currency', code), code, name: 'hour', namePlural: 'hours', symbol: 'h', decimals: 2, scale: 6 },
    ...{ rate: { n: 1, d: 1 }, created, updated: created },
    settings: { defaultInitialCreditLimit: limit, defaultInitialMaximumBalance: false },
    admins: [{ id: administratorId }],
  };
  const data = {
    ...{ step: 'create-currency', test: true, source: { url, tokens: { accessToken: '', expiresAt: '' } } },
    ...{ currency, accounts: shown, transfers: booked },
  };
  return {
    data: { type: 'migrations', attributes: { code, name: 'From Timebank', kind: 'integralces-accounting', data } },
  };
}

const TYPES = {
  member: 'personal',
  organisation: 'business',
  settlement: 'public',
  chest: 'public',
  opening: 'public',
};

/** An account that is deleted there must be empty. */
function stateOf({ status }: LeavingAccount, balance: number): 'active' | 'suspended' | 'disabled' | 'deleted' {
  if (status === 'left') return balance === 0 ? 'deleted' : 'disabled';
  return status === 'active' ? 'active' : 'suspended';
}

const unitsOf = (seconds: number | null) => Math.round(((seconds ?? 0) * UNITS_PER_HOUR) / SECONDS_PER_HOUR);

/** The same for the same text, in the form of a UUID of version 8. */
function derivedUuid(text: string): string {
  const hex = hash('sha256', text, 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0b11) | 0b1000).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
