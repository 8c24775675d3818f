/** People who keep the office: sign-in, administrators, the audit log, the overview, settings. */

import * as session from '../../console/desk/contract/session.ts';
import type { Module } from '../../console/desk/module.ts';
import { withHandlers } from '../../console/desk/served-operation.ts';
import { registerConsolePages } from '../../console/pages/console-pages.ts';
import * as auditListHandlers from './api/audit/list.ts';
import * as administratorsHandlers from './api/community/administrators.ts';
import * as communityHandlers from './api/community/community.ts';
import * as installationHandlers from './api/community/installation.ts';
import * as communitySettingsHandlers from './api/community/settings.ts';
import * as figuresHandlers from './api/overview/figures.ts';
import * as overviewHandlers from './api/overview/overview.ts';
import { createForgottenHandlers } from './api/session/forgotten.ts';
import * as identitiesHandlers from './api/session/identities.ts';
import { createOwnAccountHandlers } from './api/session/own-account.ts';
import { createPasskeySignInHandlers } from './api/session/passkey-sign-in.ts';
import * as passkeysHandlers from './api/session/passkeys.ts';
import * as passwordHandlers from './api/session/password.ts';
import * as preferencesHandlers from './api/session/preferences.ts';
import { createProviderHandlers } from './api/session/provider.ts';
import * as sessionHandlers from './api/session/session.ts';
import * as sessionsHandlers from './api/session/sessions.ts';
import { createSetupHandlers } from './api/session/set-up.ts';
import * as totpHandlers from './api/session/totp.ts';
import * as audit from './contract/audit.ts';
import * as communities from './contract/communities.ts';
import * as figures from './contract/figures.ts';
import * as forgotten from './contract/forgotten.ts';
import * as oneTimeCodes from './contract/one-time-codes.ts';
import * as overview from './contract/overview.ts';
import * as ownAccount from './contract/own-account.ts';
import * as passkeys from './contract/passkeys.ts';
import * as provider from './contract/provider.ts';
import * as setUp from './contract/set-up.ts';
import * as settings from './contract/settings.ts';
import { ADMINISTRATOR_JOBS } from './domain/administrators/clean-up.ts';
import { AUDIT_JOBS } from './domain/audit-clean-up.ts';
import { SEAL_JOBS } from './domain/seal.ts';

export const officeModule: Module = {
  id: 'office',
  operations: () =>
    withHandlers(
      {
        ...audit,
        ...communities,
        ...figures,
        ...forgotten,
        ...oneTimeCodes,
        ...overview,
        ...ownAccount,
        ...passkeys,
        ...provider,
        ...session,
        ...setUp,
        ...settings,
      },
      {
        ...auditListHandlers,
        ...administratorsHandlers,
        ...communityHandlers,
        ...installationHandlers,
        ...communitySettingsHandlers,
        ...figuresHandlers,
        ...overviewHandlers,
        ...identitiesHandlers,
        ...passkeysHandlers,
        ...passwordHandlers,
        ...preferencesHandlers,
        ...sessionHandlers,
        ...sessionsHandlers,
        ...totpHandlers,
      },
      {
        ...createForgottenHandlers(),
        ...createOwnAccountHandlers(),
        ...createPasskeySignInHandlers(),
        ...createProviderHandlers(),
        ...createSetupHandlers(),
      },
    ),
  pages: (api, { consoleFolder }) => registerConsolePages(api, consoleFolder),
  jobs: () => [...SEAL_JOBS, ...AUDIT_JOBS, ...ADMINISTRATOR_JOBS],
};
