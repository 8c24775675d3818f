/** The names of deputies, by what steps and audit rows call them. */
import { decodeId } from '@timebank/contract';
import type { Queryable } from '../../platform/database/query.ts';
import { deputyActor } from '../member-access/sign-in.ts';
import { selectDeputyNames } from './queries.ts';

/** By `deputy:dpt_…`. */
export type DeputyNames = ReadonlyMap<string, string>;

/** The names of those among the actors who are deputies. */
export async function readDeputyNames(
  on: Queryable,
  communityId: number,
  acts: readonly { readonly actor: string }[],
): Promise<DeputyNames> {
  const deputyIds = acts
    .map(({ actor }) => (actor.startsWith('deputy:') ? decodeId('dpt', actor.slice('deputy:'.length)) : undefined))
    .filter((id) => id !== undefined);
  if (deputyIds.length === 0) return new Map();
  const rows = await selectDeputyNames(on, { communityId, deputyIds });
  return new Map(rows.map(({ id, name }) => [deputyActor(id), name]));
}
