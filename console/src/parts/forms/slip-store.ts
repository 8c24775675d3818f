/** The slips on the screen, kept over a reload until they are saved. */

import { clockOf } from '@timebank/contract/duration';
import type { ExchangeKind } from '@timebank/contract/words';
import { type Choice, chosen, NOBODY } from './party.ts';

export interface Slip {
  /** Made for this entry; sent with it, so that it is recorded once however often it is sent. */
  readonly key: string;
  readonly provider: Choice;
  readonly receiver: Choice;
  readonly time: string;
  /** Its own kind, or that above the slips when it was finished; null before. */
  readonly kind: ExchangeKind | null;
  /** A name of the list; empty: none. */
  readonly category: string;
  readonly note: string;
  readonly state: 'open' | 'saving' | 'saved' | 'undone' | 'discarded';
  /** Its own day, or that above the slips when it was finished; null before. */
  readonly day: string | null;
  /** The person has gone through it, and not touched it since: it is saved as soon as it can be. */
  readonly isFinished: boolean;
  /** The exchange that it takes the place of, and why: that one is reversed as this one is saved. */
  readonly corrects?: { readonly exchangeId: string; readonly reason: string };
  /** The exchange's id and hours, once saved. */
  readonly exchangeId?: string;
  readonly hours?: number;
  /** The faults by field; `form`: those that belong to no field. */
  readonly faults: { readonly [Field in SlipField | 'form']?: string | undefined };
}

export type Side = 'provider' | 'receiver';
export type SlipField = Side | 'time' | 'category' | 'note';
export const SLIP_FIELDS: readonly SlipField[] = ['provider', 'receiver', 'time', 'category', 'note'];

export function newSlip(): Slip {
  return {
    key: crypto.randomUUID(),
    provider: NOBODY,
    receiver: NOBODY,
    time: '',
    kind: null,
    category: '',
    note: '',
    day: null,
    state: 'open',
    isFinished: false,
    faults: {},
  };
}

interface Helper {
  readonly id: string;
  readonly name: string | null;
}

/** What a slip takes over from an exchange. */
interface RecordedExchange {
  readonly id: string;
  readonly kind: ExchangeKind;
  readonly provider: Helper;
  readonly receiver: Helper;
  readonly hours: number;
  readonly service_date: string;
  readonly category: string | null;
  readonly note: string | null;
}

/** A slip as an exchange was, to be changed and saved in its place. */
export function slipOf(
  { id, kind, category, provider, receiver, hours, service_date, note }: RecordedExchange,
  reason: string,
  chest: string,
): Slip {
  const choiceOf = ({ id, name }: Helper) => chosen({ id, name: name ?? chest, hint: '', balanceHours: null });
  return {
    ...newSlip(),
    corrects: { exchangeId: id, reason },
    ...{ provider: choiceOf(provider), receiver: choiceOf(receiver), day: service_date },
    ...{ kind, time: clockOf(Math.round(hours * 3600)), category: category ?? '', note: note ?? '' },
  };
}

/** Puts a slip among those that wait on this screen. */
export const addSlip = (slug: string, slip: Slip) => storeSlips(slug, [...storedSlips(slug), slip]);

export const isBlank = ({ provider, receiver, time, category, note }: Slip): boolean =>
  provider.typed === '' && receiver.typed === '' && time === '' && category === '' && note === '';

export const isUnsaved = (slip: Slip): boolean => (slip.state === 'open' || slip.state === 'saving') && !isBlank(slip);

/** The accounts that are chosen on it. */
export const namesOn = (slip: Slip): string[] => sides(slip).flatMap(({ party }) => party?.id ?? []);

const hasFault = ({ faults }: Slip) => Object.values(faults).some(Boolean);
const sides = ({ provider, receiver }: Slip) => [provider, receiver];

/** The person is done with it, and an answer is on its way. */
export const isWaiting = (slip: Slip): boolean =>
  slip.state === 'open' &&
  slip.isFinished &&
  !hasFault(slip) &&
  sides(slip).some(({ state }) => state === 'waiting') &&
  sides(slip).every(({ party, state }) => party || state === 'waiting');

/** Nothing is missing any more. */
export const isReady = (slip: Slip): boolean =>
  slip.state === 'open' && slip.isFinished && !hasFault(slip) && sides(slip).every(({ party }) => party !== null);

/** It was left without being saved. The last line is where the next slip is typed. */
export const needsLook = (slip: Slip, isLast: boolean): boolean =>
  slip.state === 'open' && !isLast && !isWaiting(slip) && !isReady(slip);

/** The field in which to go on: one with a fault, else one that is missing. */
export function openField(slip: Slip): SlipField {
  const asks = (field: SlipField) => {
    if (slip.faults[field]) return true;
    if (field !== 'provider' && field !== 'receiver') return false;
    const { typed, party, state } = slip[field];
    return typed !== '' && !party && state !== 'waiting';
  };
  const isMissing = (field: SlipField) =>
    field === 'provider' || field === 'receiver'
      ? slip[field].typed === ''
      : field !== 'category' && slip[field] === '';
  return SLIP_FIELDS.find(asks) ?? SLIP_FIELDS.find(isMissing) ?? 'note';
}

const nameOf = (slug: string) => `timebank-slips-${slug}`;

/** The slips that were not saved when the page was left. None is saved before the person says so again. */
export function storedSlips(slug: string): Slip[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(nameOf(slug)) ?? '[]');
    if (!Array.isArray(stored)) return [];
    // Whether the answer was lost or not: sent again under its key, it is recorded once.
    return (stored as Slip[])
      .filter(({ provider, receiver }) => typeof provider?.typed === 'string' && typeof receiver?.typed === 'string')
      .map((slip) => ({
        ...{ kind: null, category: '' },
        ...slip,
        provider: { ...slip.provider, state: 'typing' },
        receiver: { ...slip.receiver, state: 'typing' },
        state: 'open',
        isFinished: false,
        faults: {},
      }));
  } catch {
    return [];
  }
}

export function storeSlips(slug: string, slips: readonly Slip[]): void {
  const open = slips.filter(isUnsaved);
  if (open.length === 0) sessionStorage.removeItem(nameOf(slug));
  else sessionStorage.setItem(nameOf(slug), JSON.stringify(open));
}
