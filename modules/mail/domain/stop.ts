/** One click ends a kind of mail (RFC 8058): the holder of the key in a mail, without a session. */
import { encodeId, MEMBER_MAIL_KINDS, type MemberMailKind } from '@timebank/contract';
import type { AddressStyle } from '../../../console/pages/voice/voice.ts';
import { type ChangeDeps, change } from '../../../core/change/change.ts';
import { selectStopHolder, updateAdministratorStopped, updateMemberStopped } from './console-queries.ts';

/** What a link names. */
export interface StopLink {
  readonly slug: string;
  /** As in the link. */
  readonly key: string;
  readonly of: string;
}

/** What it would end, and whose community it is. */
export interface StopTarget extends AddressStyle {
  readonly community: string;
  readonly of: MemberMailKind | 'office';
  readonly communityId: number;
  readonly memberId: string | null;
  readonly administratorId: number | null;
  /** False: it has ended. */
  readonly isOn: boolean;
  /** The person's own. */
  readonly language: string | null;
  /** Of the community, the main one first. */
  readonly languages: readonly string[];
  /** Whether the person has pages, which the link could lead on to. */
  readonly hasPages: boolean;
}

const KEY = /^[\w-]{22}$/;
const isMemberKind = (text: string): text is MemberMailKind => (MEMBER_MAIL_KINDS as readonly string[]).includes(text);

/** Reads what a link would end, and ends nothing; undefined: it is no link of ours. */
export async function readStopLink(
  { database }: Pick<ChangeDeps, 'database'>,
  { slug, key, of }: StopLink,
): Promise<StopTarget | undefined> {
  if (!KEY.test(key) || slug.includes('\0')) return undefined;
  const rows = await selectStopHolder(database.reads, { slug, key: Buffer.from(key, 'base64url') });
  const holder = rows.find(({ memberId }) => (of === 'office' ? memberId === null : memberId !== null));
  if (!holder || !(of === 'office' || isMemberKind(of))) return undefined;
  const { kinds, ...rest } = holder;
  return { ...rest, of, isOn: of === 'office' ? kinds.length > 0 : (kinds as readonly string[]).includes(of) };
}

/** Ends it; once more, it stays ended. */
export async function stopMails(
  deps: ChangeDeps,
  { communityId, memberId, administratorId, of }: StopTarget,
  from: { readonly address: string; readonly requestId: string },
): Promise<void> {
  await change(deps, { communityId, actor: 'anonymous', ...from }, async ({ transaction, at, audit }) => {
    if (memberId !== null && of !== 'office') {
      const [row] = await updateMemberStopped(transaction, { communityId, memberId, of, at });
      audit('member.mails_stopped', encodeId('usr', memberId), row ? { kind: of } : { kind: of, repeated: true });
    } else if (administratorId !== null) {
      await updateAdministratorStopped(transaction, { administratorId });
      audit('administrator.mails_stopped', `administrator:${administratorId}`);
    }
  });
}
