import { filteredQuery } from '../../platform/database/filtered.ts';
import { numberIn, shownAddressOf } from './number-in.ts';

export interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly actorKind: 'administrator' | 'partner' | 'command' | 'system' | 'anonymous';
  readonly actorName: string | null;
  readonly action: string;
  readonly subject: string | null;
  readonly subjectName: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

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
     when a.actor = 'command line' then 'command' when a.actor in ('anonymous', 'token holder') then 'anonymous'
     else 'system' end`;

const CONDITIONS: Readonly<Record<AuditFilter, string>> = {
  actorKind: `${KIND} = `,
  actor: 'a.actor = ',
  // Reads of addresses outnumber all else; the index of the other acts leaves them out.
  actionPrefix: `a.action <> 'email.read' and (a.action || '.') ^@ `,
  emailRead: 'a.action = ',
  subject: 'a.subject = ',
  requestId: 'a.request_id = ',
  since: 'a.at >= ',
  before: 'a.at < ',
};

const page = (community: string) => (conditions: string) =>
  `select a.id::text, a.at, a.actor, ${KIND} as "actorKind",
     coalesce(nullif(w.name, ''), ${shownAddressOf('w')}, p.name) as "actorName", a.action, a.subject,
     coalesce(nullif(sw.name, ''), ${shownAddressOf('sw')}, sp.name) as "subjectName", host(a.address) as address,
     a.request_id as "requestId", a.details
   from audit_log a
   left join administrators w on w.id = ${numberIn('a.actor', 'administrator')}
   left join partners p on p.community_id = a.community_id and p.id = ${numberIn('a.actor', 'partner')}
   left join administrators sw on sw.id = ${numberIn('a.subject', 'administrator')}
   left join partners sp on sp.community_id = a.community_id and sp.id = ${numberIn('a.subject', 'partner')}
   where ${community} and a.id < $2::bigint${conditions}
   order by a.id desc limit $3`;

type Fixed = [communityId: number, beforeId: string, limit: number];

export const selectAuditPage = filteredQuery<Fixed, AuditFilter, AuditRow>(CONDITIONS, 3, page('a.community_id = $1'));

/** Acts that concern no single community. The first parameter is 0. */
export const selectInstallationAuditPage = filteredQuery<Fixed, AuditFilter, AuditRow>(
  CONDITIONS,
  3,
  page('a.community_id is null and 0 = $1::int'),
);
