import { query, type StatementRow, write } from '../database/query.ts';

/** A community as the console and the command line list it. */
export type CommunityRow = StatementRow<'select_communities'>;

const COLUMNS = `id, slug, name, kind, default_visibility as "defaultVisibility",
  partner_api_disabled_reason as "partnerApiDisabledReason", exchange_step_minutes as "exchangeStepMinutes",
  lower_balance_seconds as "lowerBalanceSeconds", upper_balance_seconds as "upperBalanceSeconds",
  languages, hours_as as "hoursAs", zone_of(time_zone, languages) as "timeZone!", created_at as "createdAt"`;

export const selectCommunities = query(
  'select_communities',
  `select ${COLUMNS} from communities where move_state is distinct from 'left' order by id`,
);

export const selectCommunityBySlug = query(
  'select_community_by_slug',
  `select ${COLUMNS} from communities where slug = $slug`,
);

/** Returns no row when the slug is taken. */
export const insertCommunity = write(
  'insert_community',
  `insert into communities (slug, name, kind, default_visibility, exchange_step_minutes, upper_balance_seconds,
     created_at)
   values ($slug, $name, $kind, $defaultVisibility, $exchangeStepMinutes, $upperBalanceSeconds, $createdAt)
   on conflict (slug) do nothing
   returning id`,
);

export const insertCommunityAccounts = write(
  'insert_community_accounts',
  `insert into accounts (community_id, kind, created_at)
   values ($communityId, 'chest', $createdAt), ($communityId, 'opening', $createdAt)`,
);

export const selectOpeningAccount = query(
  'select_opening_account',
  `select id from accounts where community_id = $communityId and kind = 'opening'`,
);

export const selectMembersOfSandbox = query(
  'select_members_of_sandbox',
  `select id, external_id as "externalId" from members
   where community_id = $communityId and external_id = any($externalIds::text[]) order by external_id`,
);

export const updateCommunityApiSwitch = write(
  'update_community_api_switch',
  `update communities set partner_api_disabled_reason = $reason where id = $communityId returning id`,
);

export const updateInstallationApiSwitch = write(
  'update_installation_api_switch',
  `update installation set partner_api_disabled_reason = $reason`,
);

/** Held to the end of the transaction, so that two changes do not undo each other. */
export const lockCommunity = write(
  'lock_community',
  `select ${COLUMNS} from communities where id = $communityId for no key update`,
);

export const updateCommunityRow = write(
  'update_community',
  `update communities
   set name = $name, default_visibility = $defaultVisibility, upper_balance_seconds = $upperBalanceSeconds,
     lower_balance_seconds = $lowerBalanceSeconds,
     exchange_step_minutes = $exchangeStepMinutes, languages = $languages, hours_as = $hoursAs,
     time_zone = case when $timeZone = zone_of(time_zone, languages) then time_zone else $timeZone end
   where id = $communityId`,
);

export const selectTimeZone = query(
  'select_time_zone',
  'select zone_of(time_zone, languages) as "timeZone!" from communities where id = $communityId',
);

/** Of a sandbox's member, who has few. */
export const selectActiveListingTexts = query(
  'select_active_listing_texts',
  `select id, description from listings
   where community_id = $communityId and member_id = $memberId and status = 'active' order by id limit 20`,
);
