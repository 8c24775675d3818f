/** Where a form leads on to. */
import type { MemberCall } from './call.ts';

/** Only pages of this community, so that a link leads nowhere else; as browsers read it, whom `..` leads up. */
export function ownAddress({ home }: Pick<MemberCall, 'home'>, next: string): string {
  if (/[\\\s\p{Cc}]|\/\//u.test(next) || !next.startsWith(`${home}/`)) return home;
  return URL.parse(next, 'http://own.invalid')?.pathname.startsWith(`${home}/`) ? next : home;
}
