/** Why something was refused: by the code of the error, or of a field's fault. */

import type { AnyErrorCode, ConflictReason, ProviderReason } from '../../desk/contract/errors.ts';
import type { BrowserFault } from '../api/call.ts';
import { phrase, type Said } from '../i18n/languages.ts';

const written = phrase({
  en: (value: number) => new Intl.NumberFormat('en').format(value),
  de: (value: number) => new Intl.NumberFormat('de').format(value),
});

/** Errors that belong to no field. */
const errors = {
  sign_in_failed: {
    en: 'The e-mail address or the password is wrong.',
    de: 'E-Mail-Adresse oder Passwort ist falsch.',
  },
  code_required: {
    en: 'Enter the code of your authenticator app, or a recovery code.',
    de: 'Geben Sie den Code Ihrer Authenticator-App oder einen Wiederherstellungscode ein.',
  },
  not_signed_in: { en: 'You are signed out. Sign in again.', de: 'Sie sind abgemeldet. Melden Sie sich wieder an.' },
  local_accounts_off: {
    en: 'Here you sign in only through your organisation, without a password, passkey or link.',
    de: 'Hier melden Sie sich nur über Ihre Organisation an, ohne Passwort, Passkey oder Link.',
  },
  provider_away: {
    en: 'The sign-in of your organisation does not respond at the moment. Try again in a minute.',
    de: 'Die Anmeldung Ihrer Organisation antwortet gerade nicht. Versuchen Sie es in einer Minute noch einmal.',
  },
  window_blocked: {
    en: 'Your browser did not open the window. Allow windows of this page, then try again.',
    de: 'Ihr Browser hat das Fenster nicht geöffnet. Erlauben Sie Fenster dieser Seite und versuchen Sie es noch einmal.',
  },
  csrf_failed: { en: 'This page is out of date. Reload it.', de: 'Diese Seite ist veraltet. Laden Sie sie neu.' },
  password_required: { en: 'Enter your password again.', de: 'Geben Sie Ihr Passwort noch einmal ein.' },
  already_reversed: { en: 'This has already been reversed.', de: 'Das ist bereits storniert.' },
  import_not_undoable: {
    en: 'This import can no longer be undone.',
    de: 'Dieser Import lässt sich nicht mehr rückgängig machen.',
  },
  payload_too_large: { en: 'The file is too large.', de: 'Die Datei ist zu groß.' },
  setup_link_invalid: {
    en: 'This link does not work any more. Ask for a new one.',
    de: 'Dieser Link funktioniert nicht mehr. Bitten Sie um einen neuen.',
  },
  hand_over_invalid: {
    en: 'This link does not work any more. Ask for a new one.',
    de: 'Dieser Link funktioniert nicht mehr. Bitten Sie um einen neuen.',
  },
  invalid_cursor: {
    en: 'The list has changed. Reload the page.',
    de: 'Die Liste hat sich geändert. Laden Sie die Seite neu.',
  },
  passkey_cancelled: {
    en: 'This was not finished: you cancelled, it took too long, or this device has no passkey for Timebank.',
    de: 'Der Vorgang wurde nicht beendet: Sie haben abgebrochen, es dauerte zu lange, oder dieses Gerät hat keinen Passkey für Timebank.',
  },
  passkey_known: {
    en: 'This device already has a passkey for your account.',
    de: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
  },
  passkey_unfit: {
    en: 'This device or browser cannot do this. It must save passkeys and have a screen lock or PIN.',
    de: 'Dieses Gerät oder dieser Browser kann das nicht. Nötig sind ein Speicher für Passkeys und eine Bildschirmsperre oder PIN.',
  },
  passkey_refused: {
    en: 'This passkey does not work here. Perhaps it was removed. Sign in with your password.',
    de: 'Dieser Passkey funktioniert hier nicht. Vielleicht wurde er entfernt. Melden Sie sich mit Ihrem Passwort an.',
  },
} satisfies Partial<Record<AnyErrorCode | BrowserFault, Said>>;

