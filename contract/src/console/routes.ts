/**
 * What a browser needs of the console's contract at run time: plain data, no schema library. Types come from `index.ts`
 * by `import type`.
 */
import type { AdministratorRole } from '../words.ts';

/** Members that a message, a consent or a letter names one by one. */
export const CHOSEN_MAX = 500;

/** The prefix of every path of the console's own API. */
export const CONSOLE_BASE_PATH = '/api/console/v1';

/** Header that carries `csrf_token` on every request that is not a GET. */
export const CSRF_HEADER = 'X-CSRF-Token';

export const PERMISSIONS = [
  'members.read',
  'members.write',
  'members.erase',
  'listings.read',
  'listings.write',
  'exchanges.read',
  'exchanges.write',
  'accounts.write',
  'imports.write',
  'settings.read',
  'settings.write',
  'partners.read',
  'partners.write',
  'credentials.write',
  'webhooks.read',
  'webhooks.write',
  'calls.read',
  'statements.read',
  'statements.compare',
  'audit.read',
  'switch.write',
  'administrators.write',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** The permissions of each role in its community. */
export const ROLE_PERMISSIONS: Readonly<Record<AdministratorRole, readonly Permission[]>> = {
  owner: PERMISSIONS,
  administrator: [
    'members.read',
    'members.write',
    'members.erase',
    'listings.read',
    'listings.write',
    'exchanges.read',
    'exchanges.write',
    'accounts.write',
    'imports.write',
    'settings.read',
    'settings.write',
    'partners.read',
    'partners.write',
    'credentials.write',
    'webhooks.read',
    'webhooks.write',
    'calls.read',
    'statements.read',
    'statements.compare',
    'audit.read',
  ],
  coordinator: [
    'members.read',
    'members.write',
    'listings.read',
    'listings.write',
    'exchanges.read',
    'exchanges.write',
    'settings.read',
    'partners.read',
    'statements.read',
  ],
  auditor: [
    'members.read',
    'listings.read',
    'exchanges.read',
    'settings.read',
    'partners.read',
    'webhooks.read',
    'calls.read',
    'statements.read',
    'audit.read',
  ],
};

/** Shortest and longest password, in characters. */
export const PASSWORD_LENGTH = { min: 15, max: 256 } as const;
/** A password typed within this time is recent enough for credentials. */
export const RECENT_PASSWORD_MINUTES = 10;
export const SESSION_IDLE_MINUTES = 30;
export const SESSION_ABSOLUTE_HOURS = 8;
export const SETUP_LINK_HOURS = 72;
/** The path to which the identity provider sends the browser back; registered there with the origin before it. */
export const PROVIDER_RETURN_PATH = '/console/oidc';
/** Slips that one call prints at most: each takes about 11 ms of a core, and an answer has 4.5 s. */
export const SLIPS_MAX = 100;

/** Letters of one request. */
export const LETTERS_MAX = 100;
/** For how long a person who puts it off is not asked for a second factor. */
export const SECOND_FACTOR_PUT_OFF_DAYS = 30;
export const HAND_OVER_HOURS = 72;
/** Largest file of an import. */
export const IMPORT_BYTES_MAX = 20_000_000;
/** Most files of a move, and the most JSON before them. */
export const MOVE_FILES_MAX = 200;
export const MOVE_HEAD_BYTES_MAX = 1_000_000;
/** Rows with problems that one preview of an import has at most. */
export const BAD_ROWS_PAGE_MAX = 10_000;

/** Method and path of every operation by its id. Paths are relative to `CONSOLE_BASE_PATH`. */
export const CONSOLE_ROUTES = {
  getSession: ['GET', '/session'],
  signIn: ['POST', '/session'],
  signOut: ['DELETE', '/session'],
  confirmPassword: ['POST', '/session/password-confirmation'],
  listSessions: ['GET', '/sessions'],
  revokeSession: ['DELETE', '/sessions/{sessionId}'],
  revokeOtherSessions: ['POST', '/sessions/revoke-others'],
  changePassword: ['POST', '/password'],
  updatePreferences: ['PATCH', '/preferences'],
  readSetupLink: ['POST', '/set-up/link'],
  setUp: ['POST', '/set-up'],
  acceptInvitation: ['POST', '/set-up/acceptance'],
  beginTotp: ['POST', '/totp/enrolment'],
  confirmTotp: ['POST', '/totp'],
  disableTotp: ['DELETE', '/totp'],
  renewRecoveryCodes: ['POST', '/totp/recovery-codes'],
  listPasskeys: ['GET', '/passkeys'],
  beginPasskey: ['POST', '/passkeys/enrolment'],
  addPasskey: ['POST', '/passkeys'],
  removePasskey: ['DELETE', '/passkeys/{passkeyId}'],
  beginPasskeySignIn: ['POST', '/session/passkey/challenge'],
  signInWithPasskey: ['POST', '/session/passkey'],
  beginProviderSignIn: ['POST', '/session/provider/request'],
  beginProviderConfirmation: ['POST', '/session/provider/confirmation'],
  finishProvider: ['POST', '/session/provider'],
  listIdentities: ['GET', '/identities'],
  beginIdentity: ['POST', '/identities/enrolment'],
  removeIdentity: ['DELETE', '/identities/{identityId}'],
  updateOwnAccount: ['PATCH', '/account'],
  putOffSecondFactor: ['POST', '/account/second-factor-put-off'],

  getReference: ['GET', '/reference'],
  getInstallation: ['GET', '/installation'],
  switchInstallation: ['POST', '/installation/partner-api'],
  listInstallationAudit: ['GET', '/installation/audit'],

  getCommunity: ['GET', '/communities/{slug}'],
  switchCommunity: ['POST', '/communities/{slug}/partner-api'],
  listAdministrators: ['GET', '/communities/{slug}/administrators'],
  inviteAdministrator: ['POST', '/communities/{slug}/administrators'],
  listInvitations: ['GET', '/communities/{slug}/invitations'],
  withdrawInvitation: ['DELETE', '/communities/{slug}/invitations/{invitationId}'],
  changeAdministratorRole: ['PATCH', '/communities/{slug}/administrators/{administratorId}'],
  removeAdministrator: ['DELETE', '/communities/{slug}/administrators/{administratorId}'],
  createSetupLink: ['POST', '/communities/{slug}/administrators/{administratorId}/set-up-link'],

  searchCommunity: ['GET', '/communities/{slug}/search'],

  getOverview: ['GET', '/communities/{slug}/overview'],
  getCommunityReport: ['GET', '/communities/{slug}/report'],
  getCommunitySeries: ['GET', '/communities/{slug}/series'],
  getCommunityFigures: ['GET', '/communities/{slug}/figures'],
  getCommunitySettings: ['GET', '/communities/{slug}/settings'],
  updateCommunitySettings: ['PATCH', '/communities/{slug}/settings'],
  listCommunityRates: ['GET', '/communities/{slug}/exchange-rates'],
  updateCommunityRates: ['PATCH', '/communities/{slug}/exchange-rates'],
  resetCommunity: ['POST', '/communities/{slug}/reset'],
  endFirstSteps: ['POST', '/communities/{slug}/first-steps/end'],

  listMembers: ['GET', '/communities/{slug}/members'],
  createMember: ['POST', '/communities/{slug}/members'],
  getLetterTexts: ['GET', '/communities/{slug}/letter-texts'],
  updateLetterText: ['PATCH', '/communities/{slug}/letter-texts'],
  listLetterMembers: ['GET', '/communities/{slug}/letter-members'],
  getMemberPages: ['GET', '/communities/{slug}/member-pages'],
  switchMemberPages: ['POST', '/communities/{slug}/member-pages'],
  updateMemberPages: ['PATCH', '/communities/{slug}/member-pages'],
  listAnswers: ['GET', '/communities/{slug}/answers'],
  listHourProposals: ['GET', '/communities/{slug}/proposals'],
  getHourProposal: ['GET', '/communities/{slug}/proposals/{proposalId}'],
  settleHourProposal: ['POST', '/communities/{slug}/proposals/{proposalId}/settlement'],
  writeMemberLetters: ['POST', '/communities/{slug}/member-letters'],
  getMember: ['GET', '/communities/{slug}/members/{memberId}'],
  updateMember: ['PATCH', '/communities/{slug}/members/{memberId}'],
  setMemberStatus: ['POST', '/communities/{slug}/members/{memberId}/status'],
  findLikeMembers: ['POST', '/communities/{slug}/members/like'],
  setMemberStatuses: ['POST', '/communities/{slug}/members/statuses'],
  listMemberPairs: ['GET', '/communities/{slug}/member-pairs'],
  decideMemberPair: ['POST', '/communities/{slug}/member-pairs'],
  getMemberFile: ['GET', '/communities/{slug}/members/{memberId}/file'],
  addMemberCheck: ['POST', '/communities/{slug}/members/{memberId}/checks'],
  removeMemberCheck: ['DELETE', '/communities/{slug}/members/{memberId}/checks/{checkId}'],
  listMemberDeputies: ['GET', '/communities/{slug}/members/{memberId}/deputies'],
  appointMemberDeputy: ['POST', '/communities/{slug}/members/{memberId}/deputies'],
  endMemberDeputy: ['DELETE', '/communities/{slug}/members/{memberId}/deputies/{deputyId}'],
  endMemberSessions: ['DELETE', '/communities/{slug}/members/{memberId}/sessions'],
  setMemberOwnFields: ['POST', '/communities/{slug}/members/{memberId}/own-fields'],
  listMemberFields: ['GET', '/communities/{slug}/member-fields'],
  createMemberField: ['POST', '/communities/{slug}/member-fields'],
  updateMemberField: ['PATCH', '/communities/{slug}/member-fields/{fieldNumber}'],
  removeMemberField: ['DELETE', '/communities/{slug}/member-fields/{fieldNumber}'],
  setMemberVisibility: ['POST', '/communities/{slug}/members/{memberId}/visibility'],
  listMemberTransfers: ['GET', '/communities/{slug}/members/{memberId}/transfers'],
  getMemberStatement: ['GET', '/communities/{slug}/members/{memberId}/statement'],
  listMembersToCall: ['GET', '/communities/{slug}/members-to-call'],
  recordMemberCall: ['POST', '/communities/{slug}/members/{memberId}/calls'],
  listMemberReads: ['GET', '/communities/{slug}/members/{memberId}/reads'],
  getPaymentSlip: ['GET', '/communities/{slug}/members/{memberId}/payment-slip'],
  printPaymentSlips: ['GET', '/communities/{slug}/payment-slips'],
  exportMember: ['GET', '/communities/{slug}/members/{memberId}/export'],
  eraseMember: ['POST', '/communities/{slug}/members/{memberId}/erasure'],

  listCommunityListings: ['GET', '/communities/{slug}/listings'],
  createCommunityListing: ['POST', '/communities/{slug}/listings'],
  getCommunityListing: ['GET', '/communities/{slug}/listings/{listingId}'],
  updateCommunityListing: ['PATCH', '/communities/{slug}/listings/{listingId}'],
  setListingStatus: ['POST', '/communities/{slug}/listings/{listingId}/status'],

  renewCommunityListings: ['POST', '/communities/{slug}/listing-renewals'],
  getListingSettings: ['GET', '/communities/{slug}/listing-settings'],
  updateListingSettings: ['PATCH', '/communities/{slug}/listing-settings'],
  listBookletEntries: ['GET', '/communities/{slug}/booklet'],
  getBookletConsent: ['GET', '/communities/{slug}/members/{memberId}/booklet-consent'],
  setBookletConsent: ['POST', '/communities/{slug}/members/{memberId}/booklet-consent'],
  listCategories: ['GET', '/communities/{slug}/categories'],
  createCategory: ['POST', '/communities/{slug}/categories'],
  renameCategory: ['PATCH', '/communities/{slug}/categories/{categoryId}'],
  mergeCategory: ['POST', '/communities/{slug}/categories/{categoryId}/merge'],
  setCategoryStatus: ['POST', '/communities/{slug}/categories/{categoryId}/status'],

  listExchanges: ['GET', '/communities/{slug}/exchanges'],
  recordExchange: ['POST', '/communities/{slug}/exchanges'],
  listExchangeRecorders: ['GET', '/communities/{slug}/exchanges/recorders'],
  recordGroupSlip: ['POST', '/communities/{slug}/exchanges/group-slips'],
  correctExchange: ['POST', '/communities/{slug}/exchanges/{exchangeId}/correction'],
  listAccounts: ['GET', '/communities/{slug}/accounts'],
  createAccount: ['POST', '/communities/{slug}/accounts'],
  updateAccount: ['PATCH', '/communities/{slug}/accounts/{accountId}'],
  listAccountTransfers: ['GET', '/communities/{slug}/accounts/{accountId}/transfers'],
  getAccountStatement: ['GET', '/communities/{slug}/accounts/{accountId}/statement'],

  previewImport: ['POST', '/communities/{slug}/imports/preview'],
  runImport: ['POST', '/communities/{slug}/imports'],
  getImportProgress: ['GET', '/communities/{slug}/imports/progress'],
  listImports: ['GET', '/communities/{slug}/imports'],
  getImport: ['GET', '/communities/{slug}/imports/{importId}'],
  undoImport: ['POST', '/communities/{slug}/imports/{importId}/undo'],
  getMoveState: ['GET', '/communities/{slug}/move'],
  checkMove: ['POST', '/communities/{slug}/move/check'],
  runMove: ['POST', '/communities/{slug}/move'],
  undoMove: ['POST', '/communities/{slug}/move/undo'],

  listPartners: ['GET', '/communities/{slug}/partners'],
  createPartner: ['POST', '/communities/{slug}/partners'],
  getPartner: ['GET', '/communities/{slug}/partners/{partnerId}'],
  getPartnerActivity: ['GET', '/communities/{slug}/partners/{partnerId}/activity'],
  updatePartner: ['PATCH', '/communities/{slug}/partners/{partnerId}'],
  setPartnerStatus: ['POST', '/communities/{slug}/partners/{partnerId}/status'],
  checkAddresses: ['POST', '/communities/{slug}/partners/address-check'],
  setPartnerKeys: ['PATCH', '/communities/{slug}/partners/{partnerId}/keys'],
  issueCredential: ['POST', '/communities/{slug}/partners/{partnerId}/credentials'],
  rotateCredential: ['POST', '/communities/{slug}/partners/{partnerId}/credentials/rotation'],
  createHandOver: ['POST', '/communities/{slug}/partners/{partnerId}/credentials/{credentialId}/hand-over'],
  listPartnerTokens: ['GET', '/communities/{slug}/partners/{partnerId}/tokens'],
  revokePartnerToken: ['DELETE', '/communities/{slug}/partners/{partnerId}/tokens/{tokenId}'],
  revokePartnerTokens: ['DELETE', '/communities/{slug}/partners/{partnerId}/tokens'],
  getEmailReach: ['GET', '/communities/{slug}/email-reach'],
  readHandOver: ['POST', '/hand-over/link'],
  openHandOver: ['POST', '/hand-over'],
  revokeCredential: ['DELETE', '/communities/{slug}/partners/{partnerId}/credentials/{credentialId}'],
  getCredentialUse: ['GET', '/communities/{slug}/partners/{partnerId}/credentials/{credentialId}/use'],

  listPartnerSubscriptions: ['GET', '/communities/{slug}/partners/{partnerId}/subscriptions'],
  getPartnerSubscription: ['GET', '/communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}'],
  createPartnerSubscription: ['POST', '/communities/{slug}/partners/{partnerId}/subscriptions'],
  updatePartnerSubscription: ['PATCH', '/communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}'],
  deletePartnerSubscription: ['DELETE', '/communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}'],
  setSubscriptionStatus: ['POST', '/communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}/status'],
  testPartnerSubscription: ['POST', '/communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}/test'],
  replayPartnerSubscription: ['POST', '/communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}/replay'],
  listPartnerDeliveries: ['GET', '/communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}/deliveries'],
  getPartnerDelivery: [
    'GET',
    '/communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}/deliveries/{deliveryId}',
  ],
  retryPartnerDelivery: [
    'POST',
    '/communities/{slug}/partners/{partnerId}/subscriptions/{subscriptionId}/deliveries/{deliveryId}/retry',
  ],

  listCalls: ['GET', '/communities/{slug}/calls'],
  getCallSeries: ['GET', '/communities/{slug}/calls/series'],

  listPartnerStatements: ['GET', '/communities/{slug}/partners/{partnerId}/statements'],
  getPartnerStatement: ['GET', '/communities/{slug}/partners/{partnerId}/statements/{date}'],
  listPartnerCredits: ['GET', '/communities/{slug}/partners/{partnerId}/credits'],

  listPartnerRates: ['GET', '/communities/{slug}/partners/{partnerId}/exchange-rates'],
  updatePartnerRates: ['PATCH', '/communities/{slug}/partners/{partnerId}/exchange-rates'],
  getReconciliationSettings: ['GET', '/communities/{slug}/partners/{partnerId}/reconciliation-settings'],
  updateReconciliationSettings: ['PATCH', '/communities/{slug}/partners/{partnerId}/reconciliation-settings'],
  reconcileStatement: ['POST', '/communities/{slug}/partners/{partnerId}/reconciliations'],
  listReconciliations: ['GET', '/communities/{slug}/partners/{partnerId}/reconciliations'],
  getReconciliation: ['GET', '/communities/{slug}/partners/{partnerId}/reconciliations/{reconciliationId}'],
  listReconciliationLines: ['GET', '/communities/{slug}/partners/{partnerId}/reconciliation-lines'],
  updateReconciliationLine: [
    'PATCH',
    '/communities/{slug}/partners/{partnerId}/reconciliations/{reconciliationId}/lines/{lineNumber}',
  ],

  getInboxSettings: ['GET', '/communities/{slug}/inbox/settings'],
  updateInboxSettings: ['PATCH', '/communities/{slug}/inbox/settings'],
  importBankFile: ['POST', '/communities/{slug}/inbox/files'],
  listInboxFiles: ['GET', '/communities/{slug}/inbox/files'],
  listInboxLines: ['GET', '/communities/{slug}/inbox/lines'],
  decideInboxLine: ['PATCH', '/communities/{slug}/inbox/lines/{lineId}'],
  getInboxMonth: ['GET', '/communities/{slug}/inbox/month'],
  approveInboxLines: ['POST', '/communities/{slug}/inbox/approvals'],

  requestPassword: ['POST', '/session/password-request'],
  resetPassword: ['POST', '/session/password-reset'],

  getMail: ['GET', '/communities/{slug}/mail'],
  sendTestMail: ['POST', '/communities/{slug}/mail/test'],
  setMailConsent: ['POST', '/communities/{slug}/mail/consents'],
  listMessages: ['GET', '/communities/{slug}/messages'],
  previewMessage: ['POST', '/communities/{slug}/messages/preview'],
  createMessage: ['POST', '/communities/{slug}/messages'],
  listLetters: ['GET', '/communities/{slug}/letters'],
  markLettersPrinted: ['POST', '/communities/{slug}/letters/printed'],

  listAudit: ['GET', '/communities/{slug}/audit'],
} as const satisfies Readonly<Record<string, readonly ['GET' | 'POST' | 'PATCH' | 'DELETE', string]>>;

export type ConsoleOperationId = keyof typeof CONSOLE_ROUTES;
