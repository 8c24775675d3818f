/** Which account a typed text means. Only a text that names exactly one is chosen; otherwise the person is asked. */
import { foldText } from '@timebank/contract/fold';
import type { Texts } from '../../i18n/text.ts';

/** The holder of an account: `usr_…`, `account:…` or `chest`. */
export interface Party {
  readonly id: string;
  readonly name: string;
  /** The community's number, or else the e-mail address; empty for organisations and the chest. */
  readonly hint: string;
  /** Null until it is read. */
  readonly balanceHours: number | null;
}

export interface Option extends Party {
  readonly balanceHours: number;
  /** The community's own number. */
  readonly number: string | null;
  readonly isActive: boolean;
  /** Only similar to what was typed: chosen from the list, never meant by Enter alone. */
  readonly isNear?: true;
}

/** Why nobody was chosen. */
export type NoChoiceReason = 'none' | 'several' | 'begun' | 'inactive' | 'failed';

/** A field in which a member, an organisation or the chest is typed. */
export interface Choice {
  readonly typed: string;
  readonly party: Party | null;
  /** `waiting`: typed to the end, the answer is on its way. */
  readonly state: 'typing' | 'waiting' | NoChoiceReason;
}

export const NOBODY: Choice = { typed: '', party: null, state: 'typing' };

export const chosen = ({ id, name, hint, balanceHours }: Party): Choice => ({
  typed: name,
  party: { id, name, hint, balanceHours },
  state: 'typing',
});

const fold = (text: string) => foldText(text.trim()).replace(/\s+/g, ' ');

/**
 * The one that is meant among all that answer exactly what was typed: whose number it is, else whose whole name, else
 * the only one found. Neither a number that is only begun nor one name of two people is guessed.
 * @param hasMore whether further ones answer
 */
export function meantBy(typed: string, options: readonly Option[], hasMore: boolean): Option | NoChoiceReason {
  const exact = options.filter(({ number }) => number === typed.trim());
  const wanted = fold(typed);
  const numbered = exact.length > 0 ? exact : options.filter(({ number }) => number && fold(number) === wanted);
  const called = numbered.length > 0 ? numbered : options.filter(({ name }) => fold(name) === wanted);
  const [one, second] = called.length > 0 ? called : options;
  if (!one) return 'none';
  if (second || (called.length === 0 && hasMore)) return 'several';
  if (!one.isActive) return 'inactive';
  return called.length === 0 && isOnlyBegun(wanted, one) ? 'begun' : one;
}

/** `D01` is the beginning of `D010`, and of nobody's name: on a slip it means another member. */
function isOnlyBegun(wanted: string, { number }: Option): boolean {
  const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const whole = new Set(words(fold(number ?? '')));
  return words(wanted).some(
    (word) => /\p{N}/u.test(word) && !whole.has(word) && [...whole].some((one) => one.startsWith(word)),
  );
}

/** The message of a field that asks. */
export function unsureText(state: Choice['state'], text: Texts): string | undefined {
  if (state === 'typing' || state === 'waiting') return undefined;
  if (state === 'none') return text.field.unknownAccount;
  if (state === 'inactive') return text.field.notActive;
  return text.slips[state];
}
