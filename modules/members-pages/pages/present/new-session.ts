/** A session that begins in the browser of a call, and its cookies. */

import { newCookieId } from '../../../../core/http/cookies.ts';
import { memberTokenHash, type NewMemberSession } from '../../domain/member-access/sign-in.ts';
import type { MemberCall } from './call.ts';

/** Known again is only a browser that its owner does not share. */
export function newSessionOf({ fields, device: known, userAgent }: MemberCall) {
  const id = newCookieId();
  const shared = fields.shared === 'yes';
  const device = shared ? undefined : (known ?? newCookieId());
  const deviceHash = device === undefined ? null : memberTokenHash(device);
  const session: NewMemberSession = { cookie: id, deviceHash, shared, userAgent };
  return { session, cookie: { id, isKept: !shared, device } };
}
