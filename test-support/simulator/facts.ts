/** The state of the database, read by the owner of the tables and put into the words of the model. */
import { decodeId, encodeId } from '@timebank/contract';
import { settledSeconds } from '../../core/statements/settled.ts';
import type { TestMember, TestPartner, TestService } from '../harness.ts';
import { type FactProposal, readProposalFacts } from './proposal-facts.ts';

/** The rows behind the positions of the model. */
export interface Cast {
  readonly communities: readonly {
    readonly id: number;
    readonly chestAccountId: number;
    readonly partners: readonly TestPartner[];
    readonly members: readonly TestMember[];
    /** Per partner. */
    readonly subscriptions: readonly (readonly { readonly id: string; readonly url: string }[])[];
  }[];
}

export interface FactEvent {
  readonly id: string;
  readonly type: string;
  /** The partner it is for; null: it is about a member. */
  readonly partner: number | null;
  readonly member: number | null;
  /** Positions of the partners named; null: everybody who sees the member. */
  readonly audience: readonly number[] | null;
  readonly line: string;
}

export interface FactStatement {
  readonly day: string;
  readonly opening: number;
  readonly credits: readonly [count: number, seconds: number];
  readonly reversals: readonly [count: number, seconds: number];
  readonly closing: number;
}

export interface CommunityFacts {
  readonly balances: readonly number[];
  readonly partners: readonly {
    readonly balance: number;
    readonly closedThrough: string;
    readonly statements: readonly FactStatement[];
    /** UUIDs by reference. */
    readonly creditIds: ReadonlyMap<string, string>;
    /** By kind and reference. */
    readonly days: ReadonlyMap<string, string>;
  }[];
  readonly transfers: readonly string[];
  /** By name; those of two have the name of their proposal. */
  readonly exchangeIds: ReadonlyMap<string, string>;
  readonly proposals: ReadonlyMap<string, FactProposal>;
  readonly events: readonly FactEvent[];
}

export type Facts = readonly CommunityFacts[];

interface AccountRow {
  community_id: number;
  kind: string;
  partner_id: number | null;
  member_id: string | null;
  balance: string;
  closed_through: string | null;
}
interface TransferRow {
  community_id: number;
  id: string;
  kind: string;
  partner_id: number | null;
  member_id: string | null;
  reference: string | null;
  original: string | null;
  external_id: string | null;
  seconds: string;
  booked_on: string;
}
interface EventRow {
  community_id: number;
  id: string;
  type: string;
  partner_id: number | null;
  member_id: string | null;
  data: Record<string, string | number>;
  audience: number[] | null;
}
interface StatementRow {
  community_id: number;
  partner_id: number;
  day: string;
  opening: string;
  credits_count: number;
  credits: string;
  reversals_count: number;
  reversals: string;
  closing: string;
}

const ACCOUNTS = `select community_id, kind, partner_id, member_id, case when partner_id is null
     then credits_seconds - debits_seconds else -${settledSeconds('accounts')} end as balance, closed_through::text
   from accounts`;
const TRANSFERS = `select t.community_id, t.id, t.kind, t.partner_id, a.member_id, t.reference,
   coalesce(o.reference, o.external_id) as original, t.external_id, t.amount_seconds as seconds, t.booked_on::text
   from transfers t
   join accounts a on a.community_id = t.community_id and a.id = t.credit_account_id
   left join transfers o on o.community_id = t.community_id and o.id = t.reverses_id order by t.id`;
const EVENTS = `select community_id, id, type, partner_id, member_id, data, audience from events order by id`;
const STATEMENTS = `select community_id, partner_id, day::text, opening_seconds as opening, credits_count,
   credits_seconds as credits, reversals_count, reversals_seconds as reversals, closing_seconds as closing
   from statements order by day`;

