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
      en: 'Confirm for this change that it is you. You last did so a while ago.',
      de: 'Bestätigen Sie für diese Änderung, dass Sie es sind. Das letzte Mal liegt eine Weile zurück.',
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
};
