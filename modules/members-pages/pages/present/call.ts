/** What the handler of a member's page receives and returns. */

import type { MemberLanguage } from '@timebank/contract';
import type { Html } from '../../../../console/pages/html.ts';
import type { Deps } from '../../../../core/deps.ts';
import type { MemberSession, MembersCommunity } from '../../domain/member-access/queries.ts';

/** One request to a community's pages, checked. */
export interface MemberCall {
  readonly community: MembersCommunity;
  /** `/at/{slug}` */
  readonly home: string;
  readonly lang: MemberLanguage;
  /** Of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The form's fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** Undefined for visitors, and where the page does not ask. */
  readonly session: MemberSession | undefined;
  /** The token that the page's forms carry. */
  readonly csrf: string;
  readonly requestId: string;
  readonly address: string;
  /** The service's own, for addresses that are taken elsewhere. */
  readonly origin: string;
  readonly userAgent: string;
  /** The digest of the cookie that was sent; undefined: there was none. */
  readonly browser: Buffer | undefined;
  /** By which the browser is known that was signed in before; undefined: it was not, or on a device that others use. */
  readonly device: string | undefined;
}

/** The call of a page that only members open. */
export type OwnCall = MemberCall & { readonly session: MemberSession };

/** Whose page it is. */
export const ownOf = ({ community, session }: OwnCall) => ({ communityId: community.id, memberId: session.memberId });

/** A page. */
export interface MemberPage {
  readonly status?: 200 | 410 | 422 | 429;
  /** What the page is: `data-page`, and where it has states, `data-state`. */
  readonly page: string;
  readonly state?: string;
  readonly title: string;
  readonly main: Html;
  /** Whether search engines may list it. */
  readonly indexed?: boolean;
}

/** A file to take along. */
export interface TakenFile {
  readonly file: string;
  /** CSV, if it is not named. */
  readonly type?: 'application/json' | 'text/calendar';
  readonly name: string;
}

/** The answer: a page, a way on (303), or a file. `cookie` is a new one. */
export type MemberReply = MemberPage | { readonly to: string; readonly cookie?: NewCookie } | TakenFile;

/** @property device of a browser that is to be known again */
interface NewCookie {
  readonly id: string;
  readonly isKept: boolean;
  readonly device?: string | undefined;
}

export type MemberHandler = (call: MemberCall, deps: Deps) => Promise<MemberReply>;
/** Of a page that only members open. */
export type OwnHandler = (call: OwnCall, deps: Deps) => Promise<MemberReply>;
