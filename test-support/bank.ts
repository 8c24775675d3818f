/** A community with a partner and members, made on the database itself, for services that run as processes. */
import { encodeId, SCOPES } from '@timebank/contract';
import type { Database } from '../core/database/query.ts';
import { addPartner, type NewPartner } from '../core/partners/provision.ts';
import { addListing } from '../modules/members/domain/listings/create.ts';
import { createMembersIn } from '../modules/members/domain/members/create.ts';
import { addCommunity } from '../modules/office/domain/communities/create.ts';
import { attachedDeps } from './attached.ts';
import { testChange } from './changes.ts';

const MEMBERS = 5;

export interface Bank {
  readonly communityId: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly userIds: readonly string[];
  readonly paymentReferences: readonly string[];
}

/** All scopes and no limit of requests unless said otherwise; the first member offers something. */
export async function createBank(database: Database, slug: string, changes: Partial<NewPartner> = {}): Promise<Bank> {
  const deps = attachedDeps(database);
  const { id: communityId } = await addCommunity(
    deps,
    { actor: 'test' },
    { slug, name: slug, defaultVisibility: 'listed_with_email' },
  );
  const bank = { name: 'Bank', scopes: SCOPES, rateLimitPerMinute: 0, ...changes };
  const { clientId, clientSecret } = await addPartner(deps, { communityId, actor: 'test' }, bank);
  const people = Array.from({ length: MEMBERS }, (_, at) => ({ name: `Member ${at}` }));
  const members = await testChange(deps, communityId, (within) => createMembersIn(within, communityId, people));
  const offer = { communityId, memberId: members[0]?.id ?? '', actor: 'test' };
  await addListing(deps, offer, { type: 'service', title: 'Bicycles mended' });
  return {
    communityId,
    clientId,
    clientSecret,
    userIds: members.map(({ id }) => encodeId('usr', id)),
    paymentReferences: members.map(({ paymentReference }) => paymentReference),
  };
}
