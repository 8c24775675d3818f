import { query, type StatementRow, write } from '../../../../core/database/query.ts';
import { isOutside } from '../../../../core/partners/internal.ts';
import { tallied } from '../../../../core/people/members/tally-fragment.ts';
import { shownAddressOf } from '../../../../core/people/number-in.ts';

export const selectCommunityDetail = query(
  'select_community_detail',
  `select c.partner_api_disabled_reason as "partnerApiDisabledReason",
     i.partner_api_disabled_reason as "installationDisabledReason", c.created_at as "createdAt",
     (select count(*) from partners p where p.community_id = c.id and ${isOutside('p')})::int as partners,
     (select count(*) from administrator_roles r where r.community_id = c.id)::int as administrators,
     ${tallied('active', 'c.id')} as "activeMembers"
   from communities c cross join installation i
   where c.id = $communityId`,
);

export const selectInstallation = query(
  'select_installation',
  'select partner_api_disabled_reason as "disabledReason" from installation',
);

export type ListedAdministrator = StatementRow<'select_administrators'>;

const ADMINISTRATOR = `select a.id, ${shownAddressOf('a')} as email, a.name, r.role, a.totp_confirmed_at is not null as "totpEnabled", a.last_sign_in_at as "lastSignInAt",
     a.created_at as "createdAt"
   from administrator_roles r
   join administrators a on a.id = r.administrator_id
   where r.community_id = $communityId`;

export const selectAdministrators = query(
  'select_administrators',
  `${ADMINISTRATOR} order by lower(a.name), a.id limit $limit`,
);

export const selectAdministrator = query('select_administrator', `${ADMINISTRATOR} and a.id = $administratorId`);

/** All roles of a community under one lock, so that two owners cannot remove each other. */
export const lockRoles = write(
  'lock_roles',
  `select administrator_id as "administratorId", role from administrator_roles
   where community_id = $communityId order by administrator_id for update`,
);

export const updateRole = write(
  'update_role',
  `update administrator_roles set role = $role
   where community_id = $communityId and administrator_id = $administratorId`,
);

/** Asked before a reset, which gives access to all communities of the account. */
export const hasOtherRoles = query(
  'has_other_roles',
  `select exists (select
   from administrator_roles where administrator_id = $administratorId and community_id <> $communityId) or
     exists (select from administrators where id = $administratorId and is_operator) as elsewhere`,
);

export const selectSettings = query(
  'select_settings',
  `select c.name, c.exchange_step_minutes as "exchangeStepMinutes", c.lower_balance_seconds as "lowerBalanceSeconds",
     c.upper_balance_seconds as "upperBalanceSeconds", c.default_visibility as "defaultVisibility", c.languages,
     c.hours_as as "hoursAs", zone_of(c.time_zone, c.languages) as "timeZone!",
     ${tallied('on_default', 'c.id')} as "membersOnDefault"
   from communities c where c.id = $communityId`,
);
