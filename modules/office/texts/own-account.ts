/** How one gets back in, protects the own account, and says who one is. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';

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
  account: {
    title: { en: 'Your account', de: 'Ihr Konto' },
    lead: phrase({
      en: (email: string) => `You sign in as ${email}.`,
      de: (email) => `Sie melden sich als ${email} an.`,
    }),
    passwordTitle: { en: 'Password', de: 'Passwort' },
    passwordLead: {
      en: 'Changing your password ends all your other sessions.',
      de: 'Wenn Sie Ihr Passwort ändern, enden alle Ihre anderen Sitzungen.',
    },
    current: { en: 'Current password', de: 'Aktuelles Passwort' },
    next: { en: 'New password', de: 'Neues Passwort' },
    change: { en: 'Change password', de: 'Passwort ändern' },
    changed: {
      en: 'Password changed. Your other sessions have ended.',
      de: 'Passwort geändert. Ihre anderen Sitzungen sind beendet.',
    },
    currentWrong: { en: 'This is not your current password.', de: 'Das ist nicht Ihr aktuelles Passwort.' },
    totpTitle: { en: 'Authenticator app', de: 'Authenticator-App' },
    totpOn: {
      en: 'On. To sign in, you need your password and a two-factor code from your phone.',
      de: 'An. Zum Anmelden brauchen Sie Ihr Passwort und einen Zwei-Faktor-Code von Ihrem Telefon.',
    },
    totpOff: {
      en: 'Off. The app protects your account even if somebody steals your password.',
      de: 'Aus. Die App schützt Ihr Konto auch dann, wenn jemand Ihr Passwort stiehlt.',
    },
    totpBegin: { en: 'Set up the app', de: 'App einrichten' },
    totpScan: {
      en: 'Scan this QR code with an authenticator app, such as Aegis, FreeOTP or 2FAS.',
      de: 'Scannen Sie diesen QR-Code mit einer Authenticator-App, zum Beispiel Aegis, FreeOTP oder 2FAS.',
    },
    totpQr: { en: 'QR code for your authenticator app', de: 'QR-Code für Ihre Authenticator-App' },
    totpType: {
      en: 'Cannot scan it? Enter this key in the app:',
      de: 'Scannen nicht möglich? Geben Sie diesen Schlüssel in die App ein:',
    },
    totpKey: { en: 'the key', de: 'Schlüssel' },
    totpCode: { en: 'Two-factor code from the app', de: 'Zwei-Faktor-Code aus der App' },
    totpConfirm: { en: 'Switch on', de: 'Einschalten' },
    totpWrong: {
      en: 'The code is incorrect. Check that your phone sets its time automatically.',
      de: 'Der Code ist falsch. Prüfen Sie, ob Ihr Telefon die Uhrzeit automatisch einstellt.',
    },
    totpDone: { en: 'The authenticator app is set up.', de: 'Die Authenticator-App ist eingerichtet.' },
    totpDisable: { en: 'Switch off', de: 'Ausschalten' },
    totpDisableTitle: { en: 'Switch off the authenticator app?', de: 'Authenticator-App ausschalten?' },
    totpDisableText: {
      en: 'After that, your password alone is enough to sign in.',
      de: 'Danach reicht zum Anmelden Ihr Passwort allein.',
    },
    totpDisabled: { en: 'The authenticator app is switched off.', de: 'Die Authenticator-App ist ausgeschaltet.' },
    codesTitle: { en: 'Save these recovery codes', de: 'Speichern Sie diese Wiederherstellungscodes' },
    codesLeave: {
      title: { en: 'Leave without the recovery codes?', de: 'Die Seite ohne die Wiederherstellungscodes verlassen?' },
      text: {
        en: 'They are shown only once. Without them you need somebody’s help if you lose your phone.',
        de: 'Sie werden nur einmal angezeigt. Ohne sie brauchen Sie Hilfe, wenn Sie Ihr Telefon verlieren.',
      },
      go: { en: 'Leave anyway', de: 'Trotzdem verlassen' },
    },
    codesLead: {
      en: 'If you lose your phone, you can sign in once with each code. They are shown only once.',
      de: 'Wenn Sie Ihr Telefon verlieren, können Sie sich mit jedem Code einmal anmelden. Sie werden nur einmal angezeigt.',
    },
    codesName: { en: 'the recovery codes', de: 'Wiederherstellungscodes' },
    codesDownload: { en: 'Download', de: 'Herunterladen' },
    codesFile: { en: 'timebank-recovery-codes', de: 'timebank-wiederherstellungscodes' },
    codesKept: { en: 'I have saved them', de: 'Ich habe sie gespeichert' },
    codesLeft: phrase({
      en: (left: number) => `${counted.en(left, 'recovery code', 'recovery codes')} left.`,
      de: (left) => `Noch ${counted.de(left, 'Wiederherstellungscode', 'Wiederherstellungscodes')} übrig.`,
    }),
    codesFew: { en: 'Only a few are left. Create new ones.', de: 'Es sind nur noch wenige. Erstellen Sie neue.' },
    codesRenew: { en: 'Create new recovery codes', de: 'Neue Wiederherstellungscodes erstellen' },
    codesRenewTitle: { en: 'Create new recovery codes?', de: 'Neue Wiederherstellungscodes erstellen?' },
    codesRenewText: { en: 'The old codes stop working.', de: 'Die alten Codes gelten dann nicht mehr.' },
    sessionsTitle: { en: 'Active sessions', de: 'Aktive Sitzungen' },
    sessionsLead: {
      en: 'End every session you do not recognise, then change your password.',
      de: 'Beenden Sie jede Sitzung, die Sie nicht erkennen, und ändern Sie dann Ihr Passwort.',
    },
    thisOne: { en: 'This session', de: 'Diese Sitzung' },
    browser: { en: 'Browser', de: 'Browser' },
    address: { en: 'IP address', de: 'IP-Adresse' },
    lastSeen: { en: 'Last active', de: 'Zuletzt aktiv' },
    began: { en: 'Signed in', de: 'Angemeldet' },
    end: { en: 'End', de: 'Beenden' },
    endThis: phrase({
      en: (browser: string) => `End session: ${browser}`,
      de: (browser) => `Sitzung beenden: ${browser}`,
    }),
    ended: { en: 'The session has ended.', de: 'Die Sitzung ist beendet.' },
    endOthers: { en: 'End all other sessions', de: 'Alle anderen Sitzungen beenden' },
    othersEnded: phrase({
      en: (number: number) => `${counted.en(number, 'session', 'sessions')} ended.`,
      de: (number) => `${counted.de(number, 'Sitzung', 'Sitzungen')} beendet.`,
    }),
    onlyThis: { en: 'You are not signed in anywhere else.', de: 'Sie sind sonst nirgends angemeldet.' },
    browserOn: phrase({
      en: (browser: string, system: string) => `${browser} on ${system}`,
      de: (browser, system) => `${browser} auf ${system}`,
    }),
    unknownBrowser: { en: 'Unknown browser', de: 'Unbekannter Browser' },
  },
};
