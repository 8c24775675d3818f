import type { ConsoleCall } from '../../../../console/desk/call.ts';
import type { Act } from '../../../../core/change/change.ts';

/** The act of a person on their own account, which belongs to no community. */
export function ownActOf({ session, address, requestId }: Pick<ConsoleCall, 'session' | 'address' | 'requestId'>): Act {
  return { communityId: null, actor: `administrator:${session.administratorId}`, address, requestId };
}
