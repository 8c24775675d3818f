/** From what the files say to what is booked: openings are today's balances less the exchanges that come along. */
import { hash } from 'node:crypto';
import { type ExchangeKind, MAX_HOURS } from '@timebank/contract';
import { latestServiceDay } from '../../../members/domain/exchanges/service-day.ts';
import type { MoveTalk } from './questions.ts';
import { emailOrNull, languageOrNull } from './texts.ts';
import type { MoveSource, Party, SourceListing, SourceMember, SourceTransfer } from './types.ts';

const MAX_SECONDS = MAX_HOURS * 3600;

/** Where the part of a balance comes from that no exchange here explains. Seconds. */
export interface OpeningReasons {
  readonly goneSeconds: number;
  readonly elsewhereSeconds: number;
  /** What no row of the files explains: rounding, levies, rows that were not exported. */
  readonly otherSeconds: number;
}

export interface PlannedMember extends Omit<SourceMember, 'email' | 'language' | 'balanceSeconds' | 'file' | 'line'> {
  readonly email: string | null;
  readonly language: string | null;
  /** Today's in the files; null: they have none, and it is what the transfers add up to. */
  readonly thereSeconds: number | null;
  /** Today's, here. */
  readonly balanceSeconds: number;
  /** Of exchanges with other members, and with organisations. */
  readonly exchangedSeconds: number;
  readonly fundSeconds: number;
  readonly openingSeconds: number;
  readonly reasons: OpeningReasons;
}

/** A member by number, an organisation, or null for the community fund. */
export type PlannedParty = string | null | { readonly organisation: string };

/** An exchange that is booked. */
export interface PlannedExchange {
  readonly id: string;
  readonly kind: ExchangeKind;
  readonly day: string;
  readonly provider: PlannedParty;
  readonly receiver: PlannedParty;
  /** The id of a listing of the move. */
  readonly listing: string | null;
  readonly seconds: number;
  readonly note: string | null;
  readonly category: string;
}

export interface PlannedOrganisation {
  readonly name: string;
  readonly openingSeconds: number;
}

export interface MovePlan {
  readonly members: readonly PlannedMember[];
  readonly listings: readonly SourceListing[];
  readonly exchanges: readonly PlannedExchange[];
  /** Of them those between two members. */
  readonly exchangeCount: number;
  readonly fund: { readonly balanceSeconds: number | null; readonly openingSeconds: number };
  readonly organisations: readonly PlannedOrganisation[];
  /** The same for the same move, whatever its files are called and how their rows are ordered. */
  readonly sha256: Buffer;
}

/** Holds the rows against each other; faults and notes go to the talk. @param now of the service */
export function planMove(source: MoveSource, talk: MoveTalk, now: Date): MovePlan {
  const members = uniqueOf(
    source.members,
    ({ number }) => number,
    ({ number }) => number,
    talk,
  );
  const numbers = new Set(members.map(({ number }) => number));
  const owned = source.listings.filter(({ member }) => numbers.has(member));
  if (owned.length < source.listings.length) talk.note('listings_left_out');
  const listings = uniqueOf(
    owned,
    ({ id }) => id,
    ({ member }) => member,
    talk,
  );
  const transfers = uniqueOf(source.transfers, ({ id }) => id, memberOf, talk);
  refuseFuture(transfers, talk, now);
  const sums = new Map(members.map(({ number }) => [number, { exchanged: 0, fund: 0, gone: 0, elsewhere: 0 }]));
  const exchanges: PlannedExchange[] = [];
  let [exchangeCount, fundSum] = [0, 0];
  const listingIds = new Set(listings.map(({ id }) => id));
  const organised = new Map((source.organisations ?? []).map(({ name, balanceSeconds }) => [name, balanceSeconds]));
  for (const { id, kind = 'exchange', day, payer, payee, seconds, note, listing, category = '' } of transfers) {
    if (seconds === 0 || isSame(payer, payee)) {
      talk.note('nothing_to_move');
      continue;
    }
    for (const [party, other, moved] of [
      [payer, payee, -seconds],
      [payee, payer, seconds],
    ] as const) {
      const sum = party.kind === 'member' ? sums.get(party.number) : undefined;
      if (sum) sum[other.kind === 'member' || other.kind === 'organisation' ? 'exchanged' : other.kind] += moved;
      if (party.kind === 'organisation') organised.set(party.name, (organised.get(party.name) ?? 0) - moved);
    }
    const [provider, receiver] = [plannedParty(payee), plannedParty(payer)];
    if (provider === undefined || receiver === undefined) continue;
    if (payee.kind === 'fund') fundSum += seconds;
    if (payer.kind === 'fund') fundSum -= seconds;
    if (payee.kind === 'member' && payer.kind === 'member') exchangeCount++;
    const about = listing !== undefined && listingIds.has(listing) ? listing : null;
    exchanges.push({ id, kind, day, provider, receiver, listing: about, seconds, note: note || null, category });
  }
  const planned = members.map((member) => plannedMember(member, sums.get(member.number), talk));
  const fund = {
    balanceSeconds: source.fundSeconds,
    openingSeconds: source.fundSeconds === null ? 0 : source.fundSeconds - fundSum,
  };
  const sorted = {
    members: planned.toSorted((a, b) => (a.number < b.number ? -1 : 1)),
    listings: listings.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    exchanges: exchanges.toSorted((a, b) => (a.day === b.day ? (a.id < b.id ? -1 : 1) : a.day < b.day ? -1 : 1)),
  };
  const organisations = [...organised].map(([name, openingSeconds]) => ({ name, openingSeconds }));
  return { ...sorted, exchangeCount, fund, organisations, sha256: digestOf(sorted, fund, organisations) };
}

