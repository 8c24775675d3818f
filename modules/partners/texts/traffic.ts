/** Calls and the audit log. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';

export const traffic = {
  calls: {
    title: { en: 'API calls', de: 'API-Aufrufe' },
    filters: { en: 'Filters', de: 'Filter' },
    partner: { en: 'Partner', de: 'Partner' },
    anyPartner: { en: 'All partners', de: 'Alle Partner' },
    operation: { en: 'API call', de: 'API-Aufruf' },
    anyOperation: { en: 'All API calls', de: 'Alle API-Aufrufe' },
    answer: { en: 'Response', de: 'Antwort' },
    anyAnswer: { en: 'All responses', de: 'Alle Antworten' },
    answers: {
      '2xx': { en: 'Succeeded', de: 'Erfolgreich' },
      error: { en: 'All errors', de: 'Alle Fehler' },
      '4xx': { en: 'Refused (4xx)', de: 'Abgelehnt (4xx)' },
      '5xx': { en: 'Server error (5xx)', de: 'Serverfehler (5xx)' },
    },
    period: { en: 'Period', de: 'Zeitraum' },
    periods: {
      hour: { en: 'Last hour', de: 'Letzte Stunde' },
      day: { en: 'Last 24 hours', de: 'Letzte 24 Stunden' },
      week: { en: 'Last 7 days', de: 'Letzte 7 Tage' },
    },
    lastDays: phrase({
      en: (days: number) => (days === 1 ? 'Last 24 hours' : `Last ${days} days`),
      de: (days) => (days === 1 ? 'Letzte 24 Stunden' : `Letzte ${days} Tage`),
    }),
    requestId: { en: 'Request ID', de: 'Anfrage-ID' },
    at: { en: 'Time', de: 'Zeit' },
    status: { en: 'Response', de: 'Antwort' },
    results: {
      done: { en: 'Done', de: 'Erledigt' },
      refused: { en: 'Refused', de: 'Abgelehnt' },
      failed: { en: 'Failed', de: 'Fehlgeschlagen' },
    },
    path: { en: 'Address called', de: 'Aufgerufene Adresse' },
    latency: { en: 'Duration', de: 'Dauer' },
    from: { en: 'IP address', de: 'IP-Adresse' },
    message: { en: 'Message to the partner', de: 'Meldung an den Partner' },
    cause: { en: 'Cause', de: 'Ursache' },
    anyCause: { en: 'All causes', de: 'Alle Ursachen' },
    causes: {
      wrong_secret: { en: 'The client secret was wrong.', de: 'Der Zugangsschlüssel war falsch.' },
      partner_pending: {
        en: 'The partner is not active yet. Activate the partner, and the same call will work.',
        de: 'Der Partner ist noch nicht freigeschaltet. Schalten Sie ihn frei, dann gelingt derselbe Aufruf.',
      },
      partner_suspended: { en: 'The partner is suspended.', de: 'Der Partner ist gesperrt.' },
      token_expired: {
        en: 'The access token had expired. Partners request a new one every hour.',
        de: 'Das Zugriffstoken war abgelaufen. Partner holen jede Stunde ein neues.',
      },
      token_revoked: { en: 'The access token was revoked.', de: 'Das Zugriffstoken wurde widerrufen.' },
      secret_revoked: {
        en: 'The client secret for this token was revoked.',
        de: 'Der Zugangsschlüssel zu diesem Token wurde widerrufen.',
      },
      payment_reference: {
        en: 'A bank transfer waits: its payment reference belongs to no member that the partner sees.',
        de: 'Eine Überweisung wartet: Ihre Zahlungsreferenz gehört zu keinem Mitglied, das der Partner sieht.',
      },
    },
    detailsOf: phrase({
      en: (call: string, time: string) => `${call} at ${time}`,
      de: (call, time) => `${call}, ${time}`,
    }),
    emptyTitle: { en: 'No API calls yet', de: 'Noch keine API-Aufrufe' },
    empty: {
      en: 'Each call by a partner appears here with its response.',
      de: 'Jeder Aufruf eines Partners erscheint hier mit der Antwort.',
    },
    noneTitle: { en: 'No matching API calls', de: 'Keine passenden API-Aufrufe' },
    none: {
      en: 'Choose a longer period or fewer filters.',
      de: 'Wählen Sie einen längeren Zeitraum oder weniger Filter.',
    },
    sample: {
      en: 'Under heavy load, the list leaves out some calls. The chart counts all of them.',
      de: 'Unter großer Last fehlen in der Liste manche Aufrufe. Das Diagramm zählt alle.',
    },
    chart: { en: 'API calls over time', de: 'API-Aufrufe im Zeitverlauf' },
    chartOk: { en: 'Succeeded', de: 'Erfolgreich' },
    chartRefused: { en: 'Refused', de: 'Abgelehnt' },
    chartFailed: { en: 'Server errors', de: 'Serverfehler' },
    chartTotals: phrase({
      en: (calls: number, refused: number, failed: number) =>
        `${counted.en(calls, 'call', 'calls')}, ${counted.en(refused, 'refused', 'refused')}, ${counted.en(failed, 'server error', 'server errors')}.`,
      de: (calls, refused, failed) =>
        `${counted.de(calls, 'Aufruf', 'Aufrufe')}, ${counted.de(refused, 'abgelehnt', 'abgelehnt')}, ${counted.de(failed, 'Serverfehler', 'Serverfehler')}.`,
    }),
    chartNone: { en: 'No API calls in this period.', de: 'Keine API-Aufrufe in diesem Zeitraum.' },
    count: { en: 'Calls', de: 'Aufrufe' },
  },
  audit: {
    title: { en: 'Audit log', de: 'Prüfprotokoll' },
    lead: {
      en: 'A record of who did what, when and from where. Nobody can change or delete entries.',
      de: 'Ein Verzeichnis, wer was wann und von wo getan hat. Niemand kann Einträge ändern oder löschen.',
    },
    who: { en: 'Person or system', de: 'Person oder System' },
    anybody: { en: 'Everyone', de: 'Alle' },
    actors: {
      administrator: { en: 'Administrators', de: 'Verwaltungsteam' },
      partner: { en: 'Partners', de: 'Partner' },
      member: { en: 'Members', de: 'Mitglieder' },
      deputy: { en: 'Deputies', de: 'Vertretungen' },
      command: { en: 'Server operator', de: 'Serverbetrieb' },
      system: { en: 'Timebank service', de: 'Timebank-Dienst' },
      anonymous: { en: 'Not signed in', de: 'Nicht angemeldet' },
    },
    actor: {
      administrator: { en: 'Administrator', de: 'Verwaltungsteam' },
      partner: { en: 'Partner', de: 'Partner' },
      member: { en: 'Member', de: 'Mitglied' },
      deputy: { en: 'Deputy', de: 'Vertretung' },
      command: { en: 'Server operator', de: 'Serverbetrieb' },
      system: { en: 'Timebank service', de: 'Timebank-Dienst' },
      anonymous: { en: 'Not signed in', de: 'Nicht angemeldet' },
    },
    what: { en: 'Action', de: 'Aktion' },
    anything: { en: 'All actions', de: 'Alle Aktionen' },
    subject: { en: 'Affected record', de: 'Betroffener Datensatz' },
    when: { en: 'Time', de: 'Zeit' },
    from: { en: 'IP address', de: 'IP-Adresse' },
    period: { en: 'Period', de: 'Zeitraum' },
    periods: {
      all: { en: 'All', de: 'Alles' },
      day: { en: 'Last 24 hours', de: 'Letzte 24 Stunden' },
      week: { en: 'Last 7 days', de: 'Letzte 7 Tage' },
      month: { en: 'Last 30 days', de: 'Letzte 30 Tage' },
    },
    before: { en: 'Before', de: 'Vorher' },
    after: { en: 'After', de: 'Nachher' },
    details: { en: 'Details', de: 'Details' },
    requestId: { en: 'Request ID', de: 'Anfrage-ID' },
    detailsOf: phrase({
      en: (what: string, when: string) => `${what}, ${when}`,
      de: (what, when) => `${what}, ${when}`,
    }),
    emptyTitle: { en: 'No entries yet', de: 'Noch keine Einträge' },
    empty: {
      en: 'Every change appears here, as does every access to personal data.',
      de: 'Jede Änderung erscheint hier, ebenso jeder Zugriff auf personenbezogene Daten.',
    },
    noneTitle: { en: 'No matching entries', de: 'Keine passenden Einträge' },
    none: {
      en: 'Choose a longer period or fewer filters.',
      de: 'Wählen Sie einen längeren Zeitraum oder weniger Filter.',
    },
    entries: phrase({
      en: (number: number) => counted.en(number, 'entry', 'entries'),
      de: (number) => counted.de(number, 'Eintrag', 'Einträge'),
    }),
    scope: { en: 'Scope', de: 'Bereich' },
    scopeCommunity: { en: 'This community', de: 'Diese Gemeinschaft' },
    scopeInstallation: { en: 'The whole installation', de: 'Die ganze Installation' },
    none_: { en: 'empty', de: 'leer' },
    yes: { en: 'yes', de: 'ja' },
    no: { en: 'no', de: 'nein' },
  },
};
