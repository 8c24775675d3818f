/** The console's schemas with a name of their own, beside the partner API's. */

import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { COMPONENTS } from '../components.ts';
import { createValidator } from '../validation.ts';
import { Account, AccountLine, AccountStatement } from './accounts.ts';
import { CommunityFigures, PartnerActivity } from './activity.ts';
import { ListingAnswer } from './answers.ts';
import { AuditEntry } from './audit.ts';
import { BookletConsent, BookletEntry } from './booklet.ts';
import { CallSeries, LoggedCall } from './calls.ts';
import { Category } from './categories.ts';
import { Administrator, Community, Installation, Invitation, Reference, SetupLinkIssued } from './communities.ts';
import { MemberToCall, OfficeCall, OfficeCalls } from './contacts.ts';
import { CountedListMeta } from './counted-list.ts';
import { MemberDeputy } from './deputies.ts';
import { ConsoleErrorBody } from './errors.ts';
import { Exchange, ExchangeRecorder, GroupSlip } from './exchanges.ts';
import { HandOverIssued, HandOverKit, HandOverLink, HandOverState } from './hand-over.ts';
import { ImportPreview, ImportReport, PastImport, RunningImport, UndoableImport } from './imports.ts';
import { BankHolderAddress, InboxApproved, InboxFile, InboxImport, InboxLine, InboxSettings } from './inbox.ts';
import { InboxMonth, MONTH_PARTS } from './inbox-month.ts';
import { LetterMembers, LetterTexts } from './letters.ts';
import { CommunityListing, ListingSettings, ListingsRenewed } from './listings.ts';
import { Letter, MailReport, MailStatus, MessageReach, WrittenMessage } from './mail.ts';
import { MemberExport } from './member-export.ts';
import { MemberCheck, MemberFile, MemberOwnField } from './member-file.ts';
import { MemberLetters, MemberPages, MemberSessionsEnded } from './member-pages.ts';
import { LikeMember, MemberPair, MemberStatusesChanged } from './member-pairs.ts';
import { Member, MemberRead, MemberSummary } from './members.ts';
import { MoveIn, MoveState } from './moves.ts';
import { RecoveryCodes, TotpEnrolment } from './one-time-codes.ts';
import { CONSOLE_OPERATIONS } from './operations.ts';
import { CommunitySeries, Overview } from './overview.ts';
import { Credential, CredentialUse, EmailReach, Partner, PartnerWithSecret } from './partners.ts';
import { Passkey, PasskeyEnrolment } from './passkeys.ts';
import { PaymentSlip, PaymentSlipsFile, SlipSheet } from './paying-in.ts';
import { HourProposal } from './proposals.ts';
import { Identity } from './provider.ts';
import { AgreedExchangeRate } from './rates.ts';
import { ReconciledCredit, Reconciliation, ReconciliationLine, ReconciliationSettings } from './reconciliation.ts';
import { CommunityReport } from './reports.ts';
import { SearchResult } from './search.ts';
import { OwnMembership, Preferences, SessionItem, SignedIn, Visitor } from './session.ts';
import { SetupLink } from './set-up.ts';
import { CommunitySettings } from './settings.ts';
import { PartnerCredit, PartnerStatement } from './statements.ts';
import { PartnerToken } from './tokens.ts';
import {
  PartnerDelivery,
  PartnerDeliveryDetails,
  PartnerSubscription,
  PartnerSubscriptionWithSecret,
  PartnerTestScheduled,
} from './webhooks.ts';

const OWN: readonly TSchema[] = [
  ConsoleErrorBody,
  CountedListMeta,
  SignedIn,
  Visitor,
  OwnMembership,
  Preferences,
  SessionItem,
  SetupLink,
  TotpEnrolment,
  RecoveryCodes,
  Passkey,
  PasskeyEnrolment,
  Identity,
  Reference,
  Installation,
  Community,
  Administrator,
  Invitation,
  SetupLinkIssued,
  SearchResult,
  Overview,
  CommunitySeries,
  CommunityFigures,
  CommunitySettings,
  CommunityReport,
  OfficeCall,
  OfficeCalls,
  MemberToCall,
  MemberSummary,
  Member,
  MemberRead,
  MemberExport,
  MemberFile,
  MemberCheck,
  MemberDeputy,
  MemberOwnField,
  MailReport,
  MailStatus,
  MessageReach,
  WrittenMessage,
  Letter,
  LikeMember,
  MemberPair,
  MemberStatusesChanged,
  CommunityListing,
  ListingSettings,
  ListingsRenewed,
  Category,
  BookletEntry,
  BookletConsent,
  Exchange,
  ExchangeRecorder,
  GroupSlip,
  Account,
  AccountLine,
  AccountStatement,
  ImportPreview,
  ImportReport,
  RunningImport,
  PastImport,
  UndoableImport,
  MoveIn,
  MoveState,
  Partner,
  PartnerActivity,
  Credential,
  PartnerWithSecret,
  CredentialUse,
  HandOverIssued,
  HandOverLink,
  HandOverKit,
  HandOverState,
  PartnerToken,
  EmailReach,
  PartnerSubscription,
  PartnerSubscriptionWithSecret,
  PartnerTestScheduled,
  PartnerDelivery,
  PartnerDeliveryDetails,
  LoggedCall,
  CallSeries,
  PartnerStatement,
  PartnerCredit,
  AgreedExchangeRate,
  ReconciliationSettings,
  Reconciliation,
  ReconciliationLine,
  InboxFile,
  InboxLine,
  InboxImport,
  InboxApproved,
  BankHolderAddress,
  InboxSettings,
  SlipSheet,
  PaymentSlip,
  PaymentSlipsFile,
  ...MONTH_PARTS,
  InboxMonth,
  ReconciledCredit,
  AuditEntry,
  MemberPages,
  MemberLetters,
  MemberSessionsEnded,
  HourProposal,
  ListingAnswer,
  LetterTexts,
  LetterMembers,
];

/** Own components, request bodies, and the partner API's components they refer to. */
export const CONSOLE_COMPONENTS: readonly TSchema[] = [
  ...OWN,
  ...CONSOLE_OPERATIONS.flatMap(({ body }) => (body && !COMPONENTS.includes(body) ? [body] : [])),
  ...COMPONENTS,
];

/** A validator that knows the console's components as well. */
export function createConsoleValidator(): Ajv2020 {
  const validator = createValidator();
  for (const schema of CONSOLE_COMPONENTS) if (!COMPONENTS.includes(schema)) validator.addSchema(schema);
  return validator;
}
