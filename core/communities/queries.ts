import type { CommunityKind, HoursForm, Visibility } from '@timebank/contract';
import { type NoParameters, query, write } from '../database/query.ts';

/** A community as the console and the command line list it. */
export interface CommunityRow {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly kind: CommunityKind;
  readonly defaultVisibility: Visibility;
  readonly partnerApiDisabledReason: string | null;
  readonly exchangeStepMinutes: number;
  readonly lowerBalanceSeconds: number | null;
  readonly upperBalanceSeconds: number | null;
  readonly languages: readonly string[];
  readonly hoursAs: HoursForm;
  readonly createdAt: Date;
}

const COLUMNS = `id, slug, name, kind, default_visibility as "defaultVisibility",
  partner_api_disabled_reason as "partnerApiDisabledReason", exchange_step_minutes as "exchangeStepMinutes",
  lower_balance_seconds as "lowerBalanceSeconds", upper_balance_seconds as "upperBalanceSeconds",
  languages, hours_as as "hoursAs", created_at as "createdAt"`;

export const selectCommunities = query<NoParameters, CommunityRow>(
  'select_communities',
  `select ${COLUMNS} from communities where move_state is distinct from 'left' order by id`,
);

export const selectCommunityBySlug = query<{ slug: string }, CommunityRow>(
  'select_community_by_slug',
  `select ${COLUMNS} from communities where slug = $slug`,
);

/** Returns no row when the slug is taken. */
export const insertCommunity = write<
  {
    slug: string;
    name: string;
    kind: CommunityKind;
    defaultVisibility: Visibility;
    exchangeStepMinutes: number;
    upperBalanceSeconds: number | null;
    createdAt: Date;
  },
  { id: number }
>(
  'insert_community',
  `insert into communities (slug, name, kind, default_visibility, exchange_step_minutes, upper_balance_seconds,
     created_at)
   values ($slug, $name, $kind, $defaultVisibility, $exchangeStepMinutes, $upperBalanceSeconds, $createdAt)
   on conflict (slug) do nothing
   returning id`,
);

export const insertCommunityAccounts = write<{ communityId: number; createdAt: Date }>(
  'insert_community_accounts',
  `insert into accounts (community_id, kind, created_at)
   values ($communityId, 'chest', $createdAt), ($communityId, 'opening', $createdAt)`,
);

export const selectOpeningAccount = query<{ communityId: number }, { id: number }>(
  'select_opening_account',
  `select id from accounts where community_id = $communityId and kind = 'opening'`,
);

export const selectMembersOfSandbox = query<
  { communityId: number; externalIds: readonly string[] },
  { id: string; externalId: string }
>(
  'select_members_of_sandbox',
  `select id, external_id as "externalId" from members
   where community_id = $communityId and external_id = any($externalIds::text[]) order by external_id`,
);

export const updateCommunityApiSwitch = write<{ communityId: number; reason: string | null }, { id: number }>(
  'update_community_api_switch',
  `update communities set partner_api_disabled_reason = $reason where id = $communityId returning id`,
);

export const updateInstallationApiSwitch = write<{ reason: string | null }>(
  'update_installation_api_switch',
  `update installation set partner_api_disabled_reason = $reason`,
);

/** Held to the end of the transaction, so that two changes do not undo each other. */
export const lockCommunity = write<{ communityId: number }, CommunityRow>(
  'lock_community',
  `select ${COLUMNS} from communities where id = $communityId for no key update`,
);

export const updateCommunityRow = write<{
  communityId: number;
  name: string;
  defaultVisibility: Visibility;
  upperBalanceSeconds: number | null;
  lowerBalanceSeconds: number | null;
  exchangeStepMinutes: number;
  languages: readonly string[];
  hoursAs: HoursForm;
}>(
  'update_community',
  `update communities
   set name = $name, default_visibility = $defaultVisibility, upper_balance_seconds = $upperBalanceSeconds,
     lower_balance_seconds = $lowerBalanceSeconds,
     exchange_step_minutes = $exchangeStepMinutes, languages = $languages, hours_as = $hoursAs
   where id = $communityId`,
);

/** Of a sandbox's member, who has few. */
export const selectActiveListingTexts = query<
  { communityId: number; memberId: string },
  { id: string; description: string }
>(
  'select_active_listing_texts',
  `select id, description from listings
   where community_id = $communityId and member_id = $memberId and status = 'active' order by id limit 20`,
);
