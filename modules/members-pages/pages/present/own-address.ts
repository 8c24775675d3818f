/** Addresses of a community's pages: where a form leads on to, and which one is meant. */
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

/**
 * The address that is meant by one where nothing is: the name of the community in small letters, and no slash, full stop
 * or bracket that a text has put behind it. It is its own meaning.
 * @param target path and query of one below `/at`
 */
export function meantAddress(target: string): string {
  const [path = '', ...query] = target.split(/(?=\?)/);
  const meant = path
    .replace(/\/{2,}/g, '/')
    .replace(/(?:[^\w-]|%[0-9a-f]{2})+$/i, '')
    .replace(/^\/at\/[^/]+/i, (community) => community.toLowerCase());
  return meant + query.join('');
}
