/** Wie man wieder hineinkommt, das eigene Konto schützt und sagt, wer man ist. */
import type { Texts } from '../en/texts.ts';

export const ownAccount = {
  forgotten: {
    otherOwner: 'Bitten Sie eine andere Person aus der Leitung Ihrer Zeitbank.',
    otherOwnerHow:
      'Sie öffnet das Verwaltungsteam und wählt bei Ihrem Namen „Konto zurücksetzen“. Sie bekommen von ihr einen Link und legen damit ein neues Passwort fest.',
    soleOwner: 'Gibt es keine andere Person in der Leitung, oder verwalten Sie mehrere Gemeinschaften?',
    soleOwnerHow:
      'Fragen Sie die Person, die den Server Ihrer Zeitbank betreibt. Sie erstellt einen Link für Ihre Adresse, mit dem Sie ein neues Passwort festlegen. Wie das geht, steht für sie in der',
    guide: 'Anleitung',
    phone: 'Nur Ihr Telefon ist weg?',
    phoneHow:
      'Melden Sie sich mit dem Passkey eines anderen Geräts an, oder mit Ihrem Passwort und einem Ihrer Wiederherstellungscodes.',
  },
  backup: {
    last: 'Letzte Sicherung:',
    late: (when) => `Die letzte Sicherung entstand ${when}`,
    none: 'Es gibt noch keine Sicherung',
    todo: 'Der Dienst legt jeden Tag eine an. Den Grund nennt sein Protokoll.',
  },
  protect: {
    title: 'Schützen Sie Ihr Konto',
    text: 'Bisher öffnet Ihr Passwort allein die Bücher Ihrer Gemeinschaft. Richten Sie die Authenticator-App ein: Dann braucht das Passwort auch einen Code. Mit einem Passkey sparen Sie sich beides.',
    go: 'Jetzt schützen',
    later: (days) => `In ${days} Tagen wieder fragen`,
    putOff: (days) => `In ${days} Tagen werden Sie wieder gefragt.`,
  },
  passkeys: {
    title: 'Passkeys',
    lead: 'Melden Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts an: ohne Passwort und sicher vor gefälschten Anmeldeseiten.',
    name: 'Name',
    nameHint: 'An diesem Namen erkennen Sie das Gerät wieder.',
    added: 'Hinzugefügt',
    used: 'Zuletzt verwendet',
    neverUsed: 'Noch nie',
    add: 'Passkey hinzufügen',
    how: 'Ihr Browser fragt, wo der Passkey gespeichert werden soll, und nach Fingerabdruck, Gesicht oder PIN.',
    go: 'Weiter',
    done: 'Der Passkey ist hinzugefügt. Sie können sich ab jetzt damit anmelden.',
    remove: 'Entfernen',
    removeThis: (name) => `Passkey entfernen: ${name}`,
    removeTitle: (name) => `Passkey „${name}“ entfernen?`,
    removeText:
      'Niemand kann sich mehr damit anmelden. Offene Sitzungen bleiben offen; weiter unten können Sie sie beenden. Löschen Sie den Passkey auch auf dem Gerät.',
    removed: 'Der Passkey ist entfernt.',
    passwordAlone:
      'Ihr Passwort allein öffnet Ihr Konto weiterhin. Richten Sie die Authenticator-App ein: Dann braucht es auch einen Code.',
    byAddress:
      'Passkeys gehören zu einem Hostnamen, zum Beispiel timebank.example.org. Sie haben diese Seite über eine IP-Adresse geöffnet. Öffnen Sie sie über ihren Namen, um einen Passkey hinzuzufügen.',
    unsupported: 'Dieser Browser kann keine Passkeys verwenden.',
  },
  identities: {
    title: (name) => `Anmelden mit ${name}`,
    lead: (name) => `Melden Sie sich mit dem Konto an, das Sie bei ${name} haben.`,
    issuer: 'Wo',
    subject: 'Ihre Kennung dort',
    used: 'Zuletzt verwendet',
    neverUsed: 'Noch nie',
    link: 'Verknüpfen',
    linkHow: (name) => `Sie melden sich jetzt bei ${name} an und kommen hierher zurück.`,
    unlink: 'Trennen',
    unlinkThis: (issuer) => `Verknüpfung mit ${issuer} trennen`,
    unlinkTitle: (issuer) => `Verknüpfung mit ${issuer} trennen?`,
    unlinkText: 'Sie können sich dann nicht mehr so anmelden. Offene Sitzungen bleiben offen.',
    unlinked: 'Die Verknüpfung ist getrennt.',
    rolesFollow: 'Ihre Organisation bestimmt Ihre Rollen: Sie werden bei jeder Anmeldung angepasst.',
  },
  person: {
    title: 'Name und Adresse',
    lead: 'Die anderen im Verwaltungsteam sehen Ihren Namen neben dem, was Sie tun.',
    leadByPassword:
      'Die anderen im Verwaltungsteam sehen Ihren Namen neben dem, was Sie tun. Mit Ihrer E-Mail-Adresse melden Sie sich an.',
    name: 'Name',
    email: 'E-Mail-Adresse',
    save: 'Speichern',
    saved: 'Ihr Konto ist geändert.',
    signInWith: (email) => `Gespeichert. Melden Sie sich ab jetzt als ${email} an.`,
    taken: 'Diese Adresse kann nicht verwendet werden.',
  },
} satisfies Pick<Texts, 'backup' | 'forgotten' | 'identities' | 'passkeys' | 'person' | 'protect'>;