export async function readFacts(service: TestService, cast: Cast): Promise<Facts> {
  const [accounts, transfers, events, statements, proposals] = await Promise.all([
    service.ownerQuery<AccountRow>(ACCOUNTS),
    service.ownerQuery<TransferRow>(TRANSFERS),
    service.ownerQuery<EventRow>(EVENTS),
    service.ownerQuery<StatementRow>(STATEMENTS),
    readProposalFacts(service, cast.communities),
  ]);
  return cast.communities.map(({ id, partners, members }, index): CommunityFacts => {
    const ofTwo = proposals[index] ?? new Map<string, FactProposal>();
    const names = new Map([...ofTwo].map(([name, one]) => [encodeId('prp', one.id), name]));
    const isOurs = (row: { readonly community_id: number }) => row.community_id === id;
    const own = accounts.filter(isOurs);
    const nameOf = (externalId: string | null) => names.get(externalId ?? '') ?? externalId;
    const booked = transfers.filter(isOurs).map((row) => ({
      ...row,
      external_id: nameOf(row.external_id),
      original: nameOf(row.original),
    }));
    const partnerAt = (partnerId: number | null) => partners.findIndex((one) => one.partnerId === partnerId);
    const memberAt = (memberId: string | null) => members.findIndex(({ uuid }) => uuid === memberId);
    const balanceOf = (account: AccountRow | undefined) => Number(account?.balance);
    return {
      balances: [
        ...members.map(({ uuid }) => balanceOf(own.find((account) => account.member_id === uuid))),
        balanceOf(own.find(({ kind }) => kind === 'chest')),
      ],
      partners: partners.map(({ partnerId }) => {
        const settlement = own.find((account) => account.partner_id === partnerId);
        const mine = booked.filter((row) => row.partner_id === partnerId);
        return {
          balance: balanceOf(settlement),
          closedThrough: settlement?.closed_through ?? '',
          statements: statements.filter((row) => isOurs(row) && row.partner_id === partnerId).map(statementOf),
          creditIds: new Map(mine.filter(({ kind }) => kind === 'credit').map((row) => [row.reference ?? '', row.id])),
          days: new Map(mine.map((row) => [`${row.kind} ${row.reference}`, row.booked_on])),
        };
      }),
      transfers: booked.map((row) => transferLine(row, partnerAt(row.partner_id), memberAt(row.member_id))),
      exchangeIds: new Map(booked.filter(isExchange).map((row) => [row.external_id ?? '', row.id])),
      proposals: ofTwo,
      events: events.filter(isOurs).map((row): FactEvent => {
        const audience = row.audience?.map(partnerAt).sort((a, b) => a - b) ?? null;
        const partner = row.partner_id === null ? null : partnerAt(row.partner_id);
        const member = row.member_id === null ? null : memberAt(row.member_id);
        const line = eventLine(row, partner, memberAt, audience);
        return { id: row.id, type: row.type, partner, member, audience, line };
      }),
    };
  });
}

const isExchange = ({ kind }: TransferRow) => kind === 'exchange' || kind === 'gift';

function transferLine(row: TransferRow, partner: number, member: number): string {
  const tail = `${row.seconds} ${row.booked_on}`;
  if (row.kind === 'credit') return `credit p${partner} ${row.reference} m${member} ${tail}`;
  if (row.kind === 'credit_reversal') {
    return `credit_reversal p${partner} ${row.reference} of ${row.original} ${tail}`;
  }
  return isExchange(row) ? `${row.kind} ${row.external_id} ${tail}` : `${row.kind} of ${row.original} ${tail}`;
}

function eventLine(
  { type, data }: EventRow,
  partner: number | null,
  memberAt: (memberId: string) => number,
  audience: readonly number[] | null,
): string {
  if (type === 'statement.ready') return `${type} p${partner} ${data.date}`;
  const member = `m${memberAt(decodeId('usr', String(data.user_id)) ?? '')}`;
  if (partner === null) return `${type} ${member} ${audience?.map((one) => `p${one}`).join() ?? '*'}`;
  const reference = data.reversal_reference ?? data.reference;
  return `${type} p${partner} ${reference} ${member} ${data.seconds} ${data.booked_on}`;
}

function statementOf(row: StatementRow): FactStatement {
  return {
    day: row.day,
    opening: Number(row.opening),
    credits: [row.credits_count, Number(row.credits)],
    reversals: [row.reversals_count, Number(row.reversals)],
    closing: Number(row.closing),
  };
}
