/** Aufrufe der Partner und ihre Fehler in den Worten der Verwaltung. */
import type { CallWords } from '../en/call-words.ts';
import { counted } from './common.ts';

export const callWords: CallWords = {
  hours: (value, written) => (value === 1 ? '1 Stunde' : `${written} Stunden`),
  someone: 'ein Mitglied',
  someHours: 'Stunden',
  reference: (reference) => `Referenz ${reference}`,
  refused: (why) => `Abgelehnt: ${why}`,
  failed: (why) => `Fehlgeschlagen: ${why}`,
  partly: (what, why) => `${what}. Andere wurden abgelehnt: ${why}`,
  otherCall: 'Anderer Aufruf',
  otherError: 'aus einem anderen Grund',
  code: 'Fehlercode',
  todo: 'Was zu tun ist',
  member: 'Mitglied',
  memberHint: 'Alle Mitglieder',
  referenceField: 'Referenz oder Anfrage-ID',
  referenceHint: 'Wie vom Partner genannt',
  anyError: 'Alle Gründe',
  hoursLabel: 'Stunden',
  referenceLabel: 'Referenz',
  reason: 'Grund der Ablehnung',
  status: 'HTTP-Status',
  names: {
    issueToken: 'Anmeldung',
    revokeToken: 'Zugriffstoken beenden',
    getMe: 'Eigene Einstellungen lesen',
    listUsers: 'Mitglieder auflisten',
    getUser: 'Mitglied lesen',
    lookupUser: 'Mitglied über die Zahlungsreferenz suchen',
    listListings: 'Inserate auflisten',
    getListing: 'Inserat lesen',
    getBalance: 'Kontostand lesen',
    creditWallet: 'Stunden gutschreiben',
    creditMany: 'Vielen Mitgliedern Stunden gutschreiben',
    listCredits: 'Gutschriften auflisten',
    getCredit: 'Gutschrift lesen',
    reverseCredit: 'Gutschrift stornieren',
    getStatement: 'Tagesabrechnung lesen',
    getCommunityAggregates: 'Gesamtzahlen der Gemeinschaft lesen',
    listEventTypes: 'Ereignisarten auflisten',
    listSubscriptions: 'Webhook-Endpunkte auflisten',
    createSubscription: 'Webhook-Endpunkt hinzufügen',
    getSubscription: 'Webhook-Endpunkt lesen',
    updateSubscription: 'Webhook-Endpunkt ändern',
    deleteSubscription: 'Webhook-Endpunkt löschen',
    rotateSubscriptionSecret: 'Signaturschlüssel ersetzen',
    testSubscription: 'Testereignis senden',
    replaySubscription: 'Vergangene Ereignisse erneut senden',
    listDeliveries: 'Zustellungen auflisten',
    retryDelivery: 'Zustellung wiederholen',
    listEvents: 'Ereignisse auflisten',
  },
  done: {
    issueToken: () => 'Angemeldet',
    revokeToken: () => 'Ein Zugriffstoken beendet',
    getMe: () => 'Die eigenen Einstellungen gelesen',
    listUsers: () => 'Die Liste der Mitglieder gelesen',
    getUser: ({ member }) => `Daten gelesen: ${member}`,
    lookupUser: ({ member }) => `Über die Zahlungsreferenz gefunden: ${member}`,
    listListings: () => 'Die Inserate gelesen',
    getListing: ({ member }) => `Ein Inserat gelesen: ${member}`,
    getBalance: ({ member }) => `Kontostand gelesen: ${member}`,
    creditWallet: ({ member, hours }) => `${hours} gutgeschrieben: ${member}`,
    creditMany: ({ items, hours }) =>
      items === 0 ? 'Nichts gutgeschrieben' : `${hours} in ${counted(items, 'Gutschrift', 'Gutschriften')} gebucht`,
    listCredits: () => 'Die Liste der eigenen Gutschriften gelesen',
    getCredit: ({ member, hours }) => `Gutschrift über ${hours} gelesen: ${member}`,
    reverseCredit: ({ member, hours }) => `Gutschrift über ${hours} storniert: ${member}`,
    getStatement: () => 'Eine Tagesabrechnung gelesen',
    getCommunityAggregates: () => 'Die Gesamtzahlen der Gemeinschaft gelesen',
    listEventTypes: () => 'Die Ereignisarten gelesen',
    listSubscriptions: () => 'Die eigenen Webhook-Endpunkte gelesen',
    createSubscription: () => 'Einen Webhook-Endpunkt hinzugefügt',
    getSubscription: () => 'Einen Webhook-Endpunkt gelesen',
    updateSubscription: () => 'Einen Webhook-Endpunkt geändert',
    deleteSubscription: () => 'Einen Webhook-Endpunkt gelöscht',
    rotateSubscriptionSecret: () => 'Den Signaturschlüssel eines Webhook-Endpunkts ersetzt',
    testSubscription: () => 'Ein Testereignis gesendet',
    replaySubscription: () => 'Vergangene Ereignisse erneut senden lassen',
    listDeliveries: () => 'Die Zustellungen eines Webhook-Endpunkts gelesen',
    retryDelivery: () => 'Eine Zustellung wiederholen lassen',
    listEvents: () => 'Die Ereignisse gelesen',
  },
  lookups: {
    invalid_request: {
      why: 'die Zahlungsreferenz ist falsch geschrieben',
      todo: 'Ihre Prüfziffern stimmen nicht: Wer überwiesen hat, hat sich vertippt. Fragen Sie den Partner, von wem die Zahlung ist, rufen Sie das Mitglied an und nennen Sie dem Partner die richtige Referenz.',
    },
    user_not_found: {
      why: 'zu dieser Zahlungsreferenz gibt es kein Mitglied',
      todo: 'Geben Sie sie in die Suche ein. Gehört sie zu einem Mitglied, prüfen Sie, ob es gesperrt oder für diesen Partner unsichtbar ist. Gehört sie zu niemandem, hat sich die Person vertippt, die überwiesen hat: Fragen Sie den Partner, von wem die Zahlung ist, und rufen Sie das Mitglied an.',
    },
  },
  errors: {
    invalid_request: {
      why: 'die Anfrage war fehlerhaft',
      todo: 'Leiten Sie die Meldung unten an die Technik des Partners weiter.',
    },
    invalid_cursor: {
      why: 'die Stelle in der Liste war ungültig',
      todo: 'Der Partner muss die Liste wieder von der ersten Seite an lesen.',
    },
    unsupported_grant_type: {
      why: 'diese Art der Anmeldung gibt es nicht',
      todo: 'Leiten Sie die Meldung unten an die Technik des Partners weiter.',
    },
    invalid_scope: {
      why: 'keine der verlangten Berechtigungen ist erteilt',
      todo: 'Prüfen Sie die Berechtigungen in den Einstellungen des Partners.',
    },
    invalid_client: {
      why: 'die Zugangsdaten wurden nicht angenommen',
      todo: 'Sehen Sie sich die Ursache an. Hat der Partner seinen Zugangsschlüssel verloren, stellen Sie einen neuen aus.',
    },
    invalid_token: {
      why: 'das Zugriffstoken war ungültig',
      todo: 'Meist nichts: Der Partner meldet sich neu an. Hört es nicht auf, sehen Sie sich die Ursache an.',
    },
    invalid_dpop_proof: {
      why: 'der Nachweis des Partnerschlüssels war ungültig',
      todo: 'Leiten Sie die Meldung unten an die Technik des Partners weiter.',
    },
    use_dpop_nonce: {
      why: 'der Nachweis des Partnerschlüssels war zu alt',
      todo: 'Nichts: Der Partner wiederholt den Aufruf mit einem neuen Nachweis.',
    },
    insufficient_scope: {
      why: 'dem Partner fehlt diese Berechtigung',
      todo: 'Braucht der Partner sie, erteilen Sie die Berechtigung in seinen Einstellungen.',
    },
    ip_not_allowed: {
      why: 'die IP-Adresse ist nicht zugelassen',
      todo: 'Fragen Sie den Partner, ob der Aufruf von ihm kam. Wenn ja, tragen Sie die Adresse in seinen Einstellungen ein.',
    },
    https_required: {
      why: 'die Verbindung war nicht verschlüsselt',
      todo: 'Der Partner muss die https-Adresse aufrufen. Seine Zugangsdaten können mitgelesen worden sein: Stellen Sie einen neuen Zugangsschlüssel aus.',
    },
    not_found: {
      why: 'diese Adresse gibt es nicht',
      todo: 'Die Technik des Partners sollte die Adresse in der Dokumentation nachsehen.',
    },
    user_not_found: {
      why: 'dieses Mitglied gibt es nicht',
      todo: 'Das Mitglied ist unbekannt, gesperrt, für diesen Partner nicht sichtbar oder ausgetreten. Wartet eine Zahlung, prüfen Sie das Mitglied.',
    },
    listing_not_found: {
      why: 'dieses Inserat gibt es nicht',
      todo: 'Meist nichts: Das Inserat ist geschlossen, wird noch geprüft, oder der Partner darf das Mitglied nicht sehen.',
    },
    credit_not_found: {
      why: 'der Partner hat keine solche Gutschrift',
      todo: 'Fragen Sie den Partner, welche Gutschrift er meint.',
    },
    statement_not_found: {
      why: 'dieser Tag liegt in der Zukunft',
      todo: 'Nichts: Abrechnungen gibt es bis heute.',
    },
    subscription_not_found: {
      why: 'diesen Webhook-Endpunkt gibt es nicht',
      todo: 'Der Partner sollte die Liste seiner Endpunkte neu lesen.',
    },
    delivery_not_found: {
      why: 'diese Zustellung gibt es nicht',
      todo: 'Nichts: Zustellungen werden 30 Tage aufbewahrt.',
    },
    method_not_allowed: {
      why: 'diese Adresse kennt solche Aufrufe nicht',
      todo: 'Die Technik des Partners sollte in der Dokumentation nachsehen.',
    },
    request_timeout: {
      why: 'die Anfrage kam nicht rechtzeitig an',
      todo: 'Nichts, solange es selten ist: Der Partner wiederholt den Aufruf.',
    },
    reference_conflict: {
      why: 'die Referenz gehört schon zu einer anderen Buchung',
      todo: 'Vergleichen Sie beide Buchungen mit dem Partner. Dieser Aufruf hat nichts gebucht.',
    },
    already_reversed: {
      why: 'die Gutschrift ist schon storniert',
      todo: 'Es wurde nichts gebucht. Fragen Sie den Partner, falls er etwas anderes erwartet hat.',
    },
    sync_token_expired: {
      why: 'die Kopie des Partners ist zu alt zum Fortsetzen',
      todo: 'Der Partner muss die ganze Liste neu lesen.',
    },
    misdirected_request: {
      why: 'die Gemeinschaft antwortet jetzt unter einer anderen Adresse',
      todo: 'Der Partner muss die Adresse fragen, die in der Antwort steht.',
    },
    payload_too_large: {
      why: 'die Anfrage war zu groß',
      todo: 'Der Partner sollte weniger auf einmal senden.',
    },
    uri_too_long: {
      why: 'die Adresse der Anfrage war zu lang',
      todo: 'Leiten Sie die Meldung unten an die Technik des Partners weiter.',
    },
    unsupported_media_type: {
      why: 'dieses Format wird nicht unterstützt',
      todo: 'Der Partner muss JSON senden.',
    },
    expectation_failed: {
      why: 'die Anfrage erwartete etwas, das es nicht gibt',
      todo: 'Leiten Sie die Meldung unten an die Technik des Partners weiter.',
    },
    not_implemented: {
      why: 'die Anfrage war auf eine Art verpackt, die es hier nicht gibt',
      todo: 'Leiten Sie die Meldung unten an die Technik des Partners weiter.',
    },
    validation_failed: {
      why: 'Angaben fehlten oder waren ungültig',
      todo: 'Leiten Sie die Meldung unten an die Technik des Partners weiter. Es wurde nichts gebucht.',
    },
    limit_exceeded: {
      why: 'eine Grenze war erreicht',
      todo: 'Die Meldung unten nennt die Grenze. Prüfen Sie, ob sie stimmt, und antworten Sie dem Partner.',
    },
    rate_limited: {
      why: 'zu viele Anfragen in kurzer Zeit',
      todo: 'Nichts, solange es selten ist. Sonst bitten Sie den Partner um weniger Anfragen, oder erhöhen Sie seine Grenze.',
    },
    headers_too_large: {
      why: 'die Kopfzeilen der Anfrage waren zu groß',
      todo: 'Leiten Sie die Meldung unten an die Technik des Partners weiter.',
    },
    server_error: {
      why: 'ein Fehler dieses Dienstes',
      todo: 'Nennen Sie der Person, die den Server betreibt, die Anfrage-ID.',
    },
    partner_api_disabled: {
      why: 'der Zugriff für Partner war abgeschaltet',
      todo: 'Schalten Sie ihn unter „Not-Aus“ wieder ein, sobald das Problem behoben ist.',
    },
    temporarily_unavailable: {
      why: 'der Dienst war überlastet oder seine Datenbank nicht erreichbar',
      todo: 'Der Partner wiederholt den Aufruf. Hört es nicht auf, sagen Sie der Person, die den Server betreibt, Bescheid.',
    },
  },
};
