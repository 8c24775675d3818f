/**
 * A member's own change of the e-mail address, which is a way in: it counts once the new mailbox has answered, and the
 * member is signed in where the answer comes from. The mailbox before gets a notice.
 */
import { encodeId, MEMBER_FIELDS } from '@timebank/contract';
import { readFields } from '../../../../core/base/fields/fields.ts';
import type { Keys } from '../../../../core/base/keys.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { ago, DAY_MS } from '../../../../core/base/time.ts';
import { type ChangeDeps, change } from '../../../../core/change/change.ts';
import { lockMember } from '../../../../core/people/members/queries.ts';
import type { MemberAct } from '../../../../core/people/members/status.ts';
import { changeMemberIn } from '../../../../core/people/members/update.ts';
import { dueMailsIn } from '../../../mail/domain/due.ts';
import { SIGN_IN_LINK_MS } from '../../../mail/domain/kinds.ts';
import { mailedTokenHash } from '../../../mail/domain/links.ts';
import { readSignInNumber, signInNumberHmac } from '../../../mail/domain/sign-in-requests.ts';
import { checkDaily } from '../member-access/daily.ts';
import {
  countAddressRequests,
  insertAddressRequest,
  selectAddressAsked,
  selectAddressByKey,
  tryAddressNumber,
  useAddressRequest,
} from './address-queries.ts';

const REQUESTS_A_DAY = 5;
/** Wrong numbers on one request. */
const TRIES_MAX = 5;

/**
 * Notes the wish; the mail has a link and a number.
 * @param cookieHash of the browser that asks
 * @throws Refusal validation_failed naming email; rate_limited
 */
export async function askForAddress(
  deps: ChangeDeps,
  act: MemberAct,
  cookieHash: Buffer,
  typed: string,
): Promise<void> {
  const { communityId, memberId } = act;
  const { email: mailbox } = readFields({ email: typed }, { email: MEMBER_FIELDS.email });
  if (mailbox === null) throw addressRefused('required', 'email must be given.');
  await change(deps, act, async (within) => {
    const { transaction, at, audit } = within;
    const [member] = await lockMember(transaction, { communityId, memberId });
    if (mailbox === member?.email) throw addressRefused('unchanged', 'email is the present address.');
    const [asked] = await countAddressRequests(transaction, { communityId, memberId, since: ago(at, DAY_MS) });
    checkDaily(asked?.count, REQUESTS_A_DAY, 'new addresses');
    const expiresAt = new Date(at.getTime() + SIGN_IN_LINK_MS);
    const wish = { communityId, memberId, mailbox, cookieHash, at, expiresAt };
    const [request] = await insertAddressRequest(transaction, wish);
    const subject = encodeId('usr', memberId);
    await dueMailsIn(within, communityId, [{ reasonKey: `address.new:${subject}:${request?.id}`, memberId }]);
    audit('member.address_asked', subject);
  });
}

function addressRefused(code: string, message: string) {
  return refusal('validation_failed', message, [{ field: 'email', code, message }]);
}

/** The address that a link's key is of, or that this browser has asked for last; undefined: no request is open. */
export async function readAddressAsked(
  { database, clock }: Pick<ChangeDeps, 'database' | 'clock'>,
  { communityId, memberId }: Pick<MemberAct, 'communityId' | 'memberId'>,
  by: { readonly key: string } | { readonly cookieHash: Buffer },
): Promise<string | undefined> {
  const of = { communityId, memberId, now: clock.now() };
  const [request] =
    'key' in by
      ? await selectAddressByKey(database.reads, { ...of, keyHash: mailedTokenHash(by.key) })
      : await selectAddressAsked(database.reads, { ...of, cookieHash: by.cookieHash });
  return request?.mailbox;
}

/** What the mailbox answers with: the key of the link, or the number that counts in the browser that asked. */
export type AddressProof = { readonly key: string } | { readonly number: string; readonly cookieHash: Buffer };

/** @returns false: it is not of an open request of this member */
export async function confirmAddress(
  deps: ChangeDeps & { readonly keys: Pick<Keys, 'letters'> },
  act: MemberAct,
  proof: AddressProof,
): Promise<boolean> {
  const { communityId, memberId } = act;
  const requestId = await provenRequest(deps, act, proof);
  if (requestId === undefined) return false;
  return await change(deps, act, async (within) => {
    const { transaction, at } = within;
    const [member] = await lockMember(transaction, { communityId, memberId });
    if (member?.status !== 'active') return false;
    const use = { communityId, memberId, requestId, former: member.email, now: at };
    const [used] = await useAddressRequest(transaction, use);
    if (!used) return false;
    await changeMemberIn(within, act, { email: used.mailbox });
    if (member.email === null) return true;
    const reasonKey = `address.old:${encodeId('usr', memberId)}:${requestId}`;
    await dueMailsIn(within, communityId, [{ reasonKey, memberId }]);
    return true;
  });
}

async function provenRequest(
  { database, clock, keys }: ChangeDeps & { readonly keys: Pick<Keys, 'letters'> },
  { communityId, memberId }: MemberAct,
  proof: AddressProof,
): Promise<number | undefined> {
  const of = { communityId, memberId, now: clock.now() };
  if ('key' in proof) {
    const [request] = await selectAddressByKey(database.reads, { ...of, keyHash: mailedTokenHash(proof.key) });
    return request?.id;
  }
  const number = readSignInNumber(proof.number);
  if (number === undefined) return undefined;
  const { cookieHash } = proof;
  const numberHmac = signInNumberHmac(keys, cookieHash, number);
  const tried = await tryAddressNumber(database.reads, { ...of, cookieHash, numberHmac, triesMax: TRIES_MAX });
  return tried.find(({ isRight }) => isRight)?.id;
}
