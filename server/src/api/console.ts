/** The console's API: every operation and its handler. */
import { type ConsoleOperationId, consoleOperations } from '@timebank/contract/console';
import type { AnyConsoleHandler, ConsoleHandler } from './console/access/call.ts';
import { consoleCallOf, createSessionKind } from './console/access/steps.ts';
import { createUploads } from './console/access/uploads.ts';
import { listAuditHandler, listInstallationAuditHandler } from './console/audit/list.ts';
import { getCallSeriesHandler, listCallsHandler } from './console/calls/list.ts';
import {
  createCategoryHandler,
  listCategoriesHandler,
  mergeCategoryHandler,
  renameCategoryHandler,
  setCategoryStatusHandler,
} from './console/categories/categories.ts';
import {
  changeAdministratorRoleHandler,
  createSetupLinkHandler,
  inviteAdministratorHandler,
  listAdministratorsHandler,
  listInvitationsHandler,
  removeAdministratorHandler,
  withdrawInvitationHandler,
} from './console/community/administrators.ts';
import { getCommunityHandler, resetCommunityHandler, switchCommunityHandler } from './console/community/community.ts';
import {
  getInstallationHandler,
  getReferenceHandler,
  switchInstallationHandler,
} from './console/community/installation.ts';
import { getCommunitySettingsHandler, updateCommunitySettingsHandler } from './console/community/settings.ts';
import { getAccountStatementHandler } from './console/exchanges/account-statement.ts';
import {
  createAccountHandler,
  listAccountsHandler,
  listAccountTransfersHandler,
  updateAccountHandler,
} from './console/exchanges/accounts.ts';
import {
  correctExchangeHandler,
  listExchangeRecordersHandler,
  listExchangesHandler,
  recordExchangeHandler,
} from './console/exchanges/exchanges.ts';
import { recordGroupSlipHandler } from './console/exchanges/group-slips.ts';
import { createImportHandlers } from './console/imports/imports.ts';
import { getImportHandler, listImportsHandler, undoImportHandler } from './console/imports/past.ts';
import { createProgressByKey } from './console/imports/progress.ts';
import {
  approveInboxLinesHandler,
  createImportBankFileHandler,
  decideInboxLineHandler,
  listInboxFilesHandler,
  listInboxLinesHandler,
} from './console/inbox/inbox.ts';
import { getInboxMonthHandler } from './console/inbox/month.ts';
import { getInboxSettingsHandler, updateInboxSettingsHandler } from './console/inbox/settings.ts';
import { getLetterTextsHandler, listLetterMembersHandler, updateLetterTextHandler } from './console/letters/letters.ts';
import {
  getBookletConsentHandler,
  listBookletEntriesHandler,
  setBookletConsentHandler,
} from './console/listings/booklet.ts';
import {
  createCommunityListingHandler,
  getCommunityListingHandler,
  listCommunityListingsHandler,
  setListingStatusHandler,
  updateCommunityListingHandler,
} from './console/listings/listings.ts';
import {
  getListingSettingsHandler,
  renewCommunityListingsHandler,
  updateListingSettingsHandler,
} from './console/listings/settings.ts';
import { createTestMailHandlers, getMailHandler, setMailConsentHandler } from './console/mail/mail.ts';
import {
  createMessageHandler,
  listLettersHandler,
  listMessagesHandler,
  markLettersPrintedHandler,
  previewMessageHandler,
} from './console/mail/messages.ts';
import { memberHandlers } from './console/members/handlers.ts';
import { MEMBERS_SIDE_HANDLERS } from './console/members-side.ts';
import { createMoveHandlers, getMoveStateHandler, undoMoveHandler } from './console/moves/moves.ts';
import { getCommunityFiguresHandler } from './console/overview/figures.ts';
import { endFirstStepsHandler, getCommunitySeriesHandler, getOverviewHandler } from './console/overview/overview.ts';
import { getPartnerActivityHandler } from './console/partners/activity.ts';
import {
  getCredentialUseHandler,
  issueCredentialHandler,
  revokeCredentialHandler,
  rotateCredentialHandler,
} from './console/partners/credentials.ts';
import { createHandOverHandlers } from './console/partners/hand-over.ts';
import { setPartnerKeysHandler } from './console/partners/keys.ts';
import {
  checkAddressesHandler,
  createPartnerHandler,
  getEmailReachHandler,
  getPartnerHandler,
  listPartnersHandler,
  setPartnerStatusHandler,
  updatePartnerHandler,
} from './console/partners/partners.ts';
import {
  listPartnerTokensHandler,
  revokePartnerTokenHandler,
  revokePartnerTokensHandler,
} from './console/partners/tokens.ts';
import { getPaymentSlipHandler, printPaymentSlipsHandler } from './console/paying-in/slips.ts';
import {
  listCommunityRatesHandler,
  listPartnerRatesHandler,
  updateCommunityRatesHandler,
  updatePartnerRatesHandler,
} from './console/rates/rates.ts';
import { getCommunityReportHandler } from './console/reports/report.ts';
import { searchCommunityHandler } from './console/search/search.ts';
import { createForgottenHandlers } from './console/session/forgotten.ts';
import { listIdentitiesHandler, removeIdentityHandler } from './console/session/identities.ts';
import { createOwnAccountHandlers } from './console/session/own-account.ts';
import { createPasskeySignInHandlers } from './console/session/passkey-sign-in.ts';
import {
  addPasskeyHandler,
  beginPasskeyHandler,
  listPasskeysHandler,
  removePasskeyHandler,
} from './console/session/passkeys.ts';
import { changePasswordHandler } from './console/session/password.ts';
import { updatePreferencesHandler } from './console/session/preferences.ts';
import { createProviderHandlers } from './console/session/provider.ts';
import { confirmPasswordHandler, getSessionHandler, signInHandler, signOutHandler } from './console/session/session.ts';
import { listSessionsHandler, revokeOtherSessionsHandler, revokeSessionHandler } from './console/session/sessions.ts';
import { createSetupHandlers } from './console/session/set-up.ts';
import {
  beginTotpHandler,
  confirmTotpHandler,
  disableTotpHandler,
  renewRecoveryCodesHandler,
} from './console/session/totp.ts';
import {
  createReconcileHandler,
  getReconciliationSettingsHandler,
  updateReconciliationSettingsHandler,
} from './console/statements/reconciliation.ts';
import {
  getReconciliationHandler,
  listReconciliationLinesHandler,
  listReconciliationsHandler,
  updateReconciliationLineHandler,
} from './console/statements/reports.ts';
import {
  getPartnerStatementHandler,
  listPartnerCreditsHandler,
  listPartnerStatementsHandler,
} from './console/statements/statements.ts';
import {
  getPartnerDeliveryHandler,
  listPartnerDeliveriesHandler,
  retryPartnerDeliveryHandler,
} from './console/webhooks/deliveries.ts';
import {
  createPartnerSubscriptionHandler,
  deletePartnerSubscriptionHandler,
  getPartnerSubscriptionHandler,
  listPartnerSubscriptionsHandler,
  replayPartnerSubscriptionHandler,
  setSubscriptionStatusHandler,
  testPartnerSubscriptionHandler,
  updatePartnerSubscriptionHandler,
} from './console/webhooks/subscriptions.ts';
import { type Api, route } from './http/route.ts';

