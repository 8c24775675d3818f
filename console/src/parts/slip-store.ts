/** The slips on the screen, kept over a reload until they are saved. */
import type { Party } from './account-picker.tsx';

export interface Slip {
  /** Made for this entry; sent with it, so that it is recorded once however often it is sent. */
  readonly key: string;
  readonly provider: Party | null;
  readonly receiver: Party | null;
  readonly time: string;
  readonly note: string;
  readonly state: 'open' | 'saving' | 'saved' | 'undone';
  /** Of the exchange, once saved. */
  readonly exchangeId?: string;
  readonly hours?: number;
  /** What is wrong, by field; `form`: what belongs to none. */
  readonly faults: Readonly<Partial<Record<SlipField | 'form', string>>>;
}

export type SlipField = 'provider' | 'receiver' | 'time' | 'note';

export function newSlip(): Slip {
  return { key: crypto.randomUUID(), provider: null, receiver: null, time: '', note: '', state: 'open', faults: {} };
}

export const isBlank = ({ provider, receiver, time, note }: Slip): boolean =>
  !provider && !receiver && time === '' && note === '';

const nameOf = (slug: string) => `timebank-slips-${slug}`;

/** What was not saved when the page was left. */
export function storedSlips(slug: string): Slip[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(nameOf(slug)) ?? '[]');
    if (!Array.isArray(stored)) return [];
    // Whether the answer was lost or not: sent again under its key, it is recorded once.
    return (stored as Slip[]).map((slip) => ({ ...slip, state: 'open', faults: {} }));
  } catch {
    return [];
  }
}

export function storeSlips(slug: string, slips: readonly Slip[]): void {
  const open = slips.filter((slip) => (slip.state === 'open' || slip.state === 'saving') && !isBlank(slip));
  if (open.length === 0) sessionStorage.removeItem(nameOf(slug));
  else sessionStorage.setItem(nameOf(slug), JSON.stringify(open));
}
