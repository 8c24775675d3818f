/** Every operation of the console's API, in the order of the documentation. */

import type { Static, TSchema } from 'typebox';
import {
  createAccount,
  getAccountStatement,
  getMemberStatement,
  listAccounts,
  listAccountTransfers,
  updateAccount,
} from './accounts.ts';
import { getCommunityFigures, getPartnerActivity } from './activity.ts';
import { listAnswers } from './answers.ts';
import { listAudit, listInstallationAudit } from './audit.ts';
import { getBookletConsent, listBookletEntries, setBookletConsent } from './booklet.ts';
import { getCallSeries, listCalls } from './calls.ts';
import { createCategory, listCategories, mergeCategory, renameCategory, setCategoryStatus } from './categories.ts';
import {
  changeAdministratorRole,
  createSetupLink,
  getCommunity,
  getInstallation,
  getReference,
  inviteAdministrator,
  listAdministrators,
  listInvitations,
  removeAdministrator,
  resetCommunity,
  switchCommunity,
  switchInstallation,
  withdrawInvitation,
} from './communities.ts';
import { listMembersToCall, recordMemberCall } from './contacts.ts';
import { appointMemberDeputy, endMemberDeputy, listMemberDeputies } from './deputies.ts';
import { ALL_ERRORS, type AnyErrorCode } from './errors.ts';
import { correctExchange, listExchangeRecorders, listExchanges, recordExchange, recordGroupSlip } from './exchanges.ts';
import { createHandOver, openHandOver, readHandOver } from './hand-over.ts';
import { getImport, getImportProgress, listImports, previewImport, runImport, undoImport } from './imports.ts';
import {
  approveInboxLines,
  decideInboxLine,
  getInboxSettings,
  importBankFile,
  listInboxFiles,
  listInboxLines,
  updateInboxSettings,
} from './inbox.ts';
import { getInboxMonth } from './inbox-month.ts';
import { getLetterTexts, listLetterMembers, updateLetterText } from './letters.ts';
import {
  createCommunityListing,
  getCommunityListing,
  getListingSettings,
  listCommunityListings,
  renewCommunityListings,
  setListingStatus,
  updateCommunityListing,
  updateListingSettings,
} from './listings.ts';
import {
  createMessage,
  getMail,
  listLetters,
  listMessages,
  markLettersPrinted,
  previewMessage,
  requestPassword,
  resetPassword,
  sendTestMail,
  setMailConsent,
} from './mail.ts';
import { exportMember } from './member-export.ts';
import {
  addMemberCheck,
  createMemberField,
  getMemberFile,
  listMemberFields,
  removeMemberCheck,
  removeMemberField,
  setMemberOwnFields,
  updateMemberField,
} from './member-file.ts';
import {
  endMemberSessions,
  getMemberPages,
  switchMemberPages,
  updateMemberPages,
  writeMemberLetters,
} from './member-pages.ts';
import { decideMemberPair, findLikeMembers, listMemberPairs, setMemberStatuses } from './member-pairs.ts';
import {
  createMember,
  eraseMember,
  getMember,
  listMemberReads,
  listMembers,
  listMemberTransfers,
  setMemberStatus,
  setMemberVisibility,
  updateMember,
} from './members.ts';
import { checkMove, getMoveState, runMove, undoMove } from './moves.ts';
import { beginTotp, confirmTotp, disableTotp, renewRecoveryCodes } from './one-time-codes.ts';
import { CONSOLE_COMMON_ERRORS, type ConsoleOperation } from './operation.ts';
import { endFirstSteps, getCommunitySeries, getOverview } from './overview.ts';
import { putOffSecondFactor, updateOwnAccount } from './own-account.ts';
import {
  checkAddresses,
  createPartner,
  getCredentialUse,
  getEmailReach,
  getPartner,
  issueCredential,
  listPartners,
  revokeCredential,
  rotateCredential,
  setPartnerKeys,
  setPartnerStatus,
  updatePartner,
} from './partners.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
} from './passkeys.ts';
import { getPaymentSlip, printPaymentSlips } from './paying-in.ts';
import { getHourProposal, listHourProposals, settleHourProposal } from './proposals.ts';
import {
  beginIdentity,
  beginProviderConfirmation,
  beginProviderSignIn,
  finishProvider,
  listIdentities,
  removeIdentity,
} from './provider.ts';
import { listCommunityRates, listPartnerRates, updateCommunityRates, updatePartnerRates } from './rates.ts';
import {
  getReconciliation,
  getReconciliationSettings,
  listReconciliationLines,
  listReconciliations,
  reconcileStatement,
  updateReconciliationLine,
  updateReconciliationSettings,
} from './reconciliation.ts';
import { getCommunityReport } from './reports.ts';
import type { ConsoleOperationId } from './routes.ts';
import { searchCommunity } from './search.ts';
import {
  changePassword,
  confirmPassword,
  getSession,
  listSessions,
  revokeOtherSessions,
  revokeSession,
  signIn,
  signOut,
  updatePreferences,
} from './session.ts';
import { acceptInvitation, readSetupLink, setUp } from './set-up.ts';
import { getCommunitySettings, updateCommunitySettings } from './settings.ts';
import { getPartnerStatement, listPartnerCredits, listPartnerStatements } from './statements.ts';
import { listPartnerTokens, revokePartnerToken, revokePartnerTokens } from './tokens.ts';
import {
  createPartnerSubscription,
  deletePartnerSubscription,
  getPartnerDelivery,
  getPartnerSubscription,
  listPartnerDeliveries,
  listPartnerSubscriptions,
  replayPartnerSubscription,
  retryPartnerDelivery,
  setSubscriptionStatus,
  testPartnerSubscription,
  updatePartnerSubscription,
} from './webhooks.ts';