type Operations = typeof consoleOperations;
/** A handler for each operation: one that is missing does not compile. */
type ConsoleHandlers = { readonly [Id in ConsoleOperationId]: ConsoleHandler<Operations[Id]> };

/** The handlers that keep nothing between requests. */
const STATELESS_HANDLERS = {
  ...memberHandlers,
  getSession: getSessionHandler,
  signIn: signInHandler,
  signOut: signOutHandler,
  confirmPassword: confirmPasswordHandler,
  listSessions: listSessionsHandler,
  revokeSession: revokeSessionHandler,
  revokeOtherSessions: revokeOtherSessionsHandler,
  changePassword: changePasswordHandler,
  updatePreferences: updatePreferencesHandler,
  beginTotp: beginTotpHandler,
  confirmTotp: confirmTotpHandler,
  disableTotp: disableTotpHandler,
  renewRecoveryCodes: renewRecoveryCodesHandler,
  listPasskeys: listPasskeysHandler,
  beginPasskey: beginPasskeyHandler,
  addPasskey: addPasskeyHandler,
  removePasskey: removePasskeyHandler,
  listIdentities: listIdentitiesHandler,
  removeIdentity: removeIdentityHandler,

  getReference: getReferenceHandler,
  getInstallation: getInstallationHandler,
  switchInstallation: switchInstallationHandler,
  listInstallationAudit: listInstallationAuditHandler,

  getCommunity: getCommunityHandler,
  switchCommunity: switchCommunityHandler,
  listAdministrators: listAdministratorsHandler,
  inviteAdministrator: inviteAdministratorHandler,
  listInvitations: listInvitationsHandler,
  withdrawInvitation: withdrawInvitationHandler,
  changeAdministratorRole: changeAdministratorRoleHandler,
  removeAdministrator: removeAdministratorHandler,
  createSetupLink: createSetupLinkHandler,

  searchCommunity: searchCommunityHandler,
  getOverview: getOverviewHandler,
  endFirstSteps: endFirstStepsHandler,
  getCommunityReport: getCommunityReportHandler,
  getCommunitySeries: getCommunitySeriesHandler,
  getCommunityFigures: getCommunityFiguresHandler,
  getCommunitySettings: getCommunitySettingsHandler,
  updateCommunitySettings: updateCommunitySettingsHandler,
  listCommunityRates: listCommunityRatesHandler,
  updateCommunityRates: updateCommunityRatesHandler,
  resetCommunity: resetCommunityHandler,

  getLetterTexts: getLetterTextsHandler,
  updateLetterText: updateLetterTextHandler,
  listLetterMembers: listLetterMembersHandler,
  getPaymentSlip: getPaymentSlipHandler,
  printPaymentSlips: printPaymentSlipsHandler,

  listCommunityListings: listCommunityListingsHandler,
  createCommunityListing: createCommunityListingHandler,
  getCommunityListing: getCommunityListingHandler,
  updateCommunityListing: updateCommunityListingHandler,
  setListingStatus: setListingStatusHandler,
  renewCommunityListings: renewCommunityListingsHandler,
  getListingSettings: getListingSettingsHandler,
  updateListingSettings: updateListingSettingsHandler,
  listBookletEntries: listBookletEntriesHandler,
  getBookletConsent: getBookletConsentHandler,
  setBookletConsent: setBookletConsentHandler,
  listCategories: listCategoriesHandler,
  createCategory: createCategoryHandler,
  renameCategory: renameCategoryHandler,
  mergeCategory: mergeCategoryHandler,
  setCategoryStatus: setCategoryStatusHandler,

  listExchanges: listExchangesHandler,
  recordExchange: recordExchangeHandler,
  listExchangeRecorders: listExchangeRecordersHandler,
  recordGroupSlip: recordGroupSlipHandler,
  correctExchange: correctExchangeHandler,
  listAccounts: listAccountsHandler,
  createAccount: createAccountHandler,
  updateAccount: updateAccountHandler,
  listAccountTransfers: listAccountTransfersHandler,
  getAccountStatement: getAccountStatementHandler,

  listImports: listImportsHandler,
  getImport: getImportHandler,
  undoImport: undoImportHandler,

  listPartners: listPartnersHandler,
  createPartner: createPartnerHandler,
  checkAddresses: checkAddressesHandler,
  getPartner: getPartnerHandler,
  getPartnerActivity: getPartnerActivityHandler,
  updatePartner: updatePartnerHandler,
  setPartnerKeys: setPartnerKeysHandler,
  setPartnerStatus: setPartnerStatusHandler,
  issueCredential: issueCredentialHandler,
  rotateCredential: rotateCredentialHandler,
  revokeCredential: revokeCredentialHandler,
  listPartnerTokens: listPartnerTokensHandler,
  revokePartnerToken: revokePartnerTokenHandler,
  revokePartnerTokens: revokePartnerTokensHandler,
  getEmailReach: getEmailReachHandler,
  getCredentialUse: getCredentialUseHandler,

  listPartnerSubscriptions: listPartnerSubscriptionsHandler,
  getPartnerSubscription: getPartnerSubscriptionHandler,
  createPartnerSubscription: createPartnerSubscriptionHandler,
  updatePartnerSubscription: updatePartnerSubscriptionHandler,
  deletePartnerSubscription: deletePartnerSubscriptionHandler,
  setSubscriptionStatus: setSubscriptionStatusHandler,
  testPartnerSubscription: testPartnerSubscriptionHandler,
  replayPartnerSubscription: replayPartnerSubscriptionHandler,
  listPartnerDeliveries: listPartnerDeliveriesHandler,
  getPartnerDelivery: getPartnerDeliveryHandler,
  retryPartnerDelivery: retryPartnerDeliveryHandler,

  listCalls: listCallsHandler,
  getCallSeries: getCallSeriesHandler,

  listPartnerStatements: listPartnerStatementsHandler,
  getPartnerStatement: getPartnerStatementHandler,
  listPartnerCredits: listPartnerCreditsHandler,

  listPartnerRates: listPartnerRatesHandler,
  updatePartnerRates: updatePartnerRatesHandler,
  getReconciliationSettings: getReconciliationSettingsHandler,
  updateReconciliationSettings: updateReconciliationSettingsHandler,
  listReconciliations: listReconciliationsHandler,
  getReconciliation: getReconciliationHandler,
  listReconciliationLines: listReconciliationLinesHandler,
  updateReconciliationLine: updateReconciliationLineHandler,

  getMoveState: getMoveStateHandler,
  undoMove: undoMoveHandler,

  getInboxSettings: getInboxSettingsHandler,
  updateInboxSettings: updateInboxSettingsHandler,
  listInboxFiles: listInboxFilesHandler,
  listInboxLines: listInboxLinesHandler,
  decideInboxLine: decideInboxLineHandler,
  getInboxMonth: getInboxMonthHandler,
  approveInboxLines: approveInboxLinesHandler,

  getMail: getMailHandler,
  setMailConsent: setMailConsentHandler,
  listMessages: listMessagesHandler,
  previewMessage: previewMessageHandler,
  createMessage: createMessageHandler,
  listLetters: listLettersHandler,
  markLettersPrinted: markLettersPrintedHandler,

  listAudit: listAuditHandler,
} satisfies Partial<ConsoleHandlers>;

