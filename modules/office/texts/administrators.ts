/** Who may use the console, and as what. */
import { phrase } from '../../../console/src/i18n/languages.ts';

export const administrators = {
  title: { en: 'Administrators', de: 'Verwaltungsteam' },
  lead: {
    en: 'The people who may use this console for this community, with their roles.',
    de: 'Die Personen, die diese Verwaltungsoberfläche für diese Gemeinschaft benutzen dürfen, mit ihren Rollen.',
  },
  add: { en: 'Invite somebody', de: 'Jemanden einladen' },
  person: { en: 'Person', de: 'Person' },
  role: { en: 'Role', de: 'Rolle' },
  roleOf: phrase({ en: (person: string) => `Role of ${person}`, de: (person) => `Rolle von ${person}` }),
  lastSignIn: { en: 'Last signed in', de: 'Zuletzt angemeldet' },
  app: { en: 'Authenticator app', de: 'Authenticator-App' },
  appOn: { en: 'On', de: 'An' },
  appOff: { en: 'Off', de: 'Aus' },
  you: { en: 'You', de: 'Sie' },
  invitationsTitle: { en: 'Invitations', de: 'Einladungen' },
  invitationsLead: {
    en: 'Not accepted yet. An invitation gives no access until it is accepted.',
    de: 'Noch nicht angenommen. Eine Einladung gibt erst Zugang, wenn sie angenommen ist.',
  },
  invitedUntil: phrase({ en: (when: string) => `Valid until ${when}`, de: (when) => `Gilt bis ${when}` }),
  invitationPending: { en: 'Pending', de: 'Ausstehend' },
  invitationExpired: { en: 'Expired', de: 'Abgelaufen' },
  invitationMail: { en: 'E-mail', de: 'E-Mail mit Link' },
  invitedOn: { en: 'Invited on', de: 'Eingeladen am' },
  state: { en: 'Status', de: 'Status' },
  withdraw: { en: 'Withdraw', de: 'Zurückziehen' },
  withdrawTitle: phrase({
    en: (person: string) => `Withdraw the invitation for ${person}?`,
    de: (person) => `Einladung für ${person} zurückziehen?`,
  }),
  withdrawText: { en: 'The link stops working at once.', de: 'Der Link funktioniert dann sofort nicht mehr.' },
  withdrawn: { en: 'The invitation has been withdrawn.', de: 'Die Einladung wurde zurückgezogen.' },
  inviteAgain: { en: 'Create new link', de: 'Neuen Link erstellen' },
  actions: phrase({ en: (person: string) => `Actions for ${person}`, de: (person) => `Aktionen für ${person}` }),
  inviteTitle: { en: 'Invite somebody', de: 'Jemanden einladen' },
  email: { en: 'E-mail address', de: 'E-Mail-Adresse' },
  inviteGo: { en: 'Invite', de: 'Einladen' },
  linkTitle: { en: 'Hand over this link', de: 'Übergeben Sie diesen Link' },
  linkText: phrase({
    en: (when: string) =>
      `Use a secure channel. Anyone who opens the link gets access. It works once, until ${when}, and is shown only now.`,
    de: (when) =>
      `Verwenden Sie einen sicheren Weg. Wer den Link öffnet, bekommt Zugang. Er gilt einmal, bis ${when}, und wird nur jetzt angezeigt.`,
  }),
  linkName: { en: 'the link', de: 'Link' },
  linkDone: { en: 'I have handed it over', de: 'Ich habe ihn übergeben' },
  newLink: { en: 'Reset account', de: 'Konto zurücksetzen' },
  newLinkTitle: phrase({
    en: (person: string) => `Reset the account of ${person}?`,
    de: (person) => `Konto von ${person} zurücksetzen?`,
  }),
  newLinkText: {
    en: 'You get a link for somebody who has lost the password or phone. When the person uses it, all earlier sessions end, and authenticator app and passkeys must be set up again.',
    de: 'Sie bekommen einen Link für jemanden, der Passwort oder Telefon verloren hat. Wenn die Person ihn verwendet, enden alle früheren Sitzungen, und Authenticator-App und Passkeys müssen neu eingerichtet werden.',
  },
  newLinkGo: { en: 'Create link', de: 'Link erstellen' },
  remove: { en: 'Remove', de: 'Entfernen' },
  removeTitle: phrase({ en: (person: string) => `Remove ${person}?`, de: (person) => `${person} entfernen?` }),
  removeText: {
    en: 'The person loses access to this community at once. Past actions stay in the audit log.',
    de: 'Die Person verliert sofort den Zugang zu dieser Gemeinschaft. Ihre bisherigen Aktionen bleiben im Prüfprotokoll.',
  },
  removed: { en: 'Access removed.', de: 'Zugang entfernt.' },
  changeRole: { en: 'Change role', de: 'Rolle ändern' },
  roleTitle: phrase({ en: (person: string) => `Role of ${person}`, de: (person) => `Rolle von ${person}` }),
  roleChanged: { en: 'Role changed.', de: 'Rolle geändert.' },
};
