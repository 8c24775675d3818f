/** Why a partner was refused, and what is to be done about it. */
import type { ErrorCode } from '@timebank/contract';
import type { Said } from '../../../console/src/i18n/languages.ts';

export const callErrors = {
  errors: {
    invalid_request: {
      why: { en: 'the request was malformed', de: 'die Anfrage war fehlerhaft' },
      todo: {
        en: 'Send the message below to the partner’s developers.',
        de: 'Leiten Sie die Meldung unten an die Technik des Partners weiter.',
      },
    },
    invalid_cursor: {
      why: { en: 'the place in the list was not valid', de: 'die Stelle in der Liste war ungültig' },
      todo: {
        en: 'The partner has to start the list again from its first page.',
        de: 'Der Partner muss die Liste wieder von der ersten Seite an lesen.',
      },
    },
    unsupported_grant_type: {
      why: { en: 'this way of signing in is not supported', de: 'diese Art der Anmeldung gibt es nicht' },
      todo: {
        en: 'Send the message below to the partner’s developers.',
        de: 'Leiten Sie die Meldung unten an die Technik des Partners weiter.',
      },
    },
    invalid_scope: {
      why: {
        en: 'none of the requested permissions is granted',
        de: 'keine der verlangten Berechtigungen ist erteilt',
      },
      todo: {
        en: 'Check the partner’s permissions in its settings.',
        de: 'Prüfen Sie die Berechtigungen in den Einstellungen des Partners.',
      },
    },
    invalid_client: {
      why: { en: 'the credentials were not accepted', de: 'die Zugangsdaten wurden nicht angenommen' },
      todo: {
        en: 'Look at the cause. If the partner lost its client secret, issue a new one.',
        de: 'Sehen Sie sich die Ursache an. Hat der Partner seinen Zugangsschlüssel verloren, stellen Sie einen neuen aus.',
      },
    },
    invalid_token: {
      why: { en: 'the access token was not valid', de: 'das Zugriffstoken war ungültig' },
      todo: {
        en: 'Usually nothing: the partner signs in again. If this goes on, look at the cause.',
        de: 'Meist nichts: Der Partner meldet sich neu an. Hört es nicht auf, sehen Sie sich die Ursache an.',
      },
    },
    invalid_dpop_proof: {
      why: {
        en: 'the proof of the partner’s key was not valid',
        de: 'der Nachweis des Partnerschlüssels war ungültig',
      },
      todo: {
        en: 'Send the message below to the partner’s developers.',
        de: 'Leiten Sie die Meldung unten an die Technik des Partners weiter.',
      },
    },
    use_dpop_nonce: {
      why: { en: 'the proof of the partner’s key was too old', de: 'der Nachweis des Partnerschlüssels war zu alt' },
      todo: {
        en: 'Nothing: the partner repeats the call with a new proof.',
        de: 'Nichts: Der Partner wiederholt den Aufruf mit einem neuen Nachweis.',
      },
    },
    insufficient_scope: {
      why: { en: 'the partner lacks this permission', de: 'dem Partner fehlt diese Berechtigung' },
      todo: {
        en: 'If the partner needs it, grant the permission in its settings.',
        de: 'Braucht der Partner sie, erteilen Sie die Berechtigung in seinen Einstellungen.',
      },
    },
    ip_not_allowed: {
      why: { en: 'the IP address is not on the list of allowed addresses', de: 'die IP-Adresse ist nicht zugelassen' },
      todo: {
        en: 'Ask the partner whether the call was its own. If so, add the address in its settings.',
        de: 'Fragen Sie den Partner, ob der Aufruf von ihm kam. Wenn ja, tragen Sie die Adresse in seinen Einstellungen ein.',
      },
    },
    https_required: {
      why: { en: 'the connection was not encrypted', de: 'die Verbindung war nicht verschlüsselt' },
      todo: {
        en: 'The partner has to call the https address. Its credentials may have been seen: issue a new client secret.',
        de: 'Der Partner muss die https-Adresse aufrufen. Seine Zugangsdaten können mitgelesen worden sein: Stellen Sie einen neuen Zugangsschlüssel aus.',
      },
    },
    not_found: {
      why: { en: 'no such address', de: 'diese Adresse gibt es nicht' },
      todo: {
        en: 'The partner’s developers should check the address in the documentation.',
        de: 'Die Technik des Partners sollte die Adresse in der Dokumentation nachsehen.',
      },
    },
    user_not_found: {
      why: { en: 'no such member', de: 'dieses Mitglied gibt es nicht' },
      todo: {
        en: 'The member is unknown, suspended or hidden from this partner, or has left. If a payment waits for the member, check the record.',
        de: 'Das Mitglied ist unbekannt, gesperrt, für diesen Partner nicht sichtbar oder ausgetreten. Wartet eine Zahlung, prüfen Sie das Mitglied.',
      },
    },
    listing_not_found: {
      why: { en: 'no such listing', de: 'dieses Inserat gibt es nicht' },
      todo: {
        en: 'Usually nothing: the listing was closed, is waiting for review, or its member is not visible to the partner.',
        de: 'Meist nichts: Das Inserat ist geschlossen, wird noch geprüft, oder der Partner darf das Mitglied nicht sehen.',
      },
    },
    credit_not_found: {
      why: { en: 'no such credit of this partner', de: 'der Partner hat keine solche Gutschrift' },
      todo: { en: 'Ask the partner which credit it means.', de: 'Fragen Sie den Partner, welche Gutschrift er meint.' },
    },
    statement_not_found: {
      why: { en: 'this day is still to come', de: 'dieser Tag liegt in der Zukunft' },
      todo: { en: 'Nothing: statements are available up to today.', de: 'Nichts: Abrechnungen gibt es bis heute.' },
    },
    subscription_not_found: {
      why: { en: 'no such webhook endpoint', de: 'diesen Webhook-Endpunkt gibt es nicht' },
      todo: {
        en: 'The partner should read its list of endpoints again.',
        de: 'Der Partner sollte die Liste seiner Endpunkte neu lesen.',
      },
    },
    delivery_not_found: {
      why: { en: 'no such delivery', de: 'diese Zustellung gibt es nicht' },
      todo: { en: 'Nothing: deliveries are kept for 30 days.', de: 'Nichts: Zustellungen werden 30 Tage aufbewahrt.' },
    },
    method_not_allowed: {
      why: { en: 'this address does not support that kind of call', de: 'diese Adresse kennt solche Aufrufe nicht' },
      todo: {
        en: 'The partner’s developers should check the documentation.',
        de: 'Die Technik des Partners sollte in der Dokumentation nachsehen.',
      },
    },
    request_timeout: {
      why: { en: 'the request did not arrive in time', de: 'die Anfrage kam nicht rechtzeitig an' },
      todo: {
        en: 'Nothing, as long as it is rare: the partner repeats the call.',
        de: 'Nichts, solange es selten ist: Der Partner wiederholt den Aufruf.',
      },
    },
    reference_conflict: {
      why: {
        en: 'the reference was already used for another booking',
        de: 'die Referenz gehört schon zu einer anderen Buchung',
      },
      todo: {
        en: 'Compare both bookings with the partner. Nothing was booked by this call.',
        de: 'Vergleichen Sie beide Buchungen mit dem Partner. Dieser Aufruf hat nichts gebucht.',
      },
    },
    already_reversed: {
      why: { en: 'the credit was already reversed', de: 'die Gutschrift ist schon storniert' },
      todo: {
        en: 'Nothing was booked. Ask the partner if it expected otherwise.',
        de: 'Es wurde nichts gebucht. Fragen Sie den Partner, falls er etwas anderes erwartet hat.',
      },
    },
    sync_token_expired: {
      why: {
        en: 'the partner’s copy is too old to be continued',
        de: 'die Kopie des Partners ist zu alt zum Fortsetzen',
      },
      todo: { en: 'The partner has to read the whole list again.', de: 'Der Partner muss die ganze Liste neu lesen.' },
    },
    misdirected_request: {
      why: {
        en: 'the community answers at another address now',
        de: 'die Gemeinschaft antwortet jetzt unter einer anderen Adresse',
      },
      todo: {
        en: 'The partner has to ask the address that the answer names.',
        de: 'Der Partner muss die Adresse fragen, die in der Antwort steht.',
      },
    },
    payload_too_large: {
      why: { en: 'the request was too large', de: 'die Anfrage war zu groß' },
      todo: {
        en: 'The partner should send fewer items at a time.',
        de: 'Der Partner sollte weniger auf einmal senden.',
      },
    },
    uri_too_long: {
      why: { en: 'the address of the request was too long', de: 'die Adresse der Anfrage war zu lang' },
      todo: {
        en: 'Send the message below to the partner’s developers.',
        de: 'Leiten Sie die Meldung unten an die Technik des Partners weiter.',
      },
    },
    unsupported_media_type: {
      why: { en: 'this format is not supported', de: 'dieses Format wird nicht unterstützt' },
      todo: { en: 'The partner has to send JSON.', de: 'Der Partner muss JSON senden.' },
    },
    expectation_failed: {
      why: { en: 'the request expected something unsupported', de: 'die Anfrage erwartete etwas, das es nicht gibt' },
      todo: {
        en: 'Send the message below to the partner’s developers.',
        de: 'Leiten Sie die Meldung unten an die Technik des Partners weiter.',
      },
    },
    not_implemented: {
      why: {
        en: 'the request was packed in a way that is not supported',
        de: 'die Anfrage war auf eine Art verpackt, die es hier nicht gibt',
      },
      todo: {
        en: 'Send the message below to the partner’s developers.',
        de: 'Leiten Sie die Meldung unten an die Technik des Partners weiter.',
      },
    },
    validation_failed: {
      why: { en: 'some details were missing or not valid', de: 'Angaben fehlten oder waren ungültig' },
      todo: {
        en: 'Send the message below to the partner’s developers. Nothing was booked.',
        de: 'Leiten Sie die Meldung unten an die Technik des Partners weiter. Es wurde nichts gebucht.',
      },
    },
    limit_exceeded: {
      why: { en: 'a limit was reached', de: 'eine Grenze war erreicht' },
      todo: {
        en: 'The message below names the limit. Check whether it is right, then answer the partner.',
        de: 'Die Meldung unten nennt die Grenze. Prüfen Sie, ob sie stimmt, und antworten Sie dem Partner.',
      },
    },
    rate_limited: {
      why: { en: 'too many requests in a short time', de: 'zu viele Anfragen in kurzer Zeit' },
      todo: {
        en: 'Nothing, as long as it is rare. Otherwise ask the partner to slow down, or raise its limit.',
        de: 'Nichts, solange es selten ist. Sonst bitten Sie den Partner um weniger Anfragen, oder erhöhen Sie seine Grenze.',
      },
    },
    headers_too_large: {
      why: { en: 'the request’s headers were too large', de: 'die Kopfzeilen der Anfrage waren zu groß' },
      todo: {
        en: 'Send the message below to the partner’s developers.',
        de: 'Leiten Sie die Meldung unten an die Technik des Partners weiter.',
      },
    },
    server_error: {
      why: { en: 'an error of this service', de: 'ein Fehler dieses Dienstes' },
      todo: {
        en: 'Report the request ID to the operator of your service.',
        de: 'Nennen Sie der Person, die den Server betreibt, die Anfrage-ID.',
      },
    },
    partner_api_disabled: {
      why: { en: 'access for partners was switched off', de: 'der Zugriff für Partner war abgeschaltet' },
      todo: {
        en: 'Switch it on again under “Kill switch” when the problem is solved.',
        de: 'Schalten Sie ihn unter „Not-Aus“ wieder ein, sobald das Problem behoben ist.',
      },
    },
    temporarily_unavailable: {
      why: {
        en: 'the service was overloaded or its database away',
        de: 'der Dienst war überlastet oder seine Datenbank nicht erreichbar',
      },
      todo: {
        en: 'The partner repeats the call. If this goes on, tell the operator of your service.',
        de: 'Der Partner wiederholt den Aufruf. Hört es nicht auf, sagen Sie der Person, die den Server betreibt, Bescheid.',
      },
    },
  } satisfies Readonly<Record<ErrorCode, { readonly why: Said; readonly todo: Said }>>,
};
