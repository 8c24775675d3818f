/** The member that an operation's path names. */
import { decodeId } from '@timebank/contract';
import { refusal } from '../../core/base/refusal.ts';

/** The UUID of the path's member. @throws Refusal user_not_found */
export function memberIdOf(text: string | undefined): string {
  const id = decodeId('usr', text ?? '');
  if (id === undefined) throw refusal('user_not_found', 'This community has no such member.');
  return id;
}
