/** The cookie of a community's pages for members. A visitor has one too, to which the forms are bound. */

const GUARDED = 'Path=/; Secure; HttpOnly';
/** Browsers keep no cookie for longer. */
const KEPT_SECONDS = 400 * 86_400;

/** Its name. Each community has its own, so that one browser may be in two of them. */
export const memberCookieName = (slug: string): string => `__Host-timebank-at-${slug}`;

/**
 * The header that sets it. Lax: by Strict, a link from a mail would find nobody signed in.
 * @param isKept false: for as long as the browser runs
 */
export const memberCookie = (slug: string, id: string, isKept: boolean): string =>
  `${memberCookieName(slug)}=${id}; ${GUARDED}; SameSite=Lax${isKept ? `; Max-Age=${KEPT_SECONDS}` : ''}`;

/** The name of the cookie by which a browser is known again that was signed in here. It opens nothing. */
export const deviceCookieName = (slug: string): string => `__Host-timebank-device-${slug}`;

/** The header that sets it. It stays when one signs out. */
export const deviceCookie = (slug: string, id: string): string =>
  `${deviceCookieName(slug)}=${id}; ${GUARDED}; SameSite=Lax; Max-Age=${KEPT_SECONDS}`;
