/** Warum etwas abgelehnt wurde: nach dem Code des Fehlers oder des Feldes. */
import type { CoreTexts } from '../en/texts.ts';

const written = (value: number) => new Intl.NumberFormat('de').format(value);

export const refusals: CoreTexts['refusals'] = {
  errors: {
    sign_in_failed: 'E-Mail-Adresse oder Passwort ist falsch.',
    code_required: 'Geben Sie den Code Ihrer Authenticator-App oder einen Wiederherstellungscode ein.',
    not_signed_in: 'Sie sind abgemeldet. Melden Sie sich wieder an.',
    local_accounts_off: 'Hier melden Sie sich nur über Ihre Organisation an, ohne Passwort, Passkey oder Link.',
    provider_away:
      'Die Anmeldung Ihrer Organisation antwortet gerade nicht. Versuchen Sie es in einer Minute noch einmal.',
    window_blocked:
      'Ihr Browser hat das Fenster nicht geöffnet. Erlauben Sie Fenster dieser Seite und versuchen Sie es noch einmal.',
    csrf_failed: 'Diese Seite ist veraltet. Laden Sie sie neu.',
    password_required: 'Geben Sie Ihr Passwort noch einmal ein.',
    already_reversed: 'Das ist bereits storniert.',
    import_not_undoable: 'Dieser Import lässt sich nicht mehr rückgängig machen.',
    payload_too_large: 'Die Datei ist zu groß.',
    setup_link_invalid: 'Dieser Link funktioniert nicht mehr. Bitten Sie um einen neuen.',
    hand_over_invalid: 'Dieser Link funktioniert nicht mehr. Bitten Sie um einen neuen.',
    invalid_cursor: 'Die Liste hat sich geändert. Laden Sie die Seite neu.',
    passkey_cancelled:
      'Der Vorgang wurde nicht beendet: Sie haben abgebrochen, es dauerte zu lange, oder dieses Gerät hat keinen Passkey für Timebank.',
    passkey_known: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
    passkey_unfit:
      'Dieses Gerät oder dieser Browser kann das nicht. Nötig sind ein Speicher für Passkeys und eine Bildschirmsperre oder PIN.',
    passkey_refused:
      'Dieser Passkey funktioniert hier nicht. Vielleicht wurde er entfernt. Melden Sie sich mit Ihrem Passwort an.',
  },
  conflicts: {
    attempt_under_way: 'Gerade läuft ein Versuch. Warten Sie sein Ergebnis ab.',
    changed_meanwhile:
      'Jemand anderes hat das inzwischen geändert. Prüfen Sie den aktuellen Stand und versuchen Sie es noch einmal.',
    codes_enabled: 'Einmalcodes sind schon eingerichtet.',
    codes_exhausted:
      'Zu oft wurde mit Ihrem Passwort ein falscher Code eingegeben. Melden Sie sich mit einem Passkey an oder lassen Sie sich einen Link geben, und ändern Sie Ihr Passwort.',
    codes_not_begun: 'Die Einrichtung ist beendet. Beginnen Sie noch einmal.',
    codes_not_enabled: 'Einmalcodes sind nicht eingerichtet.',
    too_many: 'Mehr lassen sich hier nicht anlegen. Entfernen Sie zuerst etwas, das Sie nicht mehr brauchen.',
    data_erased: 'Die Daten dieses Mitglieds sind gelöscht. Es lässt sich nichts mehr ändern.',
    deputy_already: 'Diese Person handelt schon für das Mitglied.',
    has_role: 'Sie haben in dieser Gemeinschaft schon eine Rolle. Die Einladung ist für eine andere Person.',
    identity_linked: 'Ihr Konto ist schon verknüpft, oder Ihr Konto bei Ihrer Organisation gehört hier jemand anderem.',
    last_owner: 'Mindestens eine Person behält die Rolle „Leitung“. Geben Sie diese Rolle zuerst einer anderen Person.',
    line_not_open: 'Diese Zeile ist nicht offen oder keine Zahlung an ein Mitglied.',
    line_settled: 'In dieser Zeile ist nichts mehr zu klären.',
    link_opened:
      'Ein Link zu diesem Zugangsschlüssel wurde schon geöffnet. Erstellen Sie einen neuen Zugangsschlüssel.',
    mail_off: 'Hier werden keine E-Mails verschickt. Die Person, die den Server betreibt, kann das einschalten.',
    nobody_agreed: 'Von diesen Mitgliedern hat keines Nachrichten zugestimmt.',
    not_empty: 'Diese Zeitbank hat schon Mitglieder oder Stunden. Ein Umzug braucht eine leere.',
    no_proposal: 'Für diese Zeile ist nichts vorgeschlagen, was gebucht werden kann. Laden Sie die Seite neu.',
    no_provider: 'Hier gibt es keine Anmeldung über eine Organisation.',
    no_sandbox: 'Nur eine Testumgebung lässt sich zurücksetzen. Diese Gemeinschaft ist echt; nichts wurde geändert.',
    no_webhook_permission: 'Der Partner darf keine Ereignisse empfangen. Ihm fehlt die Berechtigung.',
    only_way_in: 'Sie können sich auf keinem anderen Weg anmelden. Richten Sie zuerst einen ein.',
    operator_makes_link:
      'Diese Person verwaltet auch andere Gemeinschaften. Den Link kann nur die Person erstellen, die den Server betreibt.',
    party_not_active: 'Eines der beiden Mitglieder macht zurzeit nicht mit. Aktivieren Sie es zuerst.',
    passkey_added: 'Dieser Passkey wurde schon hinzugefügt.',
    passkey_late: 'Das hat zu lange gedauert. Beginnen Sie noch einmal.',
    passkeys_full: 'Mehr Passkeys sind nicht möglich. Entfernen Sie zuerst einen.',
    status_not_possible: 'Dieser Status ist für dieses Mitglied jetzt nicht möglich. Laden Sie die Seite neu.',
  },
  provider: {
    address_taken:
      'Zu Ihrer E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich dort an und verknüpfen Sie es unter „Ihr Konto“.',
    denied: 'Ihre Organisation hat Sie nicht angemeldet, oder Sie haben abgebrochen.',
    email_unverified:
      'Ihre Organisation hat Ihre E-Mail-Adresse nicht geprüft. Fragen Sie die Leute, die ihre Anmeldung betreiben.',
    no_account: 'Sie haben hier noch kein Konto. Bitten Sie die Eigentümer Ihrer Gemeinschaft um eine Einladung.',
    no_role: 'Sie haben hier keine Rolle. Fragen Sie die Leute, die in Ihrer Organisation die Gruppen verwalten.',
    not_afresh:
      'Sie wurden nicht erneut nach Ihrer Anmeldung gefragt. Melden Sie sich hier ab und wieder an und versuchen Sie es innerhalb von zehn Minuten noch einmal.',
    not_verified: 'Die Antwort Ihrer Organisation ließ sich nicht prüfen. Versuchen Sie es noch einmal.',
    other_person: 'Sie haben sich als jemand anderes angemeldet. Nehmen Sie das Konto, das hier verknüpft ist.',
    too_late: 'Das hat zu lange gedauert oder wurde in einem anderen Fenster begonnen. Versuchen Sie es noch einmal.',
  },
  faults: {
    unknown_category:
      'Diese Kategorie steht nicht in der Liste. Wählen Sie eine, oder kreuzen Sie an, dass sie aufgenommen wird.',
    closed_category: 'Diese Kategorie ist geschlossen. Wählen Sie eine andere.',
    empty: 'Bitte füllen Sie dieses Feld aus.',
    wrong_type: 'Diese Eingabe ist nicht gültig.',
    repeated: 'Derselbe Eintrag kommt zweimal vor.',
    too_few_items: 'Wählen Sie mindestens einen Eintrag.',
    too_many_items: 'Das sind zu viele Einträge.',
    too_many: 'Das sind zu viele.',
    unknown_value: 'Diese Auswahl gibt es nicht. Wählen Sie etwas anderes.',
    unknown_member: 'Dieses Mitglied gibt es nicht.',
    unknown_listing: 'Dieses Inserat gibt es nicht.',
    unknown_currency: 'Diese Währung gibt es nicht. Geben Sie ein Kürzel wie EUR ein.',
    surrounding_space: 'Entfernen Sie die Leerzeichen am Anfang und am Ende.',
    invalid_url: 'Das ist keine gültige Adresse. Beispiel: https://example.org/hook.',
    invalid_target: 'Das ist keine gültige Adresse. Beispiel: https://example.org/hook.',
    https_required: 'Die Adresse muss mit https:// beginnen.',
    userinfo_not_allowed: 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
    fragment_not_allowed: 'Die Adresse darf kein # enthalten.',
    host_not_allowed: 'An diese Adresse lässt sich nichts senden. Sie muss aus dem Internet erreichbar sein.',
    address_not_allowed: 'An diese Adresse lässt sich nichts senden. Sie muss aus dem Internet erreichbar sein.',
    invalid_iban: 'Das ist keine IBAN: Prüfziffern oder Länge stimmen nicht.',
    same_member: 'Die Stunden sind schon bei diesem Mitglied gebucht.',
    invalid_format: 'Das hat nicht die erwartete Form.',
    invalid_range: 'Keine gültige Adresse und kein gültiger Bereich. Beispiele: 192.0.2.7 oder 192.0.2.0/24.',
    ipv4_as_ipv6: 'Das ist eine IPv4-Adresse in IPv6-Schreibweise. Schreiben Sie sie als IPv4-Adresse.',
    range_too_wide: 'Dieser Bereich umfasst einen großen Teil des Internets. Geben Sie einen kleineren ein.',
    bits_beyond_prefix:
      'Die Adresse passt nicht zu ihrem Präfix. Geben Sie die erste Adresse des Bereichs ein oder nur die Adresse.',
    invalid_rate: 'Geben Sie einen Kurs über 0 ein, zum Beispiel 0,04.',
    invalid_key: 'Das ist kein brauchbarer öffentlicher Schlüssel.',
    invalid_key_set: 'Das ist kein Satz öffentlicher Schlüssel (JWKS).',
    invalid_length: 'Die Länge stimmt nicht.',
    invalid_encoding: 'Die Datei hat nicht diese Zeichenkodierung.',
    not_text: 'Diese Eingabe ist nicht gültig.',
    wrong_code: 'Der Code ist falsch oder wurde schon benutzt. Warten Sie auf den nächsten.',
    wrong_password: 'Das Passwort ist falsch.',
    placeholder: 'Das sieht nach einem Beispielwert aus. Geben Sie den echten ein.',
  },
  caps: {
    max_credit_hours: (hours) => `Eine einzelne Gutschrift darf höchstens ${written(hours)} Stunden haben.`,
    max_member_day_hours: (hours) =>
      `Einem Mitglied dürfen höchstens ${written(hours)} Stunden am Tag gutgeschrieben werden.`,
    max_partner_day_hours: (hours) => `Der Partner darf höchstens ${written(hours)} Stunden am Tag gutschreiben.`,
    lower_balance: (limit, left) =>
      `Das Konto, das die Hilfe erhalten hat, darf nicht unter ${written(limit)} Stunden fallen. Es bleiben ${written(left)} Stunden.`,
    upper_balance: (limit, left) =>
      `Das Konto, das die Hilfe gegeben hat, darf nicht über ${written(limit)} Stunden steigen. Es bleiben ${written(left)} Stunden.`,
    max_subscriptions: (endpoints) => `Ein Partner darf höchstens ${written(endpoints)} Webhook-Endpunkte haben.`,
  },
  other: 'Diese Eingabe ist nicht gültig.',
};
