/** The first screen. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted, grouped } from '../../../console/src/texts/counted.ts';

export const overview = {
  overview: {
    title: { en: 'Overview', de: 'Übersicht' },
    attention: { en: 'To do', de: 'Zu erledigen' },
    failedCodes: phrase({
      en: (count: number) =>
        `Before this sign-in, ${counted.en(count, 'wrong code was', 'wrong codes were')} entered together with your correct password. If that was not you, change your password now.`,
      de: (count) =>
        `Vor dieser Anmeldung wurde mit Ihrem richtigen Passwort ${counted.de(count, 'falscher Code', 'falsche Codes')} eingegeben. Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort.`,
    }),
    items: {
      api_off: { en: () => 'Partner access is switched off', de: () => 'Der Zugriff für Partner ist abgeschaltet' },
      webhook_disabled: phrase({
        en: (_count: number, partner: string, endpoint: string) =>
          `The webhook endpoint "${endpoint}" of ${partner} is disabled`,
        de: (_count, partner, endpoint) => `Der Webhook-Endpunkt „${endpoint}“ von ${partner} ist deaktiviert`,
      }),
      webhook_failing: phrase({
        en: (_count: number, partner: string, endpoint: string) =>
          `Deliveries to the webhook endpoint "${endpoint}" of ${partner} are failing`,
        de: (_count, partner, endpoint) =>
          `Zustellungen an den Webhook-Endpunkt „${endpoint}“ von ${partner} schlagen fehl`,
      }),
      secret_expiring: phrase({
        en: (_count: number, partner: string) => `The client secret of ${partner} expires soon`,
        de: (_count, partner) => `Der Zugangsschlüssel von ${partner} läuft bald ab`,
      }),
      cap_reached: phrase({
        en: (count: number, partner: string) =>
          `${partner} reached a credit limit: ${counted.en(count, 'credit', 'credits')} rejected in the last week`,
        de: (count, partner) =>
          `${partner} hat eine Grenze erreicht: ${counted.de(count, 'Gutschrift', 'Gutschriften')} in der letzten Woche abgelehnt`,
      }),
      payments_unmatched: phrase({
        en: (count: number, partner: string) =>
          `${counted.en(count, 'payment', 'payments')} that ${partner} could give to no member in the last week`,
        de: (count, partner) =>
          `${partner} konnte in der letzten Woche ${counted.de(count, 'Zahlung', 'Zahlungen')} keinem Mitglied zuordnen`,
      }),
      statement_unmatched: phrase({
        en: (count: number, partner: string) =>
          `${counted.en(count, 'open difference', 'open differences')} between the bank statement and ${partner}`,
        de: (count, partner) =>
          `${counted.de(count, 'offene Abweichung', 'offene Abweichungen')} zwischen Bankauszug und ${partner}`,
      }),
      bank_lines_open: phrase({
        en: (count: number, _partner: string, _endpoint: string, more: boolean) =>
          `${counted.en(count, 'bank line has', 'bank lines have', more)} been open for a long time`,
        de: (count, _partner, _endpoint, more) =>
          `${counted.de(count, 'Bankzeile ist', 'Bankzeilen sind', more)} schon lange offen`,
      }),
      listings_held: phrase({
        en: (count: number, _partner: string, _endpoint: string, more: boolean) =>
          `${counted.en(count, 'listing needs', 'listings need', more)} review`,
        de: (count, _partner, _endpoint, more) =>
          `${counted.de(count, 'Inserat muss', 'Inserate müssen', more)} geprüft werden`,
      }),
      listings_ending: phrase({
        en: (count: number, _partner: string, _endpoint: string, more: boolean) =>
          `${counted.en(count, 'listing ends', 'listings end', more)} within 14 days`,
        de: (count, _partner, _endpoint, more) =>
          `${counted.de(count, 'Inserat läuft', 'Inserate laufen', more)} in 14 Tagen ab`,
      }),
      members_pending: phrase({
        en: (count: number, _partner: string, _endpoint: string, more: boolean) =>
          `${counted.en(count, 'member needs', 'members need', more)} activation`,
        de: (count, _partner, _endpoint, more) =>
          `${counted.de(count, 'Mitglied wartet', 'Mitglieder warten', more)} auf Freischaltung`,
      }),
      members_leaving: phrase({
        en: (count: number, _partner: string, _endpoint: string, more: boolean) =>
          `${counted.en(count, 'member wants', 'members want', more)} to leave`,
        de: (count, _partner, _endpoint, more) =>
          `${counted.de(count, 'Mitglied möchte', 'Mitglieder möchten', more)} gehen`,
      }),
      hours_to_settle: phrase({
        en: (count: number, _partner: string, _endpoint: string, more: boolean) =>
          `${counted.en(count, 'entry of members waits', 'entries of members wait', more)} to be settled`,
        de: (count, _partner, _endpoint, more) =>
          `${counted.de(count, 'Eintrag eines Mitglieds wartet', 'Einträge von Mitgliedern warten', more)} auf Klärung`,
      }),
      answers_to_hand_on: phrase({
        en: (count: number, _partner: string, _endpoint: string, more: boolean) =>
          `${counted.en(count, 'answer waits', 'answers wait', more)} to be handed on`,
        de: (count, _partner, _endpoint, more) =>
          `${counted.de(count, 'Antwort wartet', 'Antworten warten', more)} auf Weitergabe`,
      }),
      letters_to_print: phrase({
        en: (count: number, _partner: string, _endpoint: string, more: boolean) =>
          `${counted.en(count, 'message waits', 'messages wait', more)} to be printed`,
        de: (count, _partner, _endpoint, more) =>
          `${counted.de(count, 'Nachricht wartet', 'Nachrichten warten', more)} auf den Druck`,
      }),
      mails_refused: phrase({
        en: (count: number, _partner: string, _endpoint: string, more: boolean) =>
          `${counted.en(count, 'mail is', 'mails are', more)} not taken by the mail server`,
        de: (count, _partner, _endpoint, more) =>
          `${counted.de(count, 'E-Mail wird', 'E-Mails werden', more)} vom Mailserver nicht angenommen`,
      }),
      partner_never_called: phrase({
        en: (_count: number, partner: string) => `${partner} has not made any API calls yet`,
        de: (_count, partner) => `${partner} hat die API noch nie aufgerufen`,
      }),
    },
    todo: {
      api_off: {
        en: 'Switch it on again once the problem is solved.',
        de: 'Schalten Sie ihn wieder ein, sobald das Problem behoben ist.',
      },
      webhook_disabled: {
        en: 'Ask the partner whether the endpoint works again, then re-enable it.',
        de: 'Fragen Sie den Partner, ob der Endpunkt wieder funktioniert, und aktivieren Sie ihn dann wieder.',
      },
      webhook_failing: {
        en: 'Events are kept and retried automatically. Tell the partner if the problem persists.',
        de: 'Ereignisse werden aufgehoben und automatisch wiederholt. Sagen Sie dem Partner Bescheid, wenn das Problem anhält.',
      },
      secret_expiring: { en: 'Hand over a new one in good time.', de: 'Übergeben Sie rechtzeitig einen neuen.' },
      cap_reached: {
        en: 'Check whether the limit is right, then tell the partner.',
        de: 'Prüfen Sie, ob die Grenze stimmt, und sagen Sie dann dem Partner Bescheid.',
      },
      payments_unmatched: {
        en: 'Their payment references are wrong or unknown. Each call says what to do.',
        de: 'Ihre Zahlungsreferenzen sind falsch oder unbekannt. Bei jedem Aufruf steht, was zu tun ist.',
      },
      statement_unmatched: {
        en: 'Ask the partner, or note the explanation.',
        de: 'Fragen Sie den Partner, oder notieren Sie die Erklärung.',
      },
      bank_lines_open: {
        en: 'Approve them, choose their members, or note what they are.',
        de: 'Buchen Sie sie, wählen Sie das Mitglied, oder notieren Sie, was sie sind.',
      },
      listings_held: {
        en: 'Open the list to publish or close.',
        de: 'Öffnen Sie die Liste zum Veröffentlichen oder Schließen.',
      },
      listings_ending: {
        en: 'Ask the members, and renew what goes on. Members without e-mail hear of it from you alone.',
        de: 'Fragen Sie die Mitglieder, und verlängern Sie, was weiter gilt. Wer keine E-Mail hat, erfährt es nur von Ihnen.',
      },
      members_pending: {
        en: 'Open the list to activate. If you decide not to, explain the reason.',
        de: 'Öffnen Sie die Liste zum Freischalten. Wenn Sie ablehnen, nennen Sie den Grund.',
      },
      members_leaving: {
        en: 'Speak with them about the hours that are left, then end the membership.',
        de: 'Sprechen Sie über die übrigen Stunden, und beenden Sie dann die Mitgliedschaft.',
      },
      hours_to_settle: {
        en: 'The list says what each of the two has said.',
        de: 'In der Liste steht, was beide gesagt haben.',
      },
      answers_to_hand_on: {
        en: 'Ring the members whom no mail reaches, and tell them who has answered.',
        de: 'Rufen Sie die Mitglieder an, die keine E-Mail erreicht, und sagen Sie ihnen, wer geantwortet hat.',
      },
      letters_to_print: {
        en: 'One letter for each member whom no mail reaches.',
        de: 'Ein Brief für jedes Mitglied, das keine E-Mail erreicht.',
      },
      mails_refused: {
        en: 'It refuses all recipients at present, which says nothing of their addresses: tell the person who looks after the server. What waits is tried again by itself.',
        de: 'Er weist gerade alle Empfänger ab. Das liegt nicht an den Adressen: Sagen Sie der Person Bescheid, die den Server betreut. Was wartet, wird von selbst wieder versucht.',
      },
      partner_never_called: {
        en: 'Ask whether the client secret has arrived.',
        de: 'Fragen Sie, ob der Zugangsschlüssel angekommen ist.',
      },
    },
    cameBefore: phrase({ en: (day: string) => `Imported before ${day}.`, de: (day) => `Vor dem ${day} eingelesen.` }),
    endsOn: phrase({ en: (day: string) => `Expires on ${day}.`, de: (day) => `Läuft am ${day} ab.` }),
    steps: { en: 'First steps', de: 'Erste Schritte' },
    stepsLead: {
      en: 'Get your time bank started in four steps. You may leave out any of them.',
      de: 'So startet Ihre Zeitbank in vier Schritten. Sie können jeden davon auslassen.',
    },
    endSteps: { en: 'Done: hide these steps', de: 'Fertig: Schritte ausblenden' },
    stepsEnded: {
      en: 'The first steps are hidden for everybody in this community.',
      de: 'Die ersten Schritte sind für alle in dieser Gemeinschaft ausgeblendet.',
    },
    step: {
      settings: {
        en: 'Check the settings: name, limits, languages',
        de: 'Einstellungen prüfen: Name, Grenzen, Sprachen',
      },
      members: {
        en: 'Add members, by hand or from a file',
        de: 'Mitglieder hinzufügen, von Hand oder aus einer Datei',
      },
      listings: {
        en: 'Add listings: offers and requests of members',
        de: 'Inserate hinzufügen: Angebote und Gesuche der Mitglieder',
      },
      exchanges: { en: 'Record the first exchange', de: 'Den ersten Einsatz erfassen' },
    },
    moveIn: {
      en: 'Coming from another time bank system? Move in with everything at once',
      de: 'Kommen Sie aus einem anderen System? Ziehen Sie mit allem auf einmal um',
    },
    done: { en: 'Done', de: 'Erledigt' },
    open: { en: 'To do', de: 'Zu erledigen' },
    period: { en: 'Period', de: 'Zeitraum' },
    periods: {
      month: { en: 'The last 30 days', de: 'Die letzten 30 Tage' },
      quarter: { en: 'The last 13 weeks', de: 'Die letzten 13 Wochen' },
      year: { en: 'The last 12 months', de: 'Die letzten 12 Monate' },
      years: { en: 'The last 36 months', de: 'Die letzten 36 Monate' },
    },
    exchanged: { en: 'Hours exchanged', de: 'Stunden aus Einsätzen' },
    credited: { en: 'Hours credited', de: 'Gutgeschriebene Stunden' },
    active: { en: 'Members who took part', de: 'Mitglieder, die mitgemacht haben' },
    activeHint: {
      en: 'They gave or received help; each counts once per bar.',
      de: 'Sie haben geholfen, oder ihnen wurde geholfen. Jedes zählt je Balken einmal.',
    },
    listings: { en: 'New listings', de: 'Neue Inserate' },
    total: phrase({ en: (value: string) => `${value} in total`, de: (value) => `insgesamt ${value}` }),
    most: phrase({ en: (value: string) => `peak: ${value}`, de: (value) => `Höchstwert: ${value}` }),
    none: { en: 'No data for this period.', de: 'Keine Daten in diesem Zeitraum.' },
    asTable: { en: 'View as table', de: 'Als Tabelle anzeigen' },
    when: { en: 'From', de: 'Ab' },
    toList: { en: 'View list', de: 'Liste anzeigen' },
  },
  backup: {
    last: { en: 'Last backup:', de: 'Letzte Sicherung:' },
    late: phrase({
      en: (when: string) => `The last backup was made ${when}`,
      de: (when) => `Die letzte Sicherung entstand ${when}`,
    }),
    none: { en: 'There is no backup', de: 'Es gibt keine Sicherung' },
    tell: { en: 'Tell who runs the server.', de: 'Sagen Sie der Person Bescheid, die den Server betreibt.' },
    elsewhere: {
      en: 'The service makes no backups by itself. Ask who runs the server how they are made.',
      de: 'Der Dienst legt selbst keine Sicherungen an. Fragen Sie die Person, die den Server betreibt, wie sie entstehen.',
    },
    todo: {
      en: 'The service makes one every day. The reason is in its log.',
      de: 'Der Dienst legt jeden Tag eine an. Den Grund nennt sein Protokoll.',
    },
  },
  protect: {
    title: { en: 'Protect your account', de: 'Schützen Sie Ihr Konto' },
    text: {
      en: 'So far, your password alone opens the books of your community. Set up the authenticator app: then the password needs a code as well. A passkey spares you both.',
      de: 'Bisher öffnet Ihr Passwort allein die Bücher Ihrer Gemeinschaft. Richten Sie die Authenticator-App ein: Dann braucht das Passwort auch einen Code. Mit einem Passkey sparen Sie sich beides.',
    },
    go: { en: 'Protect it now', de: 'Jetzt schützen' },
    later: phrase({
      en: (days: number) => `Ask again in ${days} days`,
      de: (days) => `In ${days} Tagen wieder fragen`,
    }),
    putOff: phrase({
      en: (days: number) => `You will be asked again in ${days} days.`,
      de: (days) => `In ${days} Tagen werden Sie wieder gefragt.`,
    }),
  },
  needCall: {
    title: phrase({
      en: (count: number, more: boolean) =>
        `${grouped.en(count)}${more ? ' or more' : ''} ${count === 1 && !more ? 'member' : 'members'} might need a call`,
      de: (count, more) =>
        count === 1 && !more
          ? '1 Mitglied braucht vielleicht einen Anruf'
          : `${grouped.de(count)}${more ? ' oder mehr' : ''} Mitglieder brauchen vielleicht einen Anruf`,
    }),
    todo: {
      en: 'Those with the longest silence first. The list says why, with the telephone number.',
      de: 'Am längsten Stille zuerst. Die Liste nennt den Anlass und die Telefonnummer.',
    },
  },
};