const conflicts: Readonly<Record<ConflictReason, Said>> = {
  attempt_under_way: {
    en: 'An attempt is being made right now. Wait for its result.',
    de: 'Gerade läuft ein Versuch. Warten Sie sein Ergebnis ab.',
  },
  changed_meanwhile: {
    en: 'Somebody else has changed this in the meantime. Check the current state, then try again.',
    de: 'Jemand anderes hat das inzwischen geändert. Prüfen Sie den aktuellen Stand und versuchen Sie es noch einmal.',
  },
  codes_enabled: { en: 'One-time codes are already set up.', de: 'Einmalcodes sind schon eingerichtet.' },
  codes_exhausted: {
    en: 'Too many wrong codes were entered with your password. Sign in with a passkey, or ask an owner for a set-up link, and change your password.',
    de: 'Zu oft wurde mit Ihrem Passwort ein falscher Code eingegeben. Melden Sie sich mit einem Passkey an oder lassen Sie sich einen Link geben, und ändern Sie Ihr Passwort.',
  },
  codes_not_begun: {
    en: 'The set-up has ended. Start again.',
    de: 'Die Einrichtung ist beendet. Beginnen Sie noch einmal.',
  },
  codes_not_enabled: { en: 'One-time codes are not set up.', de: 'Einmalcodes sind nicht eingerichtet.' },
  too_many: {
    en: 'No more can be added here. Remove something that you no longer need first.',
    de: 'Mehr lassen sich hier nicht anlegen. Entfernen Sie zuerst etwas, das Sie nicht mehr brauchen.',
  },
  data_erased: {
    en: 'The data of this member has been erased. Nothing can be changed any more.',
    de: 'Die Daten dieses Mitglieds sind gelöscht. Es lässt sich nichts mehr ändern.',
  },
  deputy_already: {
    en: 'This person acts for the member already.',
    de: 'Diese Person handelt schon für das Mitglied.',
  },
  has_role: {
    en: 'You already have a role in this community. The invitation is for another person.',
    de: 'Sie haben in dieser Gemeinschaft schon eine Rolle. Die Einladung ist für eine andere Person.',
  },
  identity_linked: {
    en: 'Your account is already linked, or your account at your organisation belongs to somebody else here.',
    de: 'Ihr Konto ist schon verknüpft, oder Ihr Konto bei Ihrer Organisation gehört hier jemand anderem.',
  },
  last_owner: {
    en: 'A community keeps at least one owner. Make somebody else an owner first.',
    de: 'Mindestens eine Person behält die Rolle „Leitung“. Geben Sie diese Rolle zuerst einer anderen Person.',
  },
  line_not_asked: {
    en: 'No question about this line is open. Load the page again.',
    de: 'Zu dieser Zeile ist keine Frage offen. Laden Sie die Seite neu.',
  },
  line_not_open: {
    en: 'This line is not open, or is no payment to a member.',
    de: 'Diese Zeile ist nicht offen oder keine Zahlung an ein Mitglied.',
  },
  line_settled: {
    en: 'There is nothing left to clarify in this line.',
    de: 'In dieser Zeile ist nichts mehr zu klären.',
  },
  link_opened: {
    en: 'A link to this client secret has already been opened. Create a new client secret.',
    de: 'Ein Link zu diesem Zugangsschlüssel wurde schon geöffnet. Erstellen Sie einen neuen Zugangsschlüssel.',
  },
  mail_off: {
    en: 'Mail is off here. The operator of the service can switch it on.',
    de: 'Hier werden keine E-Mails verschickt. Die Person, die den Server betreibt, kann das einschalten.',
  },
  own_hour: {
    en: 'This is about an hour of your own: another administrator settles it.',
    de: 'Es geht um eine eigene Stunde: Das klärt jemand anderes, der die Gemeinschaft verwaltet.',
  },
  sent_before: {
    en: 'This page has sent another message already: look at it, and begin a new one.',
    de: 'Von dieser Seite ist schon eine andere Nachricht abgeschickt: Sehen Sie nach, und beginnen Sie eine neue.',
  },
  nobody_agreed: {
    en: 'No active member of these has agreed to messages.',
    de: 'Von diesen Mitgliedern hat keines Nachrichten zugestimmt.',
  },
  not_empty: {
    en: 'This time bank already has members or hours. A move needs an empty one.',
    de: 'Diese Zeitbank hat schon Mitglieder oder Stunden. Ein Umzug braucht eine leere.',
  },
  no_proposal: {
    en: 'This line proposes nothing that can be booked. Reload the page.',
    de: 'Für diese Zeile ist nichts vorgeschlagen, was gebucht werden kann. Laden Sie die Seite neu.',
  },
  no_provider: {
    en: 'There is no sign-in through an organisation here.',
    de: 'Hier gibt es keine Anmeldung über eine Organisation.',
  },
  no_sandbox: {
    en: 'Only a sandbox can be reset. This community is live; nothing was changed.',
    de: 'Nur eine Testumgebung lässt sich zurücksetzen. Diese Gemeinschaft ist echt; nichts wurde geändert.',
  },
  no_webhook_permission: {
    en: 'The partner does not have the permission to receive events.',
    de: 'Der Partner darf keine Ereignisse empfangen. Ihm fehlt die Berechtigung.',
  },
  only_way_in: {
    en: 'You have no other way to sign in. Set one up first.',
    de: 'Sie können sich auf keinem anderen Weg anmelden. Richten Sie zuerst einen ein.',
  },
  operator_makes_link: {
    en: 'This person also manages other communities. Only the operator of the service can create the link.',
    de: 'Diese Person verwaltet auch andere Gemeinschaften. Den Link kann nur die Person erstellen, die den Server betreibt.',
  },
  party_not_active: {
    en: 'One of the two does not take part at present. Activate the member first.',
    de: 'Eines der beiden Mitglieder macht zurzeit nicht mit. Aktivieren Sie es zuerst.',
  },
  passkey_added: { en: 'This passkey was already added.', de: 'Dieser Passkey wurde schon hinzugefügt.' },
  passkey_late: { en: 'This took too long. Start again.', de: 'Das hat zu lange gedauert. Beginnen Sie noch einmal.' },
  passkeys_full: {
    en: 'You have as many passkeys as possible. Remove one first.',
    de: 'Mehr Passkeys sind nicht möglich. Entfernen Sie zuerst einen.',
  },
  status_not_possible: {
    en: 'This status is not possible for this member now. Reload the page.',
    de: 'Dieser Status ist für dieses Mitglied jetzt nicht möglich. Laden Sie die Seite neu.',
  },
};

