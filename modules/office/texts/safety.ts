/** Kill switch and administrators. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';

export const community = {
  safety: {
    title: { en: 'Kill switch', de: 'Not-Aus' },
    lead: {
      en: 'In an emergency, stop the access of all partners at once. Members and this console are not affected.',
      de: 'Im Notfall beenden Sie den Zugriff aller Partner auf einmal. Mitglieder und diese Verwaltungsoberfläche sind nicht betroffen.',
    },
    on: { en: 'Partner access is switched on', de: 'Der Zugriff für Partner ist eingeschaltet' },
    onText: { en: 'Active partners can use the API.', de: 'Aktive Partner können die API nutzen.' },
    off: { en: 'Partner access is switched off', de: 'Der Zugriff für Partner ist abgeschaltet' },
    offText: {
      en: 'Every call receives the error 503 "temporarily unavailable". Events are kept and sent later.',
      de: 'Jeder Aufruf bekommt den Fehler 503 „vorübergehend nicht verfügbar“. Ereignisse werden aufgehoben und später gesendet.',
    },
    reason: { en: 'Reason', de: 'Grund' },
    reasonHint: { en: 'All administrators see it.', de: 'Das ganze Verwaltungsteam sieht ihn.' },
    switchOff: { en: 'Switch off partner access', de: 'Zugriff für Partner abschalten' },
    switchOffAll: { en: 'Switch off for all communities', de: 'Für alle Gemeinschaften abschalten' },
    switchOnAll: { en: 'Switch on for all communities', de: 'Für alle Gemeinschaften einschalten' },
    switchOffTitle: phrase({
      en: (name: string) => `Switch off access for all partners of ${name}?`,
      de: (name) => `Zugriff für alle Partner von ${name} abschalten?`,
    }),
    switchOffText: phrase({
      en: (partners: number) =>
        `From the next request on, ${counted.en(partners, 'partner receives', 'partners receive')} the error 503. Well-built partner systems wait and try again.`,
      de: (partners) =>
        `Ab der nächsten Anfrage ${partners === 1 ? 'bekommt 1 Partner' : `bekommen ${partners} Partner`} den Fehler 503. Gut gebaute Partnersysteme warten und versuchen es erneut.`,
    }),
    switchOn: { en: 'Switch on partner access', de: 'Zugriff für Partner einschalten' },
    switchedOff: { en: 'Partner access switched off.', de: 'Zugriff für Partner abgeschaltet.' },
    switchedOn: { en: 'Partner access switched on.', de: 'Zugriff für Partner eingeschaltet.' },
    community: { en: 'This community', de: 'Diese Gemeinschaft' },
    installation: { en: 'The whole installation', de: 'Die ganze Installation' },
    installationLead: {
      en: 'Applies to all communities of this installation. Only operators can use it.',
      de: 'Gilt für alle Gemeinschaften dieser Installation. Nur wer den Server betreibt, kann ihn bedienen.',
    },
    switchOffAllTitle: {
      en: 'Switch off access for the partners of all communities?',
      de: 'Zugriff für die Partner aller Gemeinschaften abschalten?',
    },
    switchOffAllText: {
      en: 'From the next request on, no partner of any community can use the API.',
      de: 'Ab der nächsten Anfrage kann kein Partner irgendeiner Gemeinschaft die API nutzen.',
    },
    installationOff: {
      en: 'The operator has switched off access for the partners of all communities.',
      de: 'Die Person, die den Server betreibt, hat den Zugriff für die Partner aller Gemeinschaften abgeschaltet.',
    },
    readOnly: { en: 'Only owners may use the kill switch.', de: 'Nur die Leitung darf den Not-Aus bedienen.' },
    bannerCommunity: phrase({
      en: (reason: string) => `Access is switched off for all partners of this community: ${reason}`,
      de: (reason) => `Der Zugriff ist für alle Partner dieser Gemeinschaft abgeschaltet: ${reason}`,
    }),
    bannerInstallation: phrase({
      en: (reason: string) => `Access is switched off for the partners of all communities: ${reason}`,
      de: (reason) => `Der Zugriff ist für die Partner aller Gemeinschaften abgeschaltet: ${reason}`,
    }),
    noReason: { en: 'no reason given', de: 'kein Grund angegeben' },
    bannerLink: { en: 'Kill switch', de: 'Not-Aus' },
  },
  administrators: {
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
  },
};
