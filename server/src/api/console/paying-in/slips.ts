/** GET /communities/{slug}/members/{memberId}/payment-slip and /communities/{slug}/payment-slips */
import { setImmediate } from 'node:timers/promises';
import { encodeId, hoursFromSeconds } from '@timebank/contract';
import { type getPaymentSlip, type PaymentSlip, type printPaymentSlips, SLIPS_MAX } from '@timebank/contract/console';
import { type PayingMember, selectChosenMembers, selectPayingMembers } from '../../../domain/paying-in/queries.ts';
import { payloadOf, readSlipTerms, type SlipTerms } from '../../../domain/paying-in/slip-terms.ts';
import { pricedHours } from '../../../domain/rates/rate.ts';
import { refusal, stateConflict } from '../../../platform/base/refusal.ts';
import { dayOf } from '../../../platform/base/time.ts';
import { FIRST_ID } from '../../../platform/database/keyset.ts';
import type { Queryable } from '../../../platform/database/query.ts';
import type { CommunityDeps, CommunityHandler } from '../access/call.ts';
import { memberIdOf } from '../members/present.ts';
import { plainSheet } from './plain-sheet.ts';
import { openPrinter } from './printer.ts';
import type { Measure, Sheet } from './sheet.ts';
import { swissSheet } from './swiss-sheet.ts';
import { SLIP_LANGUAGES, type SlipLanguage } from './words.ts';

export const getPaymentSlipHandler: CommunityHandler<typeof getPaymentSlip> = async (call, deps) => {
  const { communityId, name: community } = call.membership;
  const [member] = await readChosen(deps.database.reads, communityId, [memberIdOf(call.params.memberId)]);
  if (!member) throw unknownMember();
  const terms = await termsOf(deps, communityId, call.query);
  const { measure } = await openPrinter();
  return { data: presentSlip(terms, member, sheetOf(terms, member, { community, ...call.query }, measure)) };
};

export const printPaymentSlipsHandler: CommunityHandler<typeof printPaymentSlips> = async (call, deps) => {
  const { communityId, name: community } = call.membership;
  const { member: one, members: several, after, joined_from: joinedFrom = null } = call.query;
  const terms = await termsOf(deps, communityId, call.query);
  const chosen = [one ?? [], several?.split(',') ?? []].flat();
  if (chosen.length > SLIPS_MAX) throw tooMany(chosen.length);
  const found =
    chosen.length > 0
      ? await readChosen(
          deps.database.reads,
          communityId,
          chosen.map((id) => memberIdOf(id.trim())),
        )
      : await selectPayingMembers(deps.database.heavy, {
          ...{ communityId, afterId: after === undefined ? FIRST_ID : memberIdOf(after), joinedFrom },
          limit: SLIPS_MAX + 1,
        });
  const members = found.slice(0, SLIPS_MAX);
  const { measure, print } = await openPrinter();
  const sheets: Sheet[] = [];
  for (const member of members) {
    sheets.push(sheetOf(terms, member, { community, ...call.query }, measure));
    // Other requests are answered between two pages.
    await setImmediate();
  }
  const reference = chosen.length === 1 ? members[0]?.paymentReference : undefined;
  const name = reference ? `payment-slip-${reference}.pdf` : `payment-slips-${call.membership.slug}.pdf`;
  const last = members.at(-1);
  const next = found.length > SLIPS_MAX && last ? encodeId('usr', last.id) : null;
  const pdf = await print(sheets, name.replace(/\.pdf$/, ''));
  return { data: { name, pdf: pdf.toString('base64'), slips: sheets.length, next } };
};

const termsOf = (
  { database, clock }: CommunityDeps,
  communityId: number,
  wishes: Parameters<typeof readSlipTerms>[3],
) => readSlipTerms(database.reads, communityId, dayOf(clock.now()), wishes);

/**
 * In the order of the ids, each once.
 * @throws Refusal user_not_found, state_conflict where a member's data is erased
 */
async function readChosen(on: Queryable, communityId: number, memberIds: readonly string[]): Promise<PayingMember[]> {
  const rows = new Map((await selectChosenMembers(on, { communityId, memberIds })).map((row) => [row.id, row]));
  return [...new Set(memberIds)].map((id) => {
    const member = rows.get(id);
    if (!member) throw unknownMember();
    if (member.isErased) throw stateConflict('data_erased', `The data of member ${encodeId('usr', id)} is erased.`);
    return member;
  });
}

const unknownMember = () => refusal('user_not_found', 'This community has no such member.');

function tooMany(count: number) {
  const message = `At most ${SLIPS_MAX} slips are printed at once, and these are ${count} members.`;
  return refusal('validation_failed', message, [{ field: 'members', code: 'too_many', message }]);
}

interface Look {
  readonly community: string;
  readonly language?: SlipLanguage | undefined;
}

function sheetOf(terms: SlipTerms, member: PayingMember, { community, language }: Look, measure: Measure): Sheet {
  const { name, paymentReference: reference } = member;
  const { address, kind, ...rest } = terms;
  const payload = payloadOf(terms, reference);
  const facts = { ...rest, reference, community, member: name, language: language ?? languageOf(member) };
  if (kind === 'swiss' && address && payload !== null) return swissSheet({ ...facts, address, payload }, measure);
  return plainSheet({ ...facts, payload }, measure);
}

/** Of the languages that slips have, the member's; else English. */
function languageOf({ language }: PayingMember): SlipLanguage {
  const spoken = (language ?? '').toLowerCase().split('-')[0];
  return SLIP_LANGUAGES.find((one) => one === spoken) ?? 'en';
}

function presentSlip(terms: SlipTerms, member: PayingMember, sheet: Sheet): PaymentSlip {
  const { kind, holder, iban, currency, amount, rate, seconds } = terms;
  const priced = rate && pricedHours(rate);
  return {
    ...{ user_id: encodeId('usr', member.id), name: member.name, reference: member.paymentReference },
    ...{ account: iban, account_holder: holder, currency, amount },
    hours: seconds === null ? null : hoursFromSeconds(seconds),
    rate: priced ? { hours: priced.hours, per_amount: priced.perAmount } : null,
    ...{ code: kind, payload: payloadOf(terms, member.paymentReference), sheet },
  };
}