/** Why nobody is signed in through the identity provider. */
const provider: Readonly<Record<ProviderReason, Said>> = {
  address_taken: {
    en: 'There is already an account with your e-mail address. Sign in to it, then link it under “Your account”.',
    de: 'Zu Ihrer E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich dort an und verknüpfen Sie es unter „Ihr Konto“.',
  },
  denied: {
    en: 'Your organisation did not sign you in, or you cancelled.',
    de: 'Ihre Organisation hat Sie nicht angemeldet, oder Sie haben abgebrochen.',
  },
  email_unverified: {
    en: 'Your organisation has not verified your e-mail address. Ask the people who run its sign-in.',
    de: 'Ihre Organisation hat Ihre E-Mail-Adresse nicht geprüft. Fragen Sie die Leute, die ihre Anmeldung betreiben.',
  },
  no_account: {
    en: 'You do not have an account here yet. Ask an owner of your community to invite you.',
    de: 'Sie haben hier noch kein Konto. Bitten Sie die Eigentümer Ihrer Gemeinschaft um eine Einladung.',
  },
  no_role: {
    en: 'You have no role here. Ask the people in your organisation who manage its groups.',
    de: 'Sie haben hier keine Rolle. Fragen Sie die Leute, die in Ihrer Organisation die Gruppen verwalten.',
  },
  not_afresh: {
    en: 'You were not asked to sign in again. Sign out here, sign in, and try again within ten minutes.',
    de: 'Sie wurden nicht erneut nach Ihrer Anmeldung gefragt. Melden Sie sich hier ab und wieder an und versuchen Sie es innerhalb von zehn Minuten noch einmal.',
  },
  not_verified: {
    en: 'The answer of your organisation could not be verified. Try again.',
    de: 'Die Antwort Ihrer Organisation ließ sich nicht prüfen. Versuchen Sie es noch einmal.',
  },
  other_person: {
    en: 'You signed in as somebody else. Use the account that is linked here.',
    de: 'Sie haben sich als jemand anderes angemeldet. Nehmen Sie das Konto, das hier verknüpft ist.',
  },
  too_late: {
    en: 'This took too long, or was started in another window. Try again.',
    de: 'Das hat zu lange gedauert oder wurde in einem anderen Fenster begonnen. Versuchen Sie es noch einmal.',
  },
};

