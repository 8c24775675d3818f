/** The console's API: every operation, registered by hand. */
import { consoleOperations as operations } from '@timebank/contract/console';
import { listAuditHandler, listInstallationAuditHandler } from './console/audit/list.ts';
import { getCallSeriesHandler, listCallsHandler } from './console/calls/list.ts';
import {
  changeAdministratorRoleHandler,
  createSetupLinkHandler,
  inviteAdministratorHandler,
  listAdministratorsHandler,
  listInvitationsHandler,
  removeAdministratorHandler,
  withdrawInvitationHandler,
} from './console/community/administrators.ts';
import { getCommunityHandler, switchCommunityHandler } from './console/community/community.ts';
import {
  getInstallationHandler,
  getReferenceHandler,
  switchInstallationHandler,
} from './console/community/installation.ts';
import { getCommunitySettingsHandler, updateCommunitySettingsHandler } from './console/community/settings.ts';
import {
  createAccountHandler,
  listAccountsHandler,
  listAccountTransfersHandler,
  updateAccountHandler,
} from './console/exchanges/accounts.ts';
import { correctExchangeHandler, listExchangesHandler, recordExchangeHandler } from './console/exchanges/exchanges.ts';
import { createImportHandlers } from './console/imports/imports.ts';
import {
  createCommunityListingHandler,
  getCommunityListingHandler,
  listCommunityListingsHandler,
  setListingStatusHandler,
  updateCommunityListingHandler,
} from './console/listings/listings.ts';
import {
  eraseMemberHandler,
  exportMemberHandler,
  listMemberReadsHandler,
  listMemberTransfersHandler,
} from './console/members/data.ts';
import {
  createMemberHandler,
  getMemberHandler,
  listMembersHandler,
  setMemberStatusHandler,
  setMemberVisibilityHandler,
  updateMemberHandler,
} from './console/members/members.ts';
import { getCommunitySeriesHandler, getOverviewHandler } from './console/overview/overview.ts';
import {
  getCredentialUseHandler,
  issueCredentialHandler,
  revokeCredentialHandler,
  rotateCredentialHandler,
} from './console/partners/credentials.ts';
import {
  checkAddressesHandler,
  createPartnerHandler,
  getPartnerHandler,
  listPartnersHandler,
  setPartnerStatusHandler,
  updatePartnerHandler,
} from './console/partners/partners.ts';
import { changePasswordHandler } from './console/session/password.ts';
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
  getPartnerStatementHandler,
  listPartnerCreditsHandler,
  listPartnerStatementsHandler,
} from './console/statements/statements.ts';
import {
  getPartnerSubscriptionHandler,
  listPartnerDeliveriesHandler,
  listPartnerSubscriptionsHandler,
  replayPartnerSubscriptionHandler,
  retryDeliveryHandler,
  setSubscriptionStatusHandler,
  testPartnerSubscriptionHandler,
} from './console/webhooks/subscriptions.ts';
import { consoleRoutes } from './http/console-route.ts';
import type { Api } from './http/route.ts';
import { createUploads } from './http/uploads.ts';