/** The operations by id. */
export const consoleOperations = {
  getSession,
  signIn,
  signOut,
  confirmPassword,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  changePassword,
  updatePreferences,
  readSetupLink,
  setUp,
  acceptInvitation,
  beginTotp,
  confirmTotp,
  disableTotp,
  renewRecoveryCodes,
  listPasskeys,
  beginPasskey,
  addPasskey,
  removePasskey,
  beginPasskeySignIn,
  signInWithPasskey,
  beginProviderSignIn,
  beginProviderConfirmation,
  finishProvider,
  listIdentities,
  beginIdentity,
  removeIdentity,
  updateOwnAccount,
  putOffSecondFactor,
  getReference,
  getInstallation,
  switchInstallation,
  listInstallationAudit,
  getCommunity,
  switchCommunity,
  listAdministrators,
  inviteAdministrator,
  listInvitations,
  withdrawInvitation,
  changeAdministratorRole,
  removeAdministrator,
  createSetupLink,
  searchCommunity,
  getOverview,
  endFirstSteps,
  getCommunityReport,
  getCommunitySeries,
  getCommunityFigures,
  getCommunitySettings,
  updateCommunitySettings,
  listCommunityRates,
  updateCommunityRates,
  resetCommunity,
  listMembers,
  getLetterTexts,
  updateLetterText,
  listLetterMembers,
  getMemberPages,
  switchMemberPages,
  updateMemberPages,
  listAnswers,
  listHourProposals,
  getHourProposal,
  settleHourProposal,
  writeMemberLetters,
  createMember,
  getMember,
  updateMember,
  setMemberStatus,
  setMemberVisibility,
  listMemberTransfers,
  getMemberStatement,
  listMembersToCall,
  recordMemberCall,
  listMemberReads,
  getPaymentSlip,
  printPaymentSlips,
  exportMember,
  eraseMember,
  findLikeMembers,
  listMemberPairs,
  decideMemberPair,
  setMemberStatuses,
  getMemberFile,
  addMemberCheck,
  removeMemberCheck,
  listMemberDeputies,
  appointMemberDeputy,
  endMemberDeputy,
  endMemberSessions,
  setMemberOwnFields,
  listMemberFields,
  createMemberField,
  updateMemberField,
  removeMemberField,
  listCommunityListings,
  createCommunityListing,
  getCommunityListing,
  updateCommunityListing,
  setListingStatus,
  renewCommunityListings,
  getListingSettings,
  updateListingSettings,
  listBookletEntries,
  getBookletConsent,
  setBookletConsent,
  listCategories,
  createCategory,
  renameCategory,
  mergeCategory,
  setCategoryStatus,
  listExchanges,
  recordExchange,
  listExchangeRecorders,
  recordGroupSlip,
  correctExchange,
  listAccounts,
  createAccount,
  updateAccount,
  listAccountTransfers,
  getAccountStatement,
  previewImport,
  runImport,
  getImportProgress,
  listImports,
  getImport,
  undoImport,
  getMoveState,
  checkMove,
  runMove,
  undoMove,
  listPartners,
  createPartner,
  getPartner,
  getPartnerActivity,
  updatePartner,
  setPartnerKeys,
  setPartnerStatus,
  checkAddresses,
  issueCredential,
  rotateCredential,
  revokeCredential,
  createHandOver,
  readHandOver,
  openHandOver,
  listPartnerTokens,
  revokePartnerToken,
  revokePartnerTokens,
  getEmailReach,
  getCredentialUse,
  listPartnerSubscriptions,
  getPartnerSubscription,
  createPartnerSubscription,
  updatePartnerSubscription,
  deletePartnerSubscription,
  setSubscriptionStatus,
  testPartnerSubscription,
  replayPartnerSubscription,
  listPartnerDeliveries,
  getPartnerDelivery,
  retryPartnerDelivery,
  listCalls,
  getCallSeries,
  listPartnerStatements,
  getPartnerStatement,
  listPartnerCredits,
  listPartnerRates,
  updatePartnerRates,
  getReconciliationSettings,
  updateReconciliationSettings,
  reconcileStatement,
  listReconciliations,
  getReconciliation,
  listReconciliationLines,
  updateReconciliationLine,
  getInboxSettings,
  updateInboxSettings,
  importBankFile,
  listInboxFiles,
  listInboxLines,
  decideInboxLine,
  getInboxMonth,
  approveInboxLines,
  createMessage,
  getMail,
  listLetters,
  listMessages,
  markLettersPrinted,
  previewMessage,
  requestPassword,
  resetPassword,
  sendTestMail,
  setMailConsent,
  listAudit,
} as const satisfies { readonly [Id in ConsoleOperationId]: { readonly id: Id } };