/** Faults of fields that have no text of their own in `field`. */
const faults = {
  unknown_category: {
    en: 'This category is not on the list. Choose one, or tick that it is added.',
    de: 'Diese Kategorie steht nicht in der Liste. Wählen Sie eine, oder kreuzen Sie an, dass sie aufgenommen wird.',
  },
  closed_category: {
    en: 'This category is closed. Choose another.',
    de: 'Diese Kategorie ist geschlossen. Wählen Sie eine andere.',
  },
  empty: { en: 'Please fill in this field.', de: 'Bitte füllen Sie dieses Feld aus.' },
  wrong_type: { en: 'This entry is not valid.', de: 'Diese Eingabe ist nicht gültig.' },
  repeated: { en: 'The same entry appears twice.', de: 'Derselbe Eintrag kommt zweimal vor.' },
  too_few_items: { en: 'Choose at least one entry.', de: 'Wählen Sie mindestens einen Eintrag.' },
  too_many_items: { en: 'These are too many entries.', de: 'Das sind zu viele Einträge.' },
  too_many: { en: 'These are too many.', de: 'Das sind zu viele.' },
  unknown_value: {
    en: 'This choice is not available. Choose another one.',
    de: 'Diese Auswahl gibt es nicht. Wählen Sie etwas anderes.',
  },
  unknown_member: { en: 'There is no such member.', de: 'Dieses Mitglied gibt es nicht.' },
  unknown_listing: { en: 'There is no such listing.', de: 'Dieses Inserat gibt es nicht.' },
  unknown_currency: {
    en: 'There is no such currency. Enter a code such as EUR.',
    de: 'Diese Währung gibt es nicht. Geben Sie ein Kürzel wie EUR ein.',
  },
  surrounding_space: {
    en: 'Remove the spaces at the beginning and at the end.',
    de: 'Entfernen Sie die Leerzeichen am Anfang und am Ende.',
  },
  invalid_url: {
    en: 'This is not a valid address. Enter one such as https://example.org/hook.',
    de: 'Das ist keine gültige Adresse. Beispiel: https://example.org/hook.',
  },
  invalid_target: {
    en: 'This is not a valid address. Enter one such as https://example.org/hook.',
    de: 'Das ist keine gültige Adresse. Beispiel: https://example.org/hook.',
  },
  https_required: { en: 'The address must begin with https://.', de: 'Die Adresse muss mit https:// beginnen.' },
  userinfo_not_allowed: {
    en: 'The address must not contain a user name or a password.',
    de: 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  },
  fragment_not_allowed: { en: 'The address must not contain a # sign.', de: 'Die Adresse darf kein # enthalten.' },
  host_not_allowed: {
    en: 'Events cannot be sent to this address. It must be reachable from the internet.',
    de: 'An diese Adresse lässt sich nichts senden. Sie muss aus dem Internet erreichbar sein.',
  },
  address_not_allowed: {
    en: 'Events cannot be sent to this address. It must be reachable from the internet.',
    de: 'An diese Adresse lässt sich nichts senden. Sie muss aus dem Internet erreichbar sein.',
  },
  invalid_iban: {
    en: 'This is not an IBAN: its check digits or its length are wrong.',
    de: 'Das ist keine IBAN: Prüfziffern oder Länge stimmen nicht.',
  },
  same_member: {
    en: 'The hours are already booked to this member.',
    de: 'Die Stunden sind schon bei diesem Mitglied gebucht.',
  },
  invalid_format: { en: 'This does not have the expected form.', de: 'Das hat nicht die erwartete Form.' },
  invalid_range: {
    en: 'Not a valid address or range. Enter one such as 192.0.2.7 or 192.0.2.0/24.',
    de: 'Keine gültige Adresse und kein gültiger Bereich. Beispiele: 192.0.2.7 oder 192.0.2.0/24.',
  },
  ipv4_as_ipv6: {
    en: 'This is an IPv4 address written as IPv6. Write it as an IPv4 address.',
    de: 'Das ist eine IPv4-Adresse in IPv6-Schreibweise. Schreiben Sie sie als IPv4-Adresse.',
  },
  range_too_wide: {
    en: 'This range covers a large part of the internet. Enter a smaller one.',
    de: 'Dieser Bereich umfasst einen großen Teil des Internets. Geben Sie einen kleineren ein.',
  },
  bits_beyond_prefix: {
    en: 'The address does not fit its prefix. Enter the first address of the range, or the address alone.',
    de: 'Die Adresse passt nicht zu ihrem Präfix. Geben Sie die erste Adresse des Bereichs ein oder nur die Adresse.',
  },
  invalid_rate: {
    en: 'Enter a rate greater than 0, such as 0.04.',
    de: 'Geben Sie einen Kurs über 0 ein, zum Beispiel 0,04.',
  },
  invalid_key: { en: 'This is not a usable public key.', de: 'Das ist kein brauchbarer öffentlicher Schlüssel.' },
  invalid_key_set: {
    en: 'This is not a set of public keys (JWKS).',
    de: 'Das ist kein Satz öffentlicher Schlüssel (JWKS).',
  },
  invalid_length: { en: 'The length is not right.', de: 'Die Länge stimmt nicht.' },
  invalid_encoding: {
    en: 'The file does not have this character encoding.',
    de: 'Die Datei hat nicht diese Zeichenkodierung.',
  },
  not_text: { en: 'This entry is not valid.', de: 'Diese Eingabe ist nicht gültig.' },
  wrong_code: {
    en: 'The code is wrong or was already used. Wait for the next one.',
    de: 'Der Code ist falsch oder wurde schon benutzt. Warten Sie auf den nächsten.',
  },
  wrong_password: { en: 'The password is wrong.', de: 'Das Passwort ist falsch.' },
  placeholder: {
    en: 'This looks like a sample value. Enter the real one.',
    de: 'Das sieht nach einem Beispielwert aus. Geben Sie den echten ein.',
  },
} satisfies Readonly<Record<string, Said>>;

