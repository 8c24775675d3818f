/** How one gets back in, protects the own account, and says who one is. */
import { phrase } from '../../../console/src/i18n/languages.ts';

export const ownAccount = {
  forgotten: {
    otherOwner: {
      en: 'Ask another owner of your community.',
      de: 'Bitten Sie eine andere Person aus der Leitung Ihrer Zeitbank.',
    },
    otherOwnerHow: {
      en: 'They open Administrators in the console and choose “Reset account” beside your name. They give you a link, and you set a new password with it.',
      de: 'Sie öffnet das Verwaltungsteam und wählt bei Ihrem Namen „Konto zurücksetzen“. Sie bekommen von ihr einen Link und legen damit ein neues Passwort fest.',
    },
    soleOwner: {
      en: 'Are you the only owner, or do you administer several communities?',
      de: 'Gibt es keine andere Person in der Leitung, oder verwalten Sie mehrere Gemeinschaften?',
    },
    soleOwnerHow: {
      en: 'Ask the person who runs the server of your time bank. They make a link for your address, and you set a new password with it. How that is done is in their',
      de: 'Fragen Sie die Person, die den Server Ihrer Zeitbank betreibt. Sie erstellt einen Link für Ihre Adresse, mit dem Sie ein neues Passwort festlegen. Wie das geht, steht für sie in der',
    },
    guide: { en: 'guide', de: 'Anleitung' },
    phone: { en: 'Is only your phone lost?', de: 'Nur Ihr Telefon ist weg?' },
    phoneHow: {
      en: 'Sign in with a passkey of another device, or with your password and one of your recovery codes.',
      de: 'Melden Sie sich mit dem Passkey eines anderen Geräts an, oder mit Ihrem Passwort und einem Ihrer Wiederherstellungscodes.',
    },
  },
  backup: {
    last: { en: 'Last backup:', de: 'Letzte Sicherung:' },
    late: phrase({
      en: (when: string) => `The last backup was made ${when}`,
      de: (when) => `Die letzte Sicherung entstand ${when}`,
    }),
    none: { en: 'There is no backup yet', de: 'Es gibt noch keine Sicherung' },
    todo: {
      en: 'The service makes one every day. The reason is in its log.',
      de: 'Der Dienst legt jeden Tag eine an. Den Grund nennt sein Protokoll.',
    },
  },
  protect: {
    title: { en: 'Protect your account', de: 'Schützen Sie Ihr Konto' },
    text: {
      en: 'So far, your password alone opens the books of your community. Set up the authenticator app: then the password needs a code as well. A passkey spares you both.',
      de: 'Bisher öffnet Ihr Passwort allein die Bücher Ihrer Gemeinschaft. Richten Sie die Authenticator-App ein: Dann braucht das Passwort auch einen Code. Mit einem Passkey sparen Sie sich beides.',
    },
    go: { en: 'Protect it now', de: 'Jetzt schützen' },
    later: phrase({
      en: (days: number) => `Ask again in ${days} days`,
      de: (days) => `In ${days} Tagen wieder fragen`,
    }),
    putOff: phrase({
      en: (days: number) => `You will be asked again in ${days} days.`,
      de: (days) => `In ${days} Tagen werden Sie wieder gefragt.`,
    }),
  },
  passkeys: {
    title: { en: 'Passkeys', de: 'Passkeys' },
    lead: {
      en: 'Sign in with your fingerprint, your face or the PIN of your device: without a password, and safe from forged sign-in pages.',
      de: 'Melden Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts an: ohne Passwort und sicher vor gefälschten Anmeldeseiten.',
    },
    name: { en: 'Name', de: 'Name' },
    nameHint: {
      en: 'By this name you will recognise the device.',
      de: 'An diesem Namen erkennen Sie das Gerät wieder.',
    },
    added: { en: 'Added', de: 'Hinzugefügt' },
    used: { en: 'Last used', de: 'Zuletzt verwendet' },
    neverUsed: { en: 'Never', de: 'Noch nie' },
    add: { en: 'Add a passkey', de: 'Passkey hinzufügen' },
    how: {
      en: 'Your browser asks where to save the passkey, and for your fingerprint, face or PIN.',
      de: 'Ihr Browser fragt, wo der Passkey gespeichert werden soll, und nach Fingerabdruck, Gesicht oder PIN.',
    },
    go: { en: 'Continue', de: 'Weiter' },
    done: {
      en: 'The passkey is added. You can sign in with it from now on.',
      de: 'Der Passkey ist hinzugefügt. Sie können sich ab jetzt damit anmelden.',
    },
    remove: { en: 'Remove', de: 'Entfernen' },
    removeThis: phrase({ en: (name: string) => `Remove passkey: ${name}`, de: (name) => `Passkey entfernen: ${name}` }),
    removeTitle: phrase({
      en: (name: string) => `Remove the passkey “${name}”?`,
      de: (name) => `Passkey „${name}“ entfernen?`,
    }),
    removeText: {
      en: 'Nobody can sign in with it any more. Sessions that are open stay open; you can end them below. Delete the passkey on the device as well.',
      de: 'Niemand kann sich mehr damit anmelden. Offene Sitzungen bleiben offen; weiter unten können Sie sie beenden. Löschen Sie den Passkey auch auf dem Gerät.',
    },
    removed: { en: 'The passkey is removed.', de: 'Der Passkey ist entfernt.' },
    passwordAlone: {
      en: 'Your password alone still opens your account. Set up the authenticator app: then it also needs a code.',
      de: 'Ihr Passwort allein öffnet Ihr Konto weiterhin. Richten Sie die Authenticator-App ein: Dann braucht es auch einen Code.',
    },
    byAddress: {
      en: 'Passkeys belong to a host name, such as timebank.example.org. You opened the console by an IP address. Open it by its name to add one.',
      de: 'Passkeys gehören zu einem Hostnamen, zum Beispiel timebank.example.org. Sie haben diese Seite über eine IP-Adresse geöffnet. Öffnen Sie sie über ihren Namen, um einen Passkey hinzuzufügen.',
    },
    unsupported: { en: 'This browser cannot use passkeys.', de: 'Dieser Browser kann keine Passkeys verwenden.' },
  },
  identities: {
    title: phrase({ en: (name: string) => `Sign-in with ${name}`, de: (name) => `Anmelden mit ${name}` }),
    lead: phrase({
      en: (name: string) => `Sign in with the account that you have at ${name}.`,
      de: (name) => `Melden Sie sich mit dem Konto an, das Sie bei ${name} haben.`,
    }),
    issuer: { en: 'Where', de: 'Wo' },
    subject: { en: 'Your ID there', de: 'Ihre Kennung dort' },
    used: { en: 'Last used', de: 'Zuletzt verwendet' },
    neverUsed: { en: 'Never', de: 'Noch nie' },
    link: { en: 'Link', de: 'Verknüpfen' },
    linkHow: phrase({
      en: (name: string) => `You sign in at ${name} now and come back here.`,
      de: (name) => `Sie melden sich jetzt bei ${name} an und kommen hierher zurück.`,
    }),
    unlink: { en: 'Unlink', de: 'Trennen' },
    unlinkThis: phrase({
      en: (issuer: string) => `Unlink ${issuer}`,
      de: (issuer) => `Verknüpfung mit ${issuer} trennen`,
    }),
    unlinkTitle: phrase({
      en: (issuer: string) => `Unlink ${issuer}?`,
      de: (issuer) => `Verknüpfung mit ${issuer} trennen?`,
    }),
    unlinkText: {
      en: 'You can no longer sign in this way. Sessions that are open stay open.',
      de: 'Sie können sich dann nicht mehr so anmelden. Offene Sitzungen bleiben offen.',
    },
    unlinked: { en: 'The link is removed.', de: 'Die Verknüpfung ist getrennt.' },
    rolesFollow: {
      en: 'Your organisation decides on your roles: they are updated each time you sign in.',
      de: 'Ihre Organisation bestimmt Ihre Rollen: Sie werden bei jeder Anmeldung angepasst.',
    },
  },
  person: {
    title: { en: 'Name and address', de: 'Name und Adresse' },
    lead: {
      en: 'Other administrators see your name beside your actions.',
      de: 'Die anderen im Verwaltungsteam sehen Ihren Namen neben dem, was Sie tun.',
    },
    leadByPassword: {
      en: 'Other administrators see your name beside your actions. You sign in with your e-mail address.',
      de: 'Die anderen im Verwaltungsteam sehen Ihren Namen neben dem, was Sie tun. Mit Ihrer E-Mail-Adresse melden Sie sich an.',
    },
    name: { en: 'Name', de: 'Name' },
    email: { en: 'E-mail address', de: 'E-Mail-Adresse' },
    save: { en: 'Save', de: 'Speichern' },
    saved: { en: 'Your account is updated.', de: 'Ihr Konto ist geändert.' },
    signInWith: phrase({
      en: (email: string) => `Saved. From now on, sign in as ${email}.`,
      de: (email) => `Gespeichert. Melden Sie sich ab jetzt als ${email} an.`,
    }),
    taken: { en: 'This address cannot be used.', de: 'Diese Adresse kann nicht verwendet werden.' },
  },
};
