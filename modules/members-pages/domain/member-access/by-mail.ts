/** Signing in by mail: a request from a browser, and what its link and its number open. */
import { encodeId } from '@timebank/contract';
import type { PlatformDeps } from '../../../../core/base/deps.ts';
import { addressFault, foldAddress } from '../../../../core/base/email-address.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { SIGN_IN_LINK_MS } from '../../../mail/domain/kinds.ts';
import { mailedTokenHash } from '../../../mail/domain/links.ts';
import { insertSignInRequest } from '../../../mail/domain/sign-in-queries.ts';
import { readSignInNumber, signInNumberHmac } from '../../../mail/domain/sign-in-requests.ts';
import {
  type MailboxPerson,
  type MailRequestFound,
  selectMailboxPersons,
  selectSignInByKey,
  trySignInNumber,
  uncountSignInTry,
  useSignInKey,
  useSignInNumber,
} from './mail-queries.ts';
import { beginMemberSessionIn, maySignInIn, type NewMemberSession } from './sign-in.ts';

/** Wrong numbers on one request. */
const TRIES_MAX = 5;
/** People of one mailbox. */
const PERSONS_MAX = 50;

/** A way in that is open: whose it may be, and where it leads. */
export interface MailWay {
  readonly way: 'mail' | 'number';
  readonly requestId: number;
  readonly next: string;
  /** Not empty. */
  readonly persons: readonly MailboxPerson[];
}

interface LinkWish {
  readonly email: string;
  readonly cookieHash: Buffer;
  readonly deviceHash: Buffer | null;
  readonly next: string;
}

/**
 * Notes the request. The same work for every address: what comes of it is decided later (`modules/mail/domain/sign-in-requests.ts`). A
 * text that is no address is no request.
 * @param cookieHash of the browser that asks; @param deviceHash null: nobody has signed in there
 */
export async function askForLink(
  { database, clock }: Pick<PlatformDeps, 'database' | 'clock'>,
  communityId: number,
  { email, next, ...browser }: LinkWish,
): Promise<void> {
  const mailbox = foldAddress(email);
  if (addressFault(mailbox) !== undefined) return;
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + SIGN_IN_LINK_MS);
  const row = { communityId, mailbox, ...browser, next: next === '' ? null : next, at, expiresAt };
  await insertSignInRequest(database.reads, row);
}

/** Reads what a link opens, and uses nothing up; undefined: it was used, is too old, or nobody signs in by it. */
export async function findMailKey(
  { database, clock }: Pick<PlatformDeps, 'database' | 'clock'>,
  communityId: number,
  key: string,
): Promise<MailWay | undefined> {
  const keyHash = mailedTokenHash(key);
  const [request] = await selectSignInByKey(database.reads, { communityId, keyHash, now: clock.now() });
  return request?.isOpen ? await wayOf(database, communityId, 'mail', request) : undefined;
}

/**
 * Counts a try, and reads what a number opens in the browser that asked. Once the person has been named the try stays
 * counted; else `chosenLater` takes it back.
 * @returns undefined: it is not the number of a request of this browser, or the request has had all its tries
 */
export async function tryMailNumber(
  { database, clock, keys }: Pick<PlatformDeps, 'database' | 'clock' | 'keys'>,
  communityId: number,
  cookieHash: Buffer,
  typed: string,
): Promise<(MailWay & { chosenLater(): Promise<void> }) | undefined> {
  const number = readSignInNumber(typed);
  if (number === undefined) return undefined;
  const numberHmac = signInNumberHmac(keys, cookieHash, number);
  const asked = { communityId, cookieHash, numberHmac, triesMax: TRIES_MAX, now: clock.now() };
  const tried = await trySignInNumber(database.reads, asked);
  const right = tried.find(({ isRight }) => isRight);
  const way = right && (await wayOf(database, communityId, 'number', right));
  if (!way) return undefined;
  const requestIds = tried.map(({ id }) => id);
  return {
    ...way,
    async chosenLater() {
      await uncountSignInTry(database.reads, { communityId, requestIds });
    },
  };
}

async function wayOf(
  database: PlatformDeps['database'],
  communityId: number,
  way: MailWay['way'],
  { id, mailbox, next }: MailRequestFound,
): Promise<MailWay | undefined> {
  const found = await selectMailboxPersons(database.reads, { communityId, mailbox, limit: PERSONS_MAX });
  // The index folds more letters than A to Z (`foldAddress`).
  const persons = found.filter(({ email }) => foldAddress(email) === mailbox);
  return persons.length === 0 ? undefined : { way, requestId: id, next: next ?? '', persons };
}

/** Uses the link or the number up and begins a session. @returns false: another browser was first, or it is too old */
export async function signInByMail(
  deps: ChangeDeps,
  { communityId, ...where }: Omit<CommunityAct, 'actor'>,
  { way, requestId }: Pick<MailWay, 'way' | 'requestId'>,
  { memberId, deputyId }: Pick<MailboxPerson, 'memberId' | 'deputyId'>,
  session: NewMemberSession,
): Promise<boolean> {
  const use = way === 'mail' ? useSignInKey : useSignInNumber;
  return change(deps, { ...where, communityId, actor: 'anonymous' }, async (within) => {
    const { transaction, at, audit } = within;
    const subject = encodeId('usr', memberId);
    const maySignIn = await maySignInIn(within, communityId, { memberId, deputyId });
    const [used] = maySignIn ? await use(transaction, { communityId, requestId, at }) : [];
    if (!used) {
      audit('member.sign_in_refused', subject);
      return false;
    }
    await beginMemberSessionIn(within, { ...where, communityId }, { memberId, deputyId, way }, session);
    return true;
  });
}
