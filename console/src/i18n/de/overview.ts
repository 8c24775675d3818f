/** Übersicht und Einstellungen. */
import type { Texts } from '../en/texts.ts';
import { counted } from './common.ts';

export const overview = {
  overview: {
    title: 'Übersicht',
    attention: 'Zu erledigen',
    failedCodes: (count) =>
      `Vor dieser Anmeldung wurde mit Ihrem richtigen Passwort ${counted(count, 'falscher Code', 'falsche Codes')} eingegeben. Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort.`,
    items: {
      api_off: () => 'Der Zugriff für Partner ist abgeschaltet',
      webhook_disabled: (_count, partner, endpoint) =>
        `Der Webhook-Endpunkt „${endpoint}“ von ${partner} ist deaktiviert`,
      webhook_failing: (_count, partner, endpoint) =>
        `Zustellungen an den Webhook-Endpunkt „${endpoint}“ von ${partner} schlagen fehl`,
      secret_expiring: (_count, partner) => `Der Zugangsschlüssel von ${partner} läuft bald ab`,
      cap_reached: (count, partner) =>
        `${partner} hat eine Grenze erreicht: ${counted(count, 'Gutschrift', 'Gutschriften')} in der letzten Woche abgelehnt`,
      payments_unmatched: (count, partner) =>
        `${partner} konnte in der letzten Woche ${counted(count, 'Zahlung', 'Zahlungen')} keinem Mitglied zuordnen`,
      statement_unmatched: (count, partner) =>
        `${counted(count, 'offene Abweichung', 'offene Abweichungen')} zwischen Bankauszug und ${partner}`,
      bank_lines_open: (count, _partner, _endpoint, more) =>
        `${counted(count, 'Bankzeile ist', 'Bankzeilen sind', more)} schon lange offen`,
      listings_held: (count, _partner, _endpoint, more) =>
        `${counted(count, 'Inserat muss', 'Inserate müssen', more)} geprüft werden`,
      members_pending: (count, _partner, _endpoint, more) =>
        `${counted(count, 'Mitglied wartet', 'Mitglieder warten', more)} auf Freischaltung`,
      members_leaving: (count, _partner, _endpoint, more) =>
        `${counted(count, 'Mitglied möchte', 'Mitglieder möchten', more)} gehen`,
      hours_to_settle: (count, _partner, _endpoint, more) =>
        `${counted(count, 'Eintrag eines Mitglieds wartet', 'Einträge von Mitgliedern warten', more)} auf Klärung`,
      answers_to_hand_on: (count, _partner, _endpoint, more) =>
        `${counted(count, 'Antwort wartet', 'Antworten warten', more)} auf Weitergabe`,
      letters_to_print: (count, _partner, _endpoint, more) =>
        `${counted(count, 'Nachricht wartet', 'Nachrichten warten', more)} auf den Druck`,
      partner_never_called: (_count, partner) => `${partner} hat die API noch nie aufgerufen`,
    },
    todo: {
      api_off: 'Schalten Sie ihn wieder ein, sobald das Problem behoben ist.',
      webhook_disabled:
        'Fragen Sie den Partner, ob der Endpunkt wieder funktioniert, und aktivieren Sie ihn dann wieder.',
      webhook_failing:
        'Ereignisse werden aufgehoben und automatisch wiederholt. Sagen Sie dem Partner Bescheid, wenn das Problem anhält.',
      secret_expiring: 'Übergeben Sie rechtzeitig einen neuen.',
      cap_reached: 'Prüfen Sie, ob die Grenze stimmt, und sagen Sie dann dem Partner Bescheid.',
      payments_unmatched: 'Ihre Zahlungsreferenzen sind falsch oder unbekannt. Bei jedem Aufruf steht, was zu tun ist.',
      statement_unmatched: 'Fragen Sie den Partner, oder notieren Sie die Erklärung.',
      bank_lines_open: 'Buchen Sie sie, wählen Sie das Mitglied, oder notieren Sie, was sie sind.',
      listings_held: 'Öffnen Sie die Liste zum Veröffentlichen oder Schließen.',
      members_pending: 'Öffnen Sie die Liste zum Freischalten. Wenn Sie ablehnen, nennen Sie den Grund.',
      members_leaving: 'Sprechen Sie über die übrigen Stunden, und beenden Sie dann die Mitgliedschaft.',
      hours_to_settle: 'In der Liste steht, was beide gesagt haben.',
      answers_to_hand_on:
        'Rufen Sie die Mitglieder an, die keine E-Mail erreicht, und sagen Sie ihnen, wer geantwortet hat.',
      letters_to_print: 'Ein Brief für jedes Mitglied, das keine E-Mail erreicht.',
      partner_never_called: 'Fragen Sie, ob der Zugangsschlüssel angekommen ist.',
    },
    askAdministrator: 'Mit Ihrer Rolle können Sie das nicht öffnen. Sagen Sie der Leitung Ihrer Zeitbank Bescheid.',
    cameBefore: (day) => `Vor dem ${day} eingelesen.`,
    endsOn: (day) => `Läuft am ${day} ab.`,
    steps: 'Erste Schritte',
    stepsLead: 'So startet Ihre Zeitbank in fünf Schritten. Sie können jeden davon auslassen.',
    endSteps: 'Fertig: Schritte ausblenden',
    stepsEnded: 'Die ersten Schritte sind für alle in dieser Gemeinschaft ausgeblendet.',
    step: {
      settings: 'Einstellungen prüfen: Zeitschritt, Grenzen, Sichtbarkeit für Partner',
      members: 'Mitglieder hinzufügen, von Hand oder aus einer Datei',
      listings: 'Inserate hinzufügen: Angebote und Gesuche der Mitglieder',
      exchanges: 'Den ersten Einsatz erfassen',
      partners: 'Einen Partner hinzufügen',
    },
    moveIn: 'Kommen Sie aus einem anderen System? Ziehen Sie mit allem auf einmal um',
    done: 'Erledigt',
    open: 'Zu erledigen',
    period: 'Zeitraum',
    periods: {
      month: 'Die letzten 30 Tage',
      quarter: 'Die letzten 13 Wochen',
      year: 'Die letzten 12 Monate',
      years: 'Die letzten 36 Monate',
    },
    exchanged: 'Stunden aus Einsätzen',
    credited: 'Gutgeschriebene Stunden',
    active: 'Mitglieder, die mitgemacht haben',
    activeHint: 'Sie haben geholfen, oder ihnen wurde geholfen. Jedes zählt je Balken einmal.',
    listings: 'Neue Inserate',
    total: (value) => `insgesamt ${value}`,
    most: (value) => `Höchstwert: ${value}`,
    none: 'Keine Daten in diesem Zeitraum.',
    asTable: 'Als Tabelle anzeigen',
    when: 'Ab',
    toList: 'Liste anzeigen',
  },
  settings: {
    title: 'Einstellungen',
    lead: 'Regeln und Standardwerte dieser Gemeinschaft.',
    readOnly: 'Mit Ihrer Rolle können Sie die Einstellungen ansehen, aber nicht ändern.',
    name: 'Name der Gemeinschaft',
    time: 'Zeit',
    step: 'Zeitschritt',
    hoursAs: 'Schreibweise der Stunden',
    hoursForms: { decimal: 'Dezimal, etwa 1,33 h', clock: 'Stunden und Minuten, etwa 1:20 h' },
    stepHint:
      'Die Zeit jedes Einsatzes muss ein Vielfaches davon sein. Bei 15 Minuten wird 1:15 angenommen und 1:20 abgelehnt.',
    stepOption: (minutes) => (minutes === 60 ? 'Ganze Stunden' : counted(minutes, 'Minute', 'Minuten')),
    limits: 'Kontogrenzen',
    limitsLead: 'Die Grenzen gelten nur für neue Buchungen. Bestehende Buchungen ändern sich nicht.',
    lower: 'Niedrigster Kontostand',
    lowerHint:
      'So weit unter null darf ein Konto durch Einsätze sinken, zum Beispiel -25. Leer lassen für keine Grenze. Bei 0 kann ein Mitglied erst Hilfe bekommen, wenn es geholfen hat.',
    upper: 'Höchster Kontostand',
    upperHint:
      'So viele Stunden darf das Konto eines Mitglieds höchstens enthalten, zum Beispiel 100. Leer lassen für keine Grenze.',
    visibility: 'Sichtbarkeit für Partner',
    visibilityLead: 'Der Standard für Mitglieder, die keine Einstellung gewählt haben.',
    visibilityChange: (count) =>
      count === 0
        ? 'Zurzeit gilt dieser Standard für kein Mitglied.'
        : `Dieser Standard gilt für ${counted(count, 'Mitglied', 'Mitglieder')}. Wenn Sie speichern, werden Partner über die Änderung benachrichtigt.`,
    languages: 'Sprachen',
    languagesHint: 'Wählen Sie die Hauptsprache zuerst.',
    languagesNone: 'Keine solche Sprache',
    administrators: 'Verwaltungsteam und Rollen',
    administratorsText: 'Legen Sie fest, wer diese Verwaltungsoberfläche benutzen darf und in welcher Rolle.',
    sandbox: 'Testumgebung',
    sandboxText:
      'Alle Mitglieder hier sind erfunden. Setzen Sie die Testumgebung zurück, damit jeder Test gleich beginnt. Partner behalten ihre Zugangsschlüssel, Schlüssel und Webhooks.',
    reset: 'Testumgebung zurücksetzen',
    resetTitle: (name) => `${name} zurücksetzen?`,
    resetText:
      'Alle Mitglieder, Inserate, Einsätze, Gutschriften, Abrechnungen und Ereignisse werden gelöscht. Danach werden die erfundenen neu angelegt. Partner mit ihren Zugangsschlüsseln, Schlüsseln und Webhooks bleiben, ebenso das Prüfprotokoll. Das lässt sich nicht rückgängig machen.',
    resetDone: 'Die Testumgebung wurde zurückgesetzt.',
    saved: 'Einstellungen gespeichert.',
    negative: 'Geben Sie 0 oder eine negative Zahl ein.',
    positive: 'Geben Sie eine Zahl größer als 0 ein.',
  },
} satisfies Pick<Texts, 'overview' | 'settings'>;
