/** Partners' calls and their errors in an administrator's words. */

import type { PartnerOperationId } from '@timebank/contract';
import { phrase, type Said } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';
import { callErrors } from './call-errors.ts';

/** The subject of a call, ready to be read. */
export interface CallSubject {
  /** The member's name, or "a member". */
  readonly member: string;
  readonly hours: string;
  readonly items: number;
}

export const callWords = {
  hours: phrase({
    en: (value: number, written: string) => (value === 1 ? '1 hour' : `${written} hours`),
    de: (value, written) => (value === 1 ? '1 Stunde' : `${written} Stunden`),
  }),
  someone: { en: 'a member', de: 'ein Mitglied' },
  /** The amount, where it is not known. */
  someHours: { en: 'hours', de: 'Stunden' },
  reference: phrase({
    en: (reference: string) => `Reference ${reference}`,
    de: (reference) => `Referenz ${reference}`,
  }),
  refused: phrase({ en: (why: string) => `Refused: ${why}`, de: (why) => `Abgelehnt: ${why}` }),
  failed: phrase({ en: (why: string) => `Failed: ${why}`, de: (why) => `Fehlgeschlagen: ${why}` }),
  /** The outcome of many credits, some of them refused. */
  partly: phrase({
    en: (what: string, why: string) => `${what}. Others were refused: ${why}`,
    de: (what, why) => `${what}. Andere wurden abgelehnt: ${why}`,
  }),
  otherCall: { en: 'Another call', de: 'Anderer Aufruf' },
  otherError: { en: 'for another reason', de: 'aus einem anderen Grund' },
  code: { en: 'Error code', de: 'Fehlercode' },
  todo: { en: 'What to do', de: 'Was zu tun ist' },
  member: { en: 'Member', de: 'Mitglied' },
  referenceField: { en: 'Reference or request ID', de: 'Referenz oder Anfrage-ID' },
  referenceHint: { en: 'As quoted by the partner', de: 'Wie vom Partner genannt' },
  anyError: { en: 'All reasons', de: 'Alle Gründe' },
  hoursLabel: { en: 'Hours', de: 'Stunden' },
  referenceLabel: { en: 'Reference', de: 'Referenz' },
  reason: { en: 'Reason for refusal', de: 'Grund der Ablehnung' },
  status: { en: 'HTTP status', de: 'HTTP-Status' },
  /** The purpose of the call. */
  names: {
    issueToken: { en: 'Sign in', de: 'Anmeldung' },
    revokeToken: { en: 'End an access token', de: 'Zugriffstoken beenden' },
    getMe: { en: 'Read own settings', de: 'Eigene Einstellungen lesen' },
    listUsers: { en: 'List members', de: 'Mitglieder auflisten' },
    getUser: { en: 'Read a member', de: 'Mitglied lesen' },
    lookupUser: { en: 'Find a member by payment reference', de: 'Mitglied über die Zahlungsreferenz suchen' },
    listListings: { en: 'List listings', de: 'Inserate auflisten' },
    getListing: { en: 'Read a listing', de: 'Inserat lesen' },
    getBalance: { en: 'Read a balance', de: 'Kontostand lesen' },
    creditWallet: { en: 'Credit hours', de: 'Stunden gutschreiben' },
    creditMany: { en: 'Credit hours to many members', de: 'Vielen Mitgliedern Stunden gutschreiben' },
    listCredits: { en: 'List credits', de: 'Gutschriften auflisten' },
    getCredit: { en: 'Read a credit', de: 'Gutschrift lesen' },
    reverseCredit: { en: 'Reverse a credit', de: 'Gutschrift stornieren' },
    getStatement: { en: 'Read a daily statement', de: 'Tagesabrechnung lesen' },
    getCommunityAggregates: { en: 'Read community totals', de: 'Gesamtzahlen der Gemeinschaft lesen' },
    listEventTypes: { en: 'List event types', de: 'Ereignisarten auflisten' },
    listSubscriptions: { en: 'List webhook endpoints', de: 'Webhook-Endpunkte auflisten' },
    createSubscription: { en: 'Add a webhook endpoint', de: 'Webhook-Endpunkt hinzufügen' },
    getSubscription: { en: 'Read a webhook endpoint', de: 'Webhook-Endpunkt lesen' },
    updateSubscription: { en: 'Change a webhook endpoint', de: 'Webhook-Endpunkt ändern' },
    deleteSubscription: { en: 'Delete a webhook endpoint', de: 'Webhook-Endpunkt löschen' },
    rotateSubscriptionSecret: { en: 'Replace a signing secret', de: 'Signaturschlüssel ersetzen' },
    testSubscription: { en: 'Send a test event', de: 'Testereignis senden' },
    replaySubscription: { en: 'Resend past events', de: 'Vergangene Ereignisse erneut senden' },
    listDeliveries: { en: 'List deliveries', de: 'Zustellungen auflisten' },
    retryDelivery: { en: 'Repeat a delivery', de: 'Zustellung wiederholen' },
    listEvents: { en: 'List events', de: 'Ereignisse auflisten' },
  } satisfies Readonly<Record<PartnerOperationId, Said>>,
  /** The partner's act by the call. */
  done: {
    issueToken: { en: () => 'Signed in', de: () => 'Angemeldet' },
    revokeToken: { en: () => 'Ended an access token', de: () => 'Ein Zugriffstoken beendet' },
    getMe: { en: () => 'Read its own settings', de: () => 'Die eigenen Einstellungen gelesen' },
    listUsers: { en: () => 'Read the list of members', de: () => 'Die Liste der Mitglieder gelesen' },
    getUser: { en: ({ member }) => `Read the record of ${member}`, de: ({ member }) => `Daten gelesen: ${member}` },
    lookupUser: {
      en: ({ member }) => `Found ${member} by the payment reference`,
      de: ({ member }) => `Über die Zahlungsreferenz gefunden: ${member}`,
    },
    listListings: { en: () => 'Read the listings', de: () => 'Die Inserate gelesen' },
    getListing: {
      en: ({ member }) => `Read a listing of ${member}`,
      de: ({ member }) => `Ein Inserat gelesen: ${member}`,
    },
    getBalance: {
      en: ({ member }) => `Read the balance of ${member}`,
      de: ({ member }) => `Kontostand gelesen: ${member}`,
    },
    creditWallet: {
      en: ({ member, hours }) => `Credited ${hours} to ${member}`,
      de: ({ member, hours }) => `${hours} gutgeschrieben: ${member}`,
    },
    creditMany: {
      en: ({ items, hours }) =>
        items === 0 ? 'Credited nothing' : `Credited ${hours} in ${counted.en(items, 'credit', 'credits')}`,
      de: ({ items, hours }) =>
        items === 0
          ? 'Nichts gutgeschrieben'
          : `${hours} in ${counted.de(items, 'Gutschrift', 'Gutschriften')} gebucht`,
    },
    listCredits: { en: () => 'Read the list of its credits', de: () => 'Die Liste der eigenen Gutschriften gelesen' },
    getCredit: {
      en: ({ member, hours }) => `Read the credit of ${hours} to ${member}`,
      de: ({ member, hours }) => `Gutschrift über ${hours} gelesen: ${member}`,
    },
    reverseCredit: {
      en: ({ member, hours }) => `Reversed the credit of ${hours} to ${member}`,
      de: ({ member, hours }) => `Gutschrift über ${hours} storniert: ${member}`,
    },
    getStatement: { en: () => 'Read a daily statement', de: () => 'Eine Tagesabrechnung gelesen' },
    getCommunityAggregates: {
      en: () => 'Read the totals of the community',
      de: () => 'Die Gesamtzahlen der Gemeinschaft gelesen',
    },
    listEventTypes: { en: () => 'Read which events there are', de: () => 'Die Ereignisarten gelesen' },
    listSubscriptions: { en: () => 'Read its webhook endpoints', de: () => 'Die eigenen Webhook-Endpunkte gelesen' },
    createSubscription: { en: () => 'Added a webhook endpoint', de: () => 'Einen Webhook-Endpunkt hinzugefügt' },
    getSubscription: { en: () => 'Read a webhook endpoint', de: () => 'Einen Webhook-Endpunkt gelesen' },
    updateSubscription: { en: () => 'Changed a webhook endpoint', de: () => 'Einen Webhook-Endpunkt geändert' },
    deleteSubscription: { en: () => 'Deleted a webhook endpoint', de: () => 'Einen Webhook-Endpunkt gelöscht' },
    rotateSubscriptionSecret: {
      en: () => 'Replaced the signing secret of a webhook endpoint',
      de: () => 'Den Signaturschlüssel eines Webhook-Endpunkts ersetzt',
    },
    testSubscription: { en: () => 'Sent a test event', de: () => 'Ein Testereignis gesendet' },
    replaySubscription: {
      en: () => 'Had past events sent again',
      de: () => 'Vergangene Ereignisse erneut senden lassen',
    },
    listDeliveries: {
      en: () => 'Read the deliveries of a webhook endpoint',
      de: () => 'Die Zustellungen eines Webhook-Endpunkts gelesen',
    },
    retryDelivery: { en: () => 'Had a delivery repeated', de: () => 'Eine Zustellung wiederholen lassen' },
    listEvents: { en: () => 'Read the events', de: () => 'Die Ereignisse gelesen' },
  } satisfies Readonly<Record<PartnerOperationId, Said<(subject: CallSubject) => string>>>,
  /** As `errors`, of a look-up by payment reference, which the payer mistyped, not the partner. */
  lookups: {
    invalid_request: {
      why: { en: 'the payment reference is mistyped', de: 'die Zahlungsreferenz ist falsch geschrieben' },
      todo: {
        en: 'Its check digits are wrong: the person who paid has mistyped it. Ask the partner for the name of the payer, call the member, and give the partner the right reference.',
        de: 'Ihre Prüfziffern stimmen nicht: Wer überwiesen hat, hat sich vertippt. Fragen Sie den Partner, von wem die Zahlung ist, rufen Sie das Mitglied an und nennen Sie dem Partner die richtige Referenz.',
      },
    },
    user_not_found: {
      why: { en: 'no member has this payment reference', de: 'zu dieser Zahlungsreferenz gibt es kein Mitglied' },
      todo: {
        en: 'Look it up in the search. If a member has it, check whether the member is suspended or hidden from this partner. If nobody has it, the person who paid has mistyped it: ask the partner for the name of the payer, and call the member.',
        de: 'Geben Sie sie in die Suche ein. Gehört sie zu einem Mitglied, prüfen Sie, ob es gesperrt oder für diesen Partner unsichtbar ist. Gehört sie zu niemandem, hat sich die Person vertippt, die überwiesen hat: Fragen Sie den Partner, von wem die Zahlung ist, und rufen Sie das Mitglied an.',
      },
    },
  },
  ...callErrors,
};
