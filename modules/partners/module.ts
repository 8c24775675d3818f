/** Partners, their credentials, webhooks, calls and statements as an office sees them. */

import type { Module } from '../../console/desk/module.ts';
import { withHandlers } from '../../console/desk/served-operation.ts';
import * as callsHandlers from './api/calls.ts';
import * as activityHandlers from './api/partners/activity.ts';
import * as credentialsHandlers from './api/partners/credentials.ts';
import { createHandOverHandlers } from './api/partners/hand-over.ts';
import * as partnersHandlers from './api/partners/partners.ts';
import * as tokensHandlers from './api/partners/tokens.ts';
import * as ratesHandlers from './api/rates.ts';
import * as statementsHandlers from './api/statements/statements.ts';
import * as deliveriesHandlers from './api/webhooks/deliveries.ts';
import * as subscriptionsHandlers from './api/webhooks/subscriptions.ts';
import * as calls from './contract/calls.ts';
import * as handOver from './contract/hand-over.ts';
import * as partnerActivity from './contract/partner-activity.ts';
import * as partners from './contract/partners.ts';
import * as rates from './contract/rates.ts';
import * as statements from './contract/statements.ts';
import * as tokens from './contract/tokens.ts';
import * as webhooks from './contract/webhooks.ts';
import { CALL_JOBS } from './domain/call-clean-up.ts';
import { PARTNER_JOBS } from './domain/partner-clean-up.ts';

export const partnersModule: Module = {
  id: 'partners',
  operations: () =>
    withHandlers(
      { ...calls, ...handOver, ...partnerActivity, ...partners, ...rates, ...statements, ...tokens, ...webhooks },
      {
        ...callsHandlers,
        ...activityHandlers,
        ...credentialsHandlers,
        ...partnersHandlers,
        ...tokensHandlers,
        ...ratesHandlers,
        ...statementsHandlers,
        ...deliveriesHandlers,
        ...subscriptionsHandlers,
      },
      { ...createHandOverHandlers() },
    ),
  jobs: () => [...PARTNER_JOBS, ...CALL_JOBS],
};
