/** Übersicht und Einstellungen. */
import type { Texts } from '../en/texts.ts';
import { counted } from './common.ts';

export const overview = {
  overview: {
    title: 'Übersicht',
    attention: 'Was Sie braucht',
    nothingTitle: 'Nichts braucht Sie',
    nothing: 'Webhooks kommen an, Geheimnisse sind frisch, nichts wartet.',
    items: {
      api_off: () => 'Partner sind ausgesperrt',
      webhook_disabled: (_count, partner) => `Ein Webhook von ${partner} ist abgeschaltet`,
      webhook_failing: (_count, partner) => `Ein Webhook von ${partner} kommt nicht an`,
      secret_expiring: (_count, partner) => `Das Geheimnis von ${partner} endet bald`,
      cap_reached: (count, partner) =>
        `${partner} hat eine Grenze erreicht: ${counted(count, 'Gutschrift', 'Gutschriften')} in der letzten Woche abgelehnt`,
      statement_unmatched: (count, partner) =>
        `${counted(count, 'Unterschied', 'Unterschiede')} zum Bankauszug von ${partner}`,
      listings_held: (count) => `${counted(count, 'Angebot wartet', 'Angebote warten')} auf eine Prüfung`,
      members_pending: (count) => `${counted(count, 'Person wartet', 'Personen warten')} auf Einlass`,
      partner_never_called: (_count, partner) => `${partner} hat noch nie aufgerufen`,
    },
    todo: {
      api_off: 'Schalten Sie wieder ein, wenn der Grund vorbei ist.',
      webhook_disabled: 'Fragen Sie den Partner, ob seine Adresse wieder läuft, und beleben Sie ihn dann wieder.',
      webhook_failing:
        'Ereignisse werden aufgehoben und von selbst noch einmal gesendet. Sagen Sie es dem Partner, wenn es dauert.',
      secret_expiring: 'Übergeben Sie rechtzeitig ein neues.',
      cap_reached: 'Prüfen Sie, ob die Grenze stimmt, und sagen Sie es dem Partner.',
      statement_unmatched: 'Sehen Sie die Zeilen einzeln an.',
      listings_held: 'Veröffentlichen oder schließen Sie sie.',
      members_pending: 'Lassen Sie sie ein, oder sagen Sie ihnen, warum nicht.',
      partner_never_called: 'Fragen Sie, ob das Geheimnis angekommen ist.',
    },
    endsOn: (day) => `Endet am ${day}.`,
    steps: 'Erste Schritte',
    stepsLead: 'In fünf Schritten wird eine Zeitbank lebendig.',
    step: {
      settings: 'Die Einstellungen ansehen: Zeitschritte, Grenzen, was Partner sehen',
      members: 'Mitglieder hinzufügen, von Hand oder aus einer Datei',
      listings: 'Hinzufügen, was Mitglieder anbieten und brauchen',
      exchanges: 'Den ersten Austausch erfassen',
      partners: 'Einen Partner einlassen',
    },
    done: 'Erledigt',
    open: 'Zu tun',
    period: 'Zeitraum',
    periods: {
      month: 'Die letzten 30 Tage',
      quarter: 'Die letzten 13 Wochen',
      year: 'Die letzten 12 Monate',
      years: 'Die letzten 3 Jahre',
    },
    exchanged: 'Ausgetauschte Stunden',
    credited: 'Gutgeschriebene Stunden',
    active: 'Aktive Mitglieder',
    activeHint: 'Mitglieder, die halfen oder denen geholfen wurde.',
    listings: 'Neue Angebote und Gesuche',
    total: (value) => `zusammen ${value}`,
    most: (value) => `bis zu ${value}`,
    none: 'Nichts in diesem Zeitraum.',
    asTable: 'Als Tabelle',
    when: 'Ab',
    toList: 'Zur Liste',
  },
  settings: {
    title: 'Einstellungen',
    lead: 'Was diese Gemeinschaft für sich beschlossen hat.',
    readOnly: 'Ihre Rolle darf die Einstellungen lesen, nicht ändern.',
    name: 'Name der Gemeinschaft',
    time: 'Zeit',
    step: 'Zeitschritt',
    stepHint: 'Austausch wird in Vielfachen davon erfasst. Bei 15 Minuten wird 1:15 angenommen und 1:20 abgelehnt.',
    stepOption: (minutes) => (minutes === 60 ? 'Ganze Stunden' : counted(minutes, 'Minute', 'Minuten')),
    limits: 'Grenzen der Konten',
    limitsLead: 'Sie gelten für alles, was ab jetzt erfasst wird. Nichts schon Gebuchtes ändert sich.',
    lower: 'Niedrigster Kontostand',
    lowerHint:
      'Wie weit unter null Austausch ein Konto bringen darf, etwa -25. Leer: keine Grenze. Bei 0 kann niemandem geholfen werden, der nicht zuvor geholfen hat.',
    upper: 'Höchster Kontostand',
    upperHint: 'Wie viele Stunden das Konto eines Mitglieds höchstens hält, etwa 100. Leer: keine Grenze.',
    visibility: 'Was Partner sehen',
    visibilityLead: 'Für Mitglieder, die selbst nichts gewählt haben.',
    visibilityChange: (count) =>
      count === 0
        ? 'Zurzeit folgt kein Mitglied dem.'
        : `${counted(count, 'Mitglied folgt', 'Mitglieder folgen')} dem. Wenn Sie speichern, erfahren Partner von der Änderung.`,
    languages: 'Sprachen',
    languagesHint: 'Sprachkürzel wie en oder de, eines je Zeile; die Hauptsprache zuerst.',
    administrators: 'Verwalter und Rollen',
    administratorsText: 'Wer diese Verwaltung benutzen darf und was jeder darf.',
    saved: 'Die Einstellungen sind gespeichert.',
    negative: 'Muss 0 oder weniger sein.',
    positive: 'Muss mehr als 0 sein.',
  },
} satisfies Pick<Texts, 'overview' | 'settings'>;
