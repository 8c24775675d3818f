/** An answer of one member to a listing of another. */
import { randomUUID } from 'node:crypto';
import { answerListing } from '../modules/members-pages/domain/answers/answer.ts';
import { publishListing } from '../modules/members-pages/domain/answers/publish.ts';
import type { TestService } from './harness.ts';

interface Someone {
  readonly uuid: string;
}

/** @param to a member, who asks for something, or a listing that is there. @returns the answer's UUID */
export async function answered(
  { deps }: TestService,
  communityId: number,
  { uuid: memberId }: Someone,
  to: Someone | { readonly listingId: string },
): Promise<string> {
  const act = { communityId, actor: 'test' };
  const wanted = { type: 'request', title: 'A shelf' } as const;
  const listingId =
    'listingId' in to ? to.listingId : await publishListing(deps, { ...act, memberId: to.uuid }, randomUUID(), wanted);
  const answer = { listingId, message: 'Gladly.', released: ['phone'], form: randomUUID() } as const;
  return await answerListing(deps, { ...act, memberId }, answer);
}
