/** What mails and letters say about hours that two record. */
import { decodeId } from '@timebank/contract';
import type { Queryable } from '../../platform/database/query.ts';
import { nameForMembers } from '../visibility/name-for-members.ts';
import { kindOfMail } from './kinds.ts';
import { type ClaimedMail, selectMailedProposal } from './queries.ts';
import type { MailTexts, MailWords, ProposalEnd } from './texts/types.ts';

/** A mail to a member, as a mail and as a letter. */
export type MemberMail = Pick<ClaimedMail, 'communityId' | 'reasonKey' | 'title' | 'body' | 'memberId' | 'namesWhole'> &
  Partial<Pick<ClaimedMail, 'membersSide'>>;

/**
 * @param pages the address of the community's pages, for the link; undefined: on paper there is none
 * @returns undefined: it was answered meanwhile, or there is a newer version
 */
export async function proposalWordsOf(
  { communityId, reasonKey, memberId, namesWhole }: MemberMail,
  greeting: string,
  { on, texts, pages }: { readonly on: Queryable; readonly texts: MailTexts; readonly pages?: string | undefined },
): Promise<MailWords | undefined> {
  const kind = kindOfMail(reasonKey);
  const [, prp = '', third = '', state = ''] = reasonKey.split(':');
  const proposalId = decodeId('prp', prp);
  if (proposalId === undefined || memberId === null) return undefined;
  const [found] = await selectMailedProposal(on, { communityId, proposalId, memberId });
  if (!found) return undefined;
  const { seconds, day, helped } = found;
  const other = found.otherId === null ? found.name : nameForMembers(found, { namesWhole });
  const about = { seconds, day, other, helped };
  const linked = (label: string) => (pages === undefined ? {} : { action: { label, url: `${pages}/record/${prp}` } });
  if (kind === 'proposal.done') {
    if (found.state !== state) return undefined;
    const { label, ...words } = texts.proposalDone({ ...about, state: state as ProposalEnd });
    return { ...words, greeting, ...linked(label) };
  }
  if (!found.waits || String(found.revision) !== third) return undefined;
  const { label, ...words } = texts.proposalWaits({ ...about, reminds: kind === 'proposal.reminder' });
  return { ...words, greeting, ...linked(label) };
}
