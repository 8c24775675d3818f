/** The names of deputies, by what steps and audit rows call them. */
import { decodeId } from '@timebank/contract';
import type { Queryable } from '../../../../core/database/query.ts';
import {
  type NameReader,
  type NamesShown,
  nameFor,
  nameForMembers,
  type PersonName,
} from '../../../../core/people/name-for-members.ts';
import { deputyActor } from '../member-access/sign-in.ts';
import { selectDeputyNames } from './queries.ts';

/**
 * As the member for whom the deputy acts reads it: a member is found by number and asked nothing; the name of another was
 * written down with the agreement.
 */
export const deputyName = (
  deputy: PersonName & { readonly deputyMemberId: string | null },
  shown: NamesShown,
): string => (deputy.deputyMemberId === null ? deputy.name : nameForMembers(deputy, shown));

/** By `deputy:dpt_…`. */
export type DeputyNames = ReadonlyMap<string, string>;

/** The names of those among the actors who are deputies. */
export async function readDeputyNames(
  on: Queryable,
  communityId: number,
  acts: readonly { readonly actor: string }[],
  reader: NameReader,
): Promise<DeputyNames> {
  const deputyIds = acts
    .map(({ actor }) => (actor.startsWith('deputy:') ? decodeId('dpt', actor.slice('deputy:'.length)) : undefined))
    .filter((id) => id !== undefined);
  if (deputyIds.length === 0) return new Map();
  const rows = await selectDeputyNames(on, { communityId, deputyIds });
  return new Map(
    rows.map((row) => [deputyActor(row.id), nameFor(reader, { ...row, seenByMembers: true }, true) ?? '']),
  );
}