/** All handlers of one application: the stateless ones, and those that share state between requests. */
function createConsoleHandlers(): ConsoleHandlers {
  const uploads = createUploads();
  const progress = createProgressByKey();
  return {
    ...STATELESS_HANDLERS,
    ...MEMBERS_SIDE_HANDLERS,
    ...createSetupHandlers(),
    ...createForgottenHandlers(),
    ...createTestMailHandlers(),
    ...createPasskeySignInHandlers(),
    ...createProviderHandlers(),
    ...createOwnAccountHandlers(),
    ...createImportHandlers(uploads, progress),
    ...createMoveHandlers(uploads, progress),
    ...createHandOverHandlers(),
    reconcileStatement: createReconcileHandler(uploads),
    importBankFile: createImportBankFileHandler(uploads),
  };
}

/** Registers every operation. */
export function registerConsoleApi(api: Api): void {
  const { deps } = api;
  const kind = createSessionKind(api);
  const handlers = createConsoleHandlers();
  for (const [id, operation] of Object.entries(consoleOperations)) {
    const handler = handlers[id as ConsoleOperationId] as unknown as AnyConsoleHandler;
    route(api, kind, operation, (context) => {
      const call = consoleCallOf(context);
      // Stops reading a file that the handler did not read to its end; the answer drains the rest.
      return handler(call, deps).finally(() => context.file?.return(undefined));
    });
  }
}
