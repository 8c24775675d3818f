/** The switch that stops partners. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';

export const safety = {
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
};
