import type { Act } from '../../../domain/change/change.ts';
import type { ConsoleCall } from '../access/call.ts';

/** Somebody acts on the own account, which is of no community. */
export function ownActOf({ session, address, requestId }: Pick<ConsoleCall, 'session' | 'address' | 'requestId'>): Act {
  return { communityId: null, actor: `administrator:${session.administratorId}`, address, requestId };
}