export function registerConsoleApi(api: Api): void {
  const routes = consoleRoutes(api);
  const setup = createSetupHandlers();
  const uploads = createUploads();
  const imports = createImportHandlers(uploads);

  routes.add(operations.getSession, getSessionHandler);
  routes.add(operations.signIn, signInHandler);
  routes.add(operations.signOut, signOutHandler);
  routes.add(operations.confirmPassword, confirmPasswordHandler);
  routes.add(operations.listSessions, listSessionsHandler);
  routes.add(operations.revokeSession, revokeSessionHandler);
  routes.add(operations.revokeOtherSessions, revokeOtherSessionsHandler);
  routes.add(operations.changePassword, changePasswordHandler);
  routes.add(operations.readSetupLink, setup.readSetupLink);
  routes.add(operations.setUp, setup.setUp);
  routes.add(operations.acceptInvitation, setup.acceptInvitation);
  routes.add(operations.beginTotp, beginTotpHandler);
  routes.add(operations.confirmTotp, confirmTotpHandler);
  routes.add(operations.disableTotp, disableTotpHandler);
  routes.add(operations.renewRecoveryCodes, renewRecoveryCodesHandler);

  routes.add(operations.getReference, getReferenceHandler);
  routes.add(operations.getInstallation, getInstallationHandler);
  routes.add(operations.switchInstallation, switchInstallationHandler);
  routes.add(operations.listInstallationAudit, listInstallationAuditHandler);

  routes.add(operations.getCommunity, getCommunityHandler);
  routes.add(operations.switchCommunity, switchCommunityHandler);
  routes.add(operations.listAdministrators, listAdministratorsHandler);
  routes.add(operations.inviteAdministrator, inviteAdministratorHandler);
  routes.add(operations.listInvitations, listInvitationsHandler);
  routes.add(operations.withdrawInvitation, withdrawInvitationHandler);
  routes.add(operations.changeAdministratorRole, changeAdministratorRoleHandler);
  routes.add(operations.removeAdministrator, removeAdministratorHandler);
  routes.add(operations.createSetupLink, createSetupLinkHandler);

  routes.add(operations.getOverview, getOverviewHandler);
  routes.add(operations.getCommunitySeries, getCommunitySeriesHandler);
  routes.add(operations.getCommunitySettings, getCommunitySettingsHandler);
  routes.add(operations.updateCommunitySettings, updateCommunitySettingsHandler);

  routes.add(operations.listMembers, listMembersHandler);
  routes.add(operations.createMember, createMemberHandler);
  routes.add(operations.getMember, getMemberHandler);
  routes.add(operations.updateMember, updateMemberHandler);
  routes.add(operations.setMemberStatus, setMemberStatusHandler);
  routes.add(operations.setMemberVisibility, setMemberVisibilityHandler);
  routes.add(operations.listMemberTransfers, listMemberTransfersHandler);
  routes.add(operations.listMemberReads, listMemberReadsHandler);
  routes.add(operations.exportMember, exportMemberHandler);
  routes.add(operations.eraseMember, eraseMemberHandler);

  routes.add(operations.listCommunityListings, listCommunityListingsHandler);
  routes.add(operations.createCommunityListing, createCommunityListingHandler);
  routes.add(operations.getCommunityListing, getCommunityListingHandler);
  routes.add(operations.updateCommunityListing, updateCommunityListingHandler);
  routes.add(operations.setListingStatus, setListingStatusHandler);

  routes.add(operations.listExchanges, listExchangesHandler);
  routes.add(operations.recordExchange, recordExchangeHandler);
  routes.add(operations.correctExchange, correctExchangeHandler);
  routes.add(operations.listAccounts, listAccountsHandler);
  routes.add(operations.createAccount, createAccountHandler);
  routes.add(operations.updateAccount, updateAccountHandler);
  routes.add(operations.listAccountTransfers, listAccountTransfersHandler);

  routes.add(operations.previewImport, imports.previewImport);
  routes.add(operations.runImport, imports.runImport);
  routes.add(operations.getImportProgress, imports.getImportProgress);

  routes.add(operations.listPartners, listPartnersHandler);
  routes.add(operations.createPartner, createPartnerHandler);
  routes.add(operations.checkAddresses, checkAddressesHandler);
  routes.add(operations.getPartner, getPartnerHandler);
  routes.add(operations.updatePartner, updatePartnerHandler);
  routes.add(operations.setPartnerStatus, setPartnerStatusHandler);
  routes.add(operations.issueCredential, issueCredentialHandler);
  routes.add(operations.rotateCredential, rotateCredentialHandler);
  routes.add(operations.revokeCredential, revokeCredentialHandler);
  routes.add(operations.getCredentialUse, getCredentialUseHandler);

  routes.add(operations.listPartnerSubscriptions, listPartnerSubscriptionsHandler);
  routes.add(operations.getPartnerSubscription, getPartnerSubscriptionHandler);
  routes.add(operations.setSubscriptionStatus, setSubscriptionStatusHandler);
  routes.add(operations.testPartnerSubscription, testPartnerSubscriptionHandler);
  routes.add(operations.replayPartnerSubscription, replayPartnerSubscriptionHandler);
  routes.add(operations.listPartnerDeliveries, listPartnerDeliveriesHandler);
  routes.add(operations.retryDelivery, retryDeliveryHandler);

  routes.add(operations.listCalls, listCallsHandler);
  routes.add(operations.getCallSeries, getCallSeriesHandler);

  routes.add(operations.listPartnerStatements, listPartnerStatementsHandler);
  routes.add(operations.getPartnerStatement, getPartnerStatementHandler);
  routes.add(operations.listPartnerCredits, listPartnerCreditsHandler);

  routes.add(operations.getReconciliationSettings, getReconciliationSettingsHandler);
  routes.add(operations.updateReconciliationSettings, updateReconciliationSettingsHandler);
  routes.add(operations.reconcileStatement, createReconcileHandler(uploads));

  routes.add(operations.listAudit, listAuditHandler);
}
