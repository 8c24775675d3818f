/** Where a form leads on to. */
import type { MemberCall } from './call.ts';

/**
 * Only pages of this community, so that a link leads nowhere else; as browsers read and write it: `..` leads up, and what
 * is not ASCII, which no header may hold, is encoded.
 */
export function ownAddress({ home }: Pick<MemberCall, 'home'>, next: string): string {
  if (/[\\\s\p{Cc}]|\/\//u.test(next) || !next.startsWith(`${home}/`)) return home;
  const { pathname = '', search = '', hash = '' } = URL.parse(next, 'http://own.invalid') ?? {};
  return pathname.startsWith(`${home}/`) ? pathname + search + hash : home;
}