/** Limits that were reached, with how much they allow and how much of it is left. */
const caps = {
  max_credit_hours: phrase({
    en: (hours: number) => `A single credit may have at most ${written.en(hours)} hours.`,
    de: (hours) => `Eine einzelne Gutschrift darf höchstens ${written.de(hours)} Stunden haben.`,
  }),
  max_member_day_hours: phrase({
    en: (hours: number) => `A member may be credited at most ${written.en(hours)} hours a day.`,
    de: (hours) => `Einem Mitglied dürfen höchstens ${written.de(hours)} Stunden am Tag gutgeschrieben werden.`,
  }),
  max_partner_day_hours: phrase({
    en: (hours: number) => `The partner may credit at most ${written.en(hours)} hours a day.`,
    de: (hours) => `Der Partner darf höchstens ${written.de(hours)} Stunden am Tag gutschreiben.`,
  }),
  lower_balance: phrase({
    en: (limit: number, left: number) =>
      `The balance of the account that received the help may not fall below ${written.en(limit)} hours. ${written.en(left)} hours are left.`,
    de: (limit, left) =>
      `Das Konto, das die Hilfe erhalten hat, darf nicht unter ${written.de(limit)} Stunden fallen. Es bleiben ${written.de(left)} Stunden.`,
  }),
  upper_balance: phrase({
    en: (limit: number, left: number) =>
      `The balance of the account that gave the help may not rise above ${written.en(limit)} hours. ${written.en(left)} hours are left.`,
    de: (limit, left) =>
      `Das Konto, das die Hilfe gegeben hat, darf nicht über ${written.de(limit)} Stunden steigen. Es bleiben ${written.de(left)} Stunden.`,
  }),
  max_subscriptions: phrase({
    en: (endpoints: number) => `A partner may have at most ${written.en(endpoints)} webhook endpoints.`,
    de: (endpoints) => `Ein Partner darf höchstens ${written.de(endpoints)} Webhook-Endpunkte haben.`,
  }),
};

export const refusals = {
  errors,
  conflicts,
  provider,
  faults,
  caps,
  other: { en: 'This entry is not valid.', de: 'Diese Eingabe ist nicht gültig.' },
};
