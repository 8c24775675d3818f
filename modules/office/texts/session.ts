/** Getting in, and one's own account. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';

export const session = {
  signIn: {
    title: { en: 'Sign in', de: 'Anmelden' },
    lead: { en: 'The administration console of your time bank.', de: 'Die Verwaltungsoberfläche Ihrer Zeitbank.' },
    email: { en: 'E-mail address', de: 'E-Mail-Adresse' },
    password: { en: 'Password', de: 'Passwort' },
    submit: { en: 'Sign in', de: 'Anmelden' },
    withPasskey: { en: 'Sign in with a passkey', de: 'Mit Passkey anmelden' },
    withProvider: phrase({ en: (name: string) => `Continue with ${name}`, de: (name) => `Weiter mit ${name}` }),
    inOtherWindow: {
      en: 'Continue in the window that has opened.',
      de: 'Machen Sie in dem Fenster weiter, das sich geöffnet hat.',
    },
    finishing: { en: 'Signing you in…', de: 'Sie werden angemeldet …' },
    closeWindow: { en: 'Done. You can close this window.', de: 'Fertig. Sie können dieses Fenster schließen.' },
    failed: {
      en: 'The e-mail address, password or code is incorrect.',
      de: 'E-Mail-Adresse, Passwort oder Code ist falsch.',
    },
    codeTitle: { en: 'One more step', de: 'Noch ein Schritt' },
    codeLead: {
      en: 'Open your authenticator app and enter the six-digit code for Timebank.',
      de: 'Öffnen Sie Ihre Authenticator-App und geben Sie den sechsstelligen Code für Timebank ein.',
    },
    code: { en: 'Two-factor code', de: 'Zwei-Faktor-Code' },
    recoveryLead: {
      en: 'Enter one of the recovery codes you saved when you set up the app. Each code works once.',
      de: 'Geben Sie einen der Wiederherstellungscodes ein, die Sie beim Einrichten der App gespeichert haben. Jeder gilt einmal.',
    },
    recovery: { en: 'Recovery code', de: 'Wiederherstellungscode' },
    useRecovery: {
      en: 'No access to the app? Use a recovery code',
      de: 'Kein Zugriff auf die App? Wiederherstellungscode verwenden',
    },
    useApp: { en: 'Use the authenticator app instead', de: 'Stattdessen die Authenticator-App verwenden' },
    codeFailed: {
      en: 'The code is incorrect. Codes change every 30 seconds; enter the current one.',
      de: 'Der Code ist falsch. Codes wechseln alle 30 Sekunden; geben Sie den aktuellen ein.',
    },
    recoveryFailed: {
      en: 'This recovery code is incorrect or was already used.',
      de: 'Dieser Wiederherstellungscode ist falsch oder wurde schon verwendet.',
    },
    startAgain: { en: 'Back to e-mail and password', de: 'Zurück zu E-Mail und Passwort' },
    forgotten: { en: 'Forgotten your password?', de: 'Passwort vergessen?' },
    endedTitle: { en: 'Please sign in again', de: 'Bitte melden Sie sich erneut an' },
    ended: {
      en: 'Your session has ended. Your work is still here: sign in to continue.',
      de: 'Ihre Sitzung ist abgelaufen. Ihre Eingaben sind noch da: Melden Sie sich an, um fortzufahren.',
    },
    signedOut: { en: 'You are signed out.', de: 'Sie sind abgemeldet.' },
    passWithCode: {
      en: 'Skip the wait with a two-factor code',
      de: 'Wartezeit mit einem Zwei-Faktor-Code überspringen',
    },
  },
  confirm: {
    title: { en: 'Confirm your identity', de: 'Identität bestätigen' },
    lead: {
      en: 'Confirm for this change that it is you. You last did so more than ten minutes ago.',
      de: 'Bestätigen Sie für diese Änderung, dass Sie es sind. Das letzte Mal liegt mehr als zehn Minuten zurück.',
    },
    codeLead: {
      en: 'Your account also needs a code: the current two-factor code from your authenticator app, or a recovery code.',
      de: 'Ihr Konto braucht auch einen Code: den aktuellen Zwei-Faktor-Code aus Ihrer Authenticator-App oder einen Wiederherstellungscode.',
    },
    code: { en: 'Two-factor code or recovery code', de: 'Zwei-Faktor-Code oder Wiederherstellungscode' },
    submit: { en: 'Confirm', de: 'Bestätigen' },
    withPasskey: { en: 'Confirm with a passkey', de: 'Mit Passkey bestätigen' },
    withProvider: phrase({ en: (name: string) => `Confirm with ${name}`, de: (name) => `Mit ${name} bestätigen` }),
    noWay: {
      en: 'Your account has no way to confirm this. Link it with the sign-in of your organisation under “Your account” within ten minutes of opening your link.',
      de: 'Ihr Konto hat keinen Weg, das zu bestätigen. Verknüpfen Sie es unter „Ihr Konto“ mit der Anmeldung Ihrer Organisation, innerhalb von zehn Minuten nach dem Öffnen Ihres Links.',
    },
    failed: { en: 'The password is incorrect.', de: 'Das Passwort ist falsch.' },
    codeFailed: {
      en: 'The code is incorrect or was already used. Wait for the next one in your app.',
      de: 'Der Code ist falsch oder wurde schon verwendet. Warten Sie auf den nächsten in Ihrer App.',
    },
  },
  setUp: {
    title: { en: 'Welcome', de: 'Willkommen' },
    lead: phrase({
      en: (community: string, role: string) => `You are invited to ${community}. Your role: ${role}.`,
      de: (community, role) => `Sie sind zu ${community} eingeladen. Ihre Rolle: ${role}.`,
    }),
    newHere: { en: 'Create an account', de: 'Konto anlegen' },
    haveAccount: { en: 'I already have an account', de: 'Ich habe schon ein Konto' },
    noAccount: { en: 'I do not have an account yet', de: 'Ich habe noch kein Konto' },
    accept: { en: 'Accept the invitation', de: 'Einladung annehmen' },
    signInAndAccept: {
      en: 'Sign in to your account to accept.',
      de: 'Melden Sie sich mit Ihrem Konto an, um sie anzunehmen.',
    },
    signedInAs: phrase({
      en: (email: string) => `You are signed in as ${email}.`,
      de: (email) => `Sie sind als ${email} angemeldet.`,
    }),
    otherAccount: phrase({
      en: (signedIn: string, invited: string) =>
        `You are signed in as ${signedIn}, but the invitation was made out to ${invited}. You may accept it with this account, or sign out to use another.`,
      de: (signedIn, invited) =>
        `Sie sind als ${signedIn} angemeldet, die Einladung wurde aber für ${invited} ausgestellt. Sie können sie mit diesem Konto annehmen oder sich abmelden und ein anderes nehmen.`,
    }),
    signOut: { en: 'Sign out', de: 'Abmelden' },
    titleReset: { en: 'Set a new password', de: 'Neues Passwort festlegen' },
    leadReset: phrase({
      en: (community: string) => `With this link you regain access to ${community}.`,
      de: (community) => `Mit diesem Link bekommen Sie wieder Zugang zu ${community}.`,
    }),
    resetMeans: {
      en: 'Your earlier sessions end, and you set up the authenticator app and passkeys again.',
      de: 'Ihre früheren Sitzungen enden, und Sie richten Authenticator-App und Passkeys neu ein.',
    },
    email: { en: 'Your e-mail address', de: 'Ihre E-Mail-Adresse' },
    name: { en: 'Your name', de: 'Ihr Name' },
    nameHint: {
      en: 'Other administrators see it beside your actions.',
      de: 'Er steht für die anderen im Verwaltungsteam neben dem, was Sie tun.',
    },
    password: { en: 'New password', de: 'Neues Passwort' },
    passwordHint: phrase({
      en: (min: number) =>
        `At least ${min} characters. All characters are allowed, including spaces. Four or five unrelated words are easy to remember.`,
      de: (min) =>
        `Mindestens ${min} Zeichen. Alle Zeichen sind erlaubt, auch Leerzeichen. Vier oder fünf Wörter ohne Zusammenhang sind leicht zu merken.`,
    }),
    typed: phrase({
      en: (characters: number, min: number) =>
        characters >= min
          ? `${counted.en(characters, 'character', 'characters')}: long enough`
          : `${characters} of at least ${counted.en(min, 'character', 'characters')}`,
      de: (characters, min) =>
        characters >= min ? `${characters} Zeichen: lang genug` : `${characters} von mindestens ${min} Zeichen`,
    }),
    submit: { en: 'Set up and sign in', de: 'Einrichten und anmelden' },
    checking: { en: 'Checking your link…', de: 'Ihr Link wird geprüft …' },
    badTitle: { en: 'This link does not work', de: 'Dieser Link funktioniert nicht' },
    bad: {
      en: 'It was already used, was replaced by a newer link, or is older than three days. Ask an owner of your community for a new one.',
      de: 'Er wurde schon verwendet, durch einen neueren ersetzt oder ist älter als drei Tage. Bitten Sie die Leitung Ihrer Zeitbank um einen neuen.',
    },
    missing: {
      en: 'The link is incomplete. Open it again, or copy the whole link.',
      de: 'Der Link ist unvollständig. Öffnen Sie ihn noch einmal, oder kopieren Sie den ganzen Link.',
    },
    toSignIn: { en: 'Go to sign-in', de: 'Zur Anmeldung' },
    until: phrase({
      en: (when: string) => `The link is valid until ${when}.`,
      de: (when) => `Der Link gilt bis ${when}.`,
    }),
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
