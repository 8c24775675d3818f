/** Where a form leads on to. */
import type { MemberCall } from './call.ts';

/** Only pages of this community, so that a link leads nowhere else. */
export function ownAddress({ home }: Pick<MemberCall, 'home'>, next: string): string {
  const isOwn = next.startsWith(`${home}/`) && !/[\\\s\p{Cc}]|\/\//u.test(next);
  return isOwn ? next : home;
}
