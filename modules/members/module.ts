/** Members, listings, exchanges and categories as an office keeps them. */

import type { Module } from '../../console/desk/module.ts';
import { withHandlers } from '../../console/desk/served-operation.ts';
import * as categoriesHandlers from './api/categories.ts';
import * as accountStatementHandlers from './api/exchanges/account-statement.ts';
import * as accountsHandlers from './api/exchanges/accounts.ts';
import * as exchangesHandlers from './api/exchanges/exchanges.ts';
import * as groupSlipsHandlers from './api/exchanges/group-slips.ts';
import * as listingsHandlers from './api/listings/listings.ts';
import * as listingsSettingsHandlers from './api/listings/settings.ts';
import * as membersDataHandlers from './api/members/data.ts';
import * as membersFileHandlers from './api/members/file.ts';
import * as membersHandlers from './api/members/members.ts';
import * as membersPairsHandlers from './api/members/pairs.ts';
import * as searchHandlers from './api/search.ts';
import * as accounts from './contract/accounts.ts';
import * as categories from './contract/categories.ts';
import * as exchanges from './contract/exchanges.ts';
import * as listings from './contract/listings.ts';
import * as memberFile from './contract/member-file.ts';
import * as memberPairs from './contract/member-pairs.ts';
import * as members from './contract/members.ts';
import * as search from './contract/search.ts';
import { ACTIVITY_JOBS } from './domain/activity-series.ts';
import { holdJobs } from './domain/holds.ts';
import { listingJobs } from './domain/listings/ending-job.ts';
import { MEMBER_JOBS } from './domain/members/tallies.ts';

export const membersModule: Module = {
  id: 'members',
  operations: () =>
    withHandlers(
      {
        ...accounts,
        ...categories,
        ...exchanges,
        ...listings,
        ...memberFile,
        ...memberPairs,
        ...members,
        ...search,
      },
      {
        ...categoriesHandlers,
        ...accountStatementHandlers,
        ...accountsHandlers,
        ...exchangesHandlers,
        ...groupSlipsHandlers,
        ...listingsHandlers,
        ...listingsSettingsHandlers,
        ...membersDataHandlers,
        ...membersFileHandlers,
        ...membersHandlers,
        ...membersPairsHandlers,
        ...searchHandlers,
      },
    ),
  jobs: (hooks) => [...ACTIVITY_JOBS, ...MEMBER_JOBS, ...holdJobs(hooks), ...listingJobs(hooks)],
};