/** Undefined for a party that does not come along. */
function plannedParty(party: Party): PlannedParty | undefined {
  if (party.kind === 'member') return party.number;
  if (party.kind === 'organisation') return { organisation: party.name };
  return party.kind === 'fund' ? null : undefined;
}

function isSame(one: Party, other: Party): boolean {
  const planned = plannedParty(one);
  return planned !== undefined && JSON.stringify(planned) === JSON.stringify(plannedParty(other));
}

const numberOf = (party: Party): string | null => (party.kind === 'member' ? party.number : null);

const memberOf = ({ payee, payer }: SourceTransfer): string | null => numberOf(payee) ?? numberOf(payer);

function uniqueOf<Row extends { readonly file: string; readonly line: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  member: (row: Row) => string | null,
  talk: MoveTalk,
): Row[] {
  const first = new Map<string, Row>();
  return rows.filter((row) => {
    const earlier = first.get(keyOf(row));
    if (!earlier) return first.set(keyOf(row), row);
    talk.fault(row, member(row), {
      code: 'twice',
      values: { file: earlier.file, line: earlier.line },
    });
    return false;
  });
}

/** The rules of a slip. */
function refuseFuture(transfers: readonly SourceTransfer[], talk: MoveTalk, now: Date): void {
  const latest = latestServiceDay(now);
  for (const transfer of transfers) {
    if (transfer.day > latest) talk.fault(transfer, memberOf(transfer), 'in_the_future');
    if (transfer.seconds > MAX_SECONDS)
      talk.fault(transfer, memberOf(transfer), { code: 'too_many_hours', values: { max: MAX_HOURS } });
  }
}

function plannedMember(
  { file, line, email: writtenEmail, language, balanceSeconds, ...member }: SourceMember,
  sum = { exchanged: 0, fund: 0, gone: 0, elsewhere: 0 },
  talk: MoveTalk,
): PlannedMember {
  const { exchanged, fund, gone, elsewhere } = sum;
  const balance = balanceSeconds ?? exchanged + fund + gone + elsewhere;
  if (Math.abs(balance) > MAX_SECONDS) {
    talk.fault({ file, line }, member.number, { code: 'balance_too_large', values: { max: MAX_HOURS } });
  }
  const email = emailOrNull(writtenEmail);
  if (email === null && writtenEmail.trim() !== '') talk.note('emails_left_out');
  const openingSeconds = balance - exchanged - fund;
  return {
    ...member,
    email,
    language: languageOrNull(language),
    thereSeconds: balanceSeconds,
    balanceSeconds: balance,
    exchangedSeconds: exchanged,
    fundSeconds: fund,
    openingSeconds,
    reasons: { goneSeconds: gone, elsewhereSeconds: elsewhere, otherSeconds: openingSeconds - gone - elsewhere },
  };
}

/** Without what a later day changes: a post that has expired since. */
function digestOf(
  { members, listings, exchanges }: Pick<MovePlan, 'members' | 'listings' | 'exchanges'>,
  fund: MovePlan['fund'],
  organisations: MovePlan['organisations'],
): Buffer {
  const written = [
    members.map(({ number, name, email, status, balanceSeconds }) => [number, name, email, status, balanceSeconds]),
    listings.map(({ id, member, type, title }) => [id, member, type, title]),
    exchanges.map(({ id, kind, day, provider, receiver, seconds }) => [
      ...[id, day, provider, receiver, seconds],
      ...(kind === 'gift' ? [kind] : []),
    ]),
    [fund.openingSeconds],
    ...(organisations.length > 0 ? [organisations] : []),
  ];
  return hash('sha256', JSON.stringify(written), 'buffer');
}