export const CONSOLE_OPERATIONS: readonly ConsoleOperation[] = Object.values(consoleOperations);

type Operations = typeof consoleOperations;

/** Types of a call by operation id, for the browser: `import type { ConsoleBody } from '@timebank/contract/console'`. */
export type ConsoleBody<Id extends ConsoleOperationId> = Operations[Id]['body'] extends TSchema
  ? Static<Operations[Id]['body']>
  : undefined;
/** Query parameters as they are sent. */
export type ConsoleQuery<Id extends ConsoleOperationId> = {
  readonly [K in keyof Operations[Id]['query']]?: string | number | undefined;
};
/** The whole body of a success: `{data, meta?}`. */
export type ConsoleAnswer<Id extends ConsoleOperationId> = Static<Operations[Id]['success']['schema']>;

/** Every error code an operation can answer, in the order of the list. */
export function consoleErrorsOf(operation: ConsoleOperation): readonly AnyErrorCode[] {
  const codes = new Set<AnyErrorCode>([...CONSOLE_COMMON_ERRORS, ...operation.errors]);
  if (operation.method !== 'GET') codes.add('csrf_failed');
  if (operation.authentication.access !== 'visitor') codes.add('not_signed_in');
  const { recentPassword, recentPasswordToWiden } = operation.authentication;
  if (recentPassword || recentPasswordToWiden) codes.add('password_required');
  if (operation.path.includes('{slug}')) codes.add('community_not_found').add('not_permitted');
  // Members sent to an operation that takes none.
  if (!operation.body && !operation.upload) codes.add('validation_failed');
  return (Object.keys(ALL_ERRORS) as AnyErrorCode[]).filter((code) => codes.has(code));
}
