import { query, type StatementRow } from '../../../core/database/query.ts';
import type { Filters } from '../../../core/database/statement-text.ts';
import { calledPartner } from '../../../core/partners/internal.ts';
import { numberIn, shownAddressOf } from '../../../core/people/number-in.ts';

export type AuditRow = StatementRow<'select_audit_page'>;

export type AuditFilter =
  | 'actorKind'
  | 'actor'
  | 'actionPrefix'
  | 'emailRead'
  | 'subject'
  | 'requestId'
  | 'since'
  | 'before';

const KIND = `case when a.actor ^@ 'administrator:' then 'administrator' when a.actor ^@ 'partner:' then 'partner'
     when a.actor ^@ 'member:' then 'member' when a.actor ^@ 'deputy:' then 'deputy'
     when a.actor = 'command line' then 'command' when a.actor in ('anonymous', 'token holder') then 'anonymous'
     else 'system' end`;

const CONDITIONS: Readonly<Record<AuditFilter, string>> = {
  actorKind: `${KIND} = $actorKind`,
  actor: 'a.actor = $actor',
  // Reads of addresses outnumber all else; the index of the other acts leaves them out.
  actionPrefix: `a.action <> 'email.read' and (a.action || '.') ^@ $actionPrefix`,
  emailRead: 'a.action = $emailRead',
  subject: 'a.subject = $subject',
  requestId: 'a.request_id = $requestId',
  since: 'a.at >= $since',
  before: 'a.at < $before',
};

const page = (community: string) =>
  `select a.id::text, a.at, a.actor, ${KIND} as "actorKind",
     coalesce(nullif(w.name, ''), ${shownAddressOf('w')}, ${calledPartner('p')}) as "actorName", a.action, a.subject,
     coalesce(nullif(sw.name, ''), ${shownAddressOf('sw')}, ${calledPartner('sp')}) as "subjectName", host(a.address) as address,
     a.request_id as "requestId", a.details
   from audit_log a
   left join administrators w on w.id = ${numberIn('a.actor', 'administrator')}
   left join partners p on p.community_id = a.community_id and p.id = ${numberIn('a.actor', 'partner')}
   left join administrators sw on sw.id = ${numberIn('a.subject', 'administrator')}
   left join partners sp on sp.community_id = a.community_id and sp.id = ${numberIn('a.subject', 'partner')}
   where ${community} and a.id < $beforeId::bigint$filters
   order by a.id desc limit $limit`;

type Page = { readonly beforeId: string; readonly limit: number } & Filters<AuditFilter>;

export const selectAuditPage = query<Page & { readonly communityId: number }, AuditRow>(
  'select_audit_page',
  { filters: CONDITIONS },
  page('a.community_id = $communityId'),
);

/** Acts that concern no single community. */
export const selectInstallationAuditPage = query<Page, AuditRow>(
  'select_installation_audit_page',
  { filters: CONDITIONS },
  page('a.community_id is null'),
);

/**
 * The names of what entries are about, and of members and deputies who acted: members, listings, endpoints (their description or host), accounts and
 * categories, by the ids in the subjects; at most one page of them.
 */
export const selectSubjectNames = query(
  'select_subject_names',
  `select m.id::text as subject, m.name from members m
   where m.community_id = $communityId and m.id = any($members::uuid[])
   union all
   select d.id::text, coalesce(m.name, d.name) from deputies d
   left join members m on m.community_id = d.community_id and m.id = d.deputy_member_id
   where d.community_id = $communityId and d.id = any($deputies::uuid[])
   union all
   select l.id::text, l.title from listings l
   where l.community_id = $communityId and l.id = any($listings::uuid[])
   union all
   select s.id::text, coalesce(nullif(s.description, ''), substring(s.target_url from '^[a-z]+://([^/]+)'))
   from subscriptions s where s.community_id = $communityId and s.id = any($subscriptions::uuid[])
   union all
   select 'account:' || a.id, coalesce(a.name, m.name) from accounts a
   left join members m on m.community_id = a.community_id and m.id = a.member_id
   where a.community_id = $communityId and a.id = any($accounts::bigint[])
   union all
   select 'category:' || c.id, c.name from categories c
   where c.community_id = $communityId and c.id = any($categories::int[])`,
);

/** The roles that administrators have in a community now. */
export const selectRolesOf = query(
  'select_roles_of',
  `select administrator_id as "administratorId", role from administrator_roles
   where community_id = $communityId and administrator_id = any($administratorIds::int[])`,
);
