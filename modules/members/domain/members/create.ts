/** Creating members: the member's row, its account, its payment reference and its event belong together. */
import type { BookletContact, MemberStatus, Visibility } from '@timebank/contract';
import { foldText } from '@timebank/contract/fold';
import { uuidv7 } from 'uuidv7';
import type { Change } from '../../../../core/change/change.ts';
import type { MemberDetails } from '../../../../core/people/members/detail-queries.ts';
import { writeDetailsIn } from '../../../../core/people/members/details.ts';
import { memberEvent } from '../../../../core/people/members/events.ts';
import { writeFoundByIn } from '../../../../core/people/members/found-by.ts';
import { createPaymentReference } from '../../../../core/people/members/payment-reference.ts';
import {
  insertMemberAccounts,
  insertMembers,
  selectDefaultVisibility,
  shareDefaultVisibility,
} from '../../../../core/people/members/queries.ts';
import { visibilityFor } from '../../../../core/people/visibility.ts';
import { writeBookletContacts } from './booklet.ts';

export interface NewMember extends Partial<MemberDetails> {
  /** UUID; absent: a new one. */
  readonly id?: string;
  /** The community's own number of the member, unique in the community. */
  readonly externalId?: string | null;
  readonly name: string;
  readonly email?: string | null;
  /** `active` unless said otherwise. */
  readonly status?: MemberStatus;
  /** The member's own choice; null follows the community's default. */
  readonly visibility?: Visibility | null;
  readonly language?: string | null;
  /** `YYYY-MM-DD`. */
  readonly joinedOn?: string | null;
  /** What the booklet prints beside the name; absent: nothing. */
  readonly bookletContact?: BookletContact;
  /** Absent: a new random one. */
  readonly paymentReference?: string;
}

export interface CreatedMember {
  /** UUID; `encodeId('usr', id)` on the wire. */
  readonly id: string;
  readonly accountId: number;
  readonly paymentReference: string;
}

/**
 * Creates all members, whatever their number, in eight statements; the result is in the order of the input. Partners hear
 * of those they can see.
 * @throws a unique violation (23505) when an external id is taken
 */
export async function createMembersIn(
  { transaction, at: createdAt, emit }: Pick<Change, 'transaction' | 'at' | 'emit'>,
  communityId: number,
  members: readonly NewMember[],
): Promise<CreatedMember[]> {
  if (members.length === 0) return [];
  await shareDefaultVisibility(transaction, { communityId });
  const [community] = await selectDefaultVisibility(transaction, { communityId });
  const ids = members.map(({ id = uuidv7() }) => id);
  const references = members.map(({ paymentReference = createPaymentReference() }) => paymentReference);
  await insertMembers(transaction, {
    rows: members.map((member, at) => ({
      id: ids[at] as string,
      externalId: member.externalId ?? null,
      name: member.name,
      email: member.email ?? null,
      status: member.status ?? 'active',
      visibility: member.visibility ?? null,
      language: member.language ?? null,
      joinedOn: member.joinedOn ?? null,
      paymentReference: references[at] as string,
      searchName: foldText(member.name),
    })),
    communityId,
    createdAt,
  });
  const named = members.map((member, at) => ({
    ...member,
    id: ids[at] as string,
    paymentReference: references[at] as string,
  }));
  await writeDetailsIn(transaction, communityId, named, createdAt);
  await writeFoundByIn(transaction, communityId, named);
  const printed = named.flatMap(({ id: memberId, bookletContact: contact = 'none' }) =>
    contact === 'none' ? [] : [{ memberId, contact }],
  );
  await writeBookletContacts(transaction, communityId, printed);
  const accounts = await insertMemberAccounts(transaction, { communityId, memberIds: ids, createdAt });
  const seen = ids.filter((_, at) => {
    const { status = 'active', visibility = null } = members[at] as NewMember;
    const defaultVisibility = community?.visibility ?? 'hidden';
    return visibilityFor({ status, visibility, defaultVisibility }, null) !== 'hidden';
  });
  for (const id of seen) emit(memberEvent(id, 'user.activated'));
  const accountIds = new Map(accounts.map((account) => [account.memberId, account.id]));
  return ids.map((id, at) => ({
    id,
    accountId: accountIds.get(id) as number,
    paymentReference: references[at] as string,
  }));
}
