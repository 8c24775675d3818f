/** Webhook endpoints and their deliveries. Loaded with their screens, not with the first. */
import { phrase } from '../../../console/src/i18n/languages.ts';

const number = { en: new Intl.NumberFormat('en'), de: new Intl.NumberFormat('de') };

const events = phrase({
  en: (count: number) => `${number.en.format(count)} ${count === 1 ? 'event' : 'events'}`,
  de: (count: number) => `${number.de.format(count)} ${count === 1 ? 'Ereignis' : 'Ereignisse'}`,
});

const waitingLost = (count: number) => {
  if (count === 0) return '';
  return count === 1
    ? `${events.de(count)}, das noch wartet, wird nicht mehr gesendet. `
    : `${events.de(count)}, die noch warten, werden nicht mehr gesendet. `;
};

export const webhooks = {
  lead: {
    en: 'The service sends events to these webhook endpoints. You or the partner can add them.',
    de: 'An diese Webhook-Endpunkte sendet der Dienst Ereignisse. Sie oder der Partner können sie anlegen.',
  },
  emptyTitle: { en: 'No webhook endpoints', de: 'Keine Webhook-Endpunkte' },
  empty: {
    en: 'The partner may receive events. Add its endpoint here, or let the partner register one over the API.',
    de: 'Der Partner darf Ereignisse empfangen. Legen Sie seinen Endpunkt hier an, oder der Partner registriert ihn über die API.',
  },
  emptyReader: {
    en: 'The partner may receive events but has no endpoint yet. An administrator or the partner can add one.',
    de: 'Der Partner darf Ereignisse empfangen, hat aber noch keinen Endpunkt. Leitung, Verwaltung oder der Partner kann einen anlegen.',
  },
  lackingTitle: { en: 'The partner may not receive events', de: 'Der Partner darf keine Ereignisse empfangen' },
  lacking: phrase({
    en: (scope: string) => `The permission "${scope}" is missing. With it, the partner can have webhook endpoints.`,
    de: (scope) => `Die Berechtigung „${scope}“ fehlt. Mit ihr kann der Partner Webhook-Endpunkte haben.`,
  }),
  toSettings: { en: 'Change the permissions', de: 'Berechtigungen ändern' },
  target: { en: 'Webhook endpoint', de: 'Webhook-Endpunkt' },
  health: { en: 'Health', de: 'Zustand' },
  healths: {
    ok: { en: 'Healthy', de: 'In Ordnung' },
    failing: { en: 'Failing', de: 'Gestört' },
    unused: { en: 'Nothing sent yet', de: 'Noch nichts gesendet' },
    paused: { en: 'Paused', de: 'Pausiert' },
    disabled: { en: 'Disabled', de: 'Deaktiviert' },
  },
  healthMeans: {
    ok: { en: 'Events are delivered.', de: 'Ereignisse werden zugestellt.' },
    failing: {
      en: 'The last attempts failed. The service retries automatically for about three days.',
      de: 'Die letzten Versuche sind fehlgeschlagen. Der Dienst wiederholt sie etwa drei Tage lang automatisch.',
    },
    unused: {
      en: 'There has been no event of the selected types yet. Send a test event to check that the endpoint responds.',
      de: 'Noch gab es kein Ereignis der gewählten Arten. Senden Sie ein Testereignis, um zu prüfen, ob der Endpunkt antwortet.',
    },
    paused: {
      en: 'Events are kept and sent once you resume the endpoint.',
      de: 'Ereignisse werden aufgehoben und gesendet, sobald Sie den Endpunkt fortsetzen.',
    },
    disabled: {
      en: 'Nothing is sent. After you re-enable the endpoint, you can resend events from the last 30 days.',
      de: 'Nichts wird gesendet. Sobald Sie den Endpunkt wieder aktivieren, können Sie Ereignisse der letzten 30 Tage erneut senden.',
    },
  },
  failingSince: phrase({
    en: (when: string) => `First failure: ${when}.`,
    de: (when) => `Erster Fehlschlag: ${when}.`,
  }),
  today: { en: 'Last 24 hours', de: 'Letzte 24 Stunden' },
  delivered: phrase({
    en: (count: number) => `${number.en.format(count)} delivered`,
    de: (count) => `${number.de.format(count)} zugestellt`,
  }),
  failed: phrase({
    en: (count: number) => `${number.en.format(count)} failed`,
    de: (count) => `${number.de.format(count)} fehlgeschlagen`,
  }),
  waiting: { en: 'Not delivered yet', de: 'Noch nicht zugestellt' },
  pendingHeld: phrase({
    en: (pending: number, held: number) =>
      held > 0
        ? `${number.en.format(pending)} pending, ${number.en.format(held)} held`
        : `${number.en.format(pending)} pending`,
    de: (pending, held) =>
      held > 0
        ? `${number.de.format(pending)} ausstehend, ${number.de.format(held)} zurückgehalten`
        : `${number.de.format(pending)} ausstehend`,
  }),
  latency: { en: 'Typical response time', de: 'Übliche Antwortzeit' },
  kinds: { en: 'Event types', de: 'Ereignisarten' },
  allKinds: { en: 'All types', de: 'Alle Arten' },
  undeliverable: phrase({
    en: (kinds: string) => `Not sent because the partner lacks the permission: ${kinds}.`,
    de: (kinds) => `Nicht gesendet, weil dem Partner die Berechtigung fehlt: ${kinds}.`,
  }),
  lastSuccess: { en: 'Last delivered', de: 'Zuletzt zugestellt' },
  backToList: { en: 'All webhook endpoints of this partner', de: 'Alle Webhook-Endpunkte dieses Partners' },
  test: { en: 'Send test event', de: 'Testereignis senden' },
  asked: { en: 'Sent. Waiting for the response …', de: 'Gesendet. Die Antwort steht noch aus …' },
  unanswered: {
    en: 'There is no response yet. It appears in the list below as soon as it arrives.',
    de: 'Bisher kam keine Antwort. Sobald sie kommt, steht sie unten in der Liste.',
  },
  answeredGood: phrase({
    en: (status: number, latency: string) =>
      `The endpoint responded with ${status} after ${latency}. The event arrived.`,
    de: (status, latency) => `Der Endpunkt hat nach ${latency} mit ${status} geantwortet. Das Ereignis ist angekommen.`,
  }),
  answeredBad: phrase({
    en: (status: number, latency: string, meaning: string) =>
      `The endpoint responded with ${status} after ${latency}: ${meaning} The event did not arrive.`,
    de: (status, latency, meaning) =>
      `Der Endpunkt hat nach ${latency} mit ${status} geantwortet: ${meaning} Das Ereignis ist nicht angekommen.`,
  }),
  answeredNot: phrase({
    en: (reason: string) => `No response: ${reason} The event did not arrive.`,
    de: (reason) => `Keine Antwort: ${reason} Das Ereignis ist nicht angekommen.`,
  }),
  notSentHeld: {
    en: 'Nothing was sent: the event is held.',
    de: 'Nichts wurde gesendet: Das Ereignis wird zurückgehalten.',
  },
  notSentLacking: {
    en: 'Nothing was sent: the partner lacks the permission for this event.',
    de: 'Nichts wurde gesendet: Dem Partner fehlt die Berechtigung für dieses Ereignis.',
  },
  pause: { en: 'Pause', de: 'Pausieren' },
  paused: { en: 'Paused. Events are kept in the meantime.', de: 'Pausiert. Ereignisse werden inzwischen aufgehoben.' },
  resume: { en: 'Resume', de: 'Fortsetzen' },
  revive: { en: 'Re-enable', de: 'Wieder aktivieren' },
  resumed: { en: 'Events are sent again.', de: 'Ereignisse werden wieder gesendet.' },
  replay: { en: 'Resend events', de: 'Ereignisse erneut senden' },
  replayTitle: { en: 'Resend events', de: 'Ereignisse erneut senden' },
  replayText: {
    en: 'Every event since this time is sent again, even if it was already delivered. What waits for its next attempt is sent now. Partners recognise repeated events by their ID.',
    de: 'Jedes Ereignis seit diesem Zeitpunkt wird erneut gesendet, auch wenn es schon zugestellt wurde. Was auf den nächsten Versuch wartet, geht sofort hinaus. Partner erkennen wiederholte Ereignisse an ihrer Kennung.',
  },
  replaySince: { en: 'Since', de: 'Seit' },
  replayHint: { en: 'In your local time. At most 30 days back.', de: 'In Ihrer Ortszeit. Höchstens 30 Tage zurück.' },
  replayGo: { en: 'Resend', de: 'Erneut senden' },
  replayed: phrase({
    en: (count: number) =>
      count === 0
        ? 'There were no events since then.'
        : `${events.en(count)} ${count === 1 ? 'is' : 'are'} being sent again.`,
    de: (count) =>
      count === 0
        ? 'Seitdem gab es kein Ereignis.'
        : `${events.de(count)} ${count === 1 ? 'wird' : 'werden'} erneut gesendet.`,
  }),
  deliveries: { en: 'Deliveries', de: 'Zustellungen' },
  deliveriesEmptyTitle: { en: 'Nothing sent yet', de: 'Noch nichts gesendet' },
  deliveriesEmpty: {
    en: 'Each event sent to this endpoint appears here, with every attempt and the partner’s response.',
    de: 'Jedes Ereignis an diesen Endpunkt erscheint hier, mit jedem Versuch und der Antwort des Partners.',
  },
  deliveriesNone: { en: 'No delivery has this status.', de: 'Keine Zustellung hat diesen Status.' },
  filterAll: { en: 'All', de: 'Alle' },
  statuses: {
    pending: { en: 'Pending', de: 'Ausstehend' },
    held: { en: 'Held', de: 'Zurückgehalten' },
    delivered: { en: 'Delivered', de: 'Zugestellt' },
    failed: { en: 'Failed', de: 'Fehlgeschlagen' },
  },
  states: {
    waiting: { en: 'Waiting', de: 'Wartet' },
    retrying: { en: 'Retrying', de: 'Wird wiederholt' },
    held: { en: 'Held', de: 'Zurückgehalten' },
    delivered: { en: 'Delivered', de: 'Zugestellt' },
    failed: { en: 'Failed', de: 'Fehlgeschlagen' },
  },
  nextFirst: phrase({ en: (when: string) => `To be sent ${when}`, de: (when) => `Wird ${when} gesendet` }),
  next: phrase({
    en: (attempt: number, of: number, when: string) => `Attempt ${attempt} of ${of} ${when}`,
    de: (attempt, of, when) => `Versuch ${attempt} von ${of} ${when}`,
  }),
  nextDue: phrase({
    en: (attempt: number, of: number) => `Attempt ${attempt} of ${of} is due now`,
    de: (attempt, of) => `Versuch ${attempt} von ${of} ist jetzt fällig`,
  }),
  due: { en: 'Due now', de: 'Jetzt fällig' },
  heldUntil: {
    paused: { en: 'Until you resume the endpoint', de: 'Bis Sie den Endpunkt fortsetzen' },
    disabled: { en: 'Until you re-enable the endpoint', de: 'Bis Sie den Endpunkt wieder aktivieren' },
    active: { en: 'Until the partner has access again', de: 'Bis der Partner wieder Zugriff hat' },
  },
  failedAfter: phrase({
    en: (attempts: number) => `After ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}. It is not retried.`,
    de: (attempts) => `Nach ${attempts} ${attempts === 1 ? 'Versuch' : 'Versuchen'}. Keine weitere Wiederholung.`,
  }),
  failedUnsent: {
    en: 'Not sent: the partner lacks the permission.',
    de: 'Nicht gesendet: Dem Partner fehlt die Berechtigung.',
  },
  event: { en: 'Event', de: 'Ereignis' },
  about: { en: 'About', de: 'Betrifft' },
  member: { en: 'Member', de: 'Mitglied' },
  noName: { en: 'Name no longer stored', de: 'Name nicht mehr gespeichert' },
  credit: { en: 'Credit', de: 'Gutschrift' },
  creditValue: phrase({
    en: (reference: string, hours: string) => `${hours} h, bank reference ${reference}`,
    de: (reference, hours) => `${hours} Std., Bankreferenz ${reference}`,
  }),
  statement: { en: 'Statement', de: 'Auszug' },
  listing: { en: 'Listing', de: 'Inserat' },
  openListing: { en: 'Open the listing', de: 'Inserat öffnen' },
  status: { en: 'Status', de: 'Status' },
  created: { en: 'Created', de: 'Entstanden' },
  attempts: { en: 'Attempts', de: 'Versuche' },
  attempt: phrase({ en: (attempt: number) => `Attempt ${attempt}`, de: (attempt) => `Versuch ${attempt}` }),
  attemptsCount: phrase({
    en: (count: number) => (count === 0 ? 'None yet' : `${count} ${count === 1 ? 'attempt' : 'attempts'}`),
    de: (count) => (count === 0 ? 'Noch keiner' : `${count} ${count === 1 ? 'Versuch' : 'Versuche'}`),
  }),
  showAttempts: phrase({ en: (event: string) => `Attempts of ${event}`, de: (event) => `Versuche von ${event}` }),
  answered: phrase({ en: (status: number) => `Response ${status}`, de: (status) => `Antwort ${status}` }),
  noAnswer: { en: 'No response', de: 'Keine Antwort' },
  headers: { en: 'Request headers', de: 'Kopfzeilen der Anfrage' },
  shortened: { en: 'The signature is shortened.', de: 'Die Signatur ist gekürzt.' },
  answerText: { en: 'Response body', de: 'Text der Antwort' },
  answerEmpty: { en: 'The response had no text.', de: 'Die Antwort enthielt keinen Text.' },
  payload: { en: 'Payload', de: 'Inhalt' },
  payloadHint: {
    en: 'What is sent. It holds IDs, no personal data.',
    de: 'Das wird gesendet: Kennungen, keine persönlichen Daten.',
  },
  codeMeans: {
    good: { en: 'The endpoint accepted the event.', de: 'Der Endpunkt hat das Ereignis angenommen.' },
    redirect: {
      en: 'The endpoint points to another address. Redirects are not followed.',
      de: 'Der Endpunkt verweist auf eine andere Adresse. Weiterleitungen werden nicht befolgt.',
    },
    denied: { en: 'The endpoint denied access.', de: 'Der Endpunkt verweigert den Zugriff.' },
    missing: { en: 'There is nothing at this address.', de: 'Unter dieser Adresse gibt es nichts.' },
    gone: { en: 'The endpoint no longer wants any events.', de: 'Der Endpunkt will keine Ereignisse mehr.' },
    busy: { en: 'The endpoint received too many requests.', de: 'Der Endpunkt hat zu viele Anfragen bekommen.' },
    refused: { en: 'The endpoint rejected the event.', de: 'Der Endpunkt hat das Ereignis abgelehnt.' },
    broken: { en: 'The endpoint had an error of its own.', de: 'Beim Endpunkt ist ein Fehler aufgetreten.' },
  },
  errors: {
    invalid_target: { en: 'The address cannot be used.', de: 'Die Adresse ist unbrauchbar.' },
    dns_error: { en: 'The host name was not found (DNS).', de: 'Der Name des Servers wurde nicht gefunden (DNS).' },
    address_not_allowed: {
      en: 'The host name leads to a private or local network.',
      de: 'Der Name des Servers führt in ein privates oder lokales Netz.',
    },
    connection_refused: { en: 'The connection was refused.', de: 'Die Verbindung wurde abgelehnt.' },
    connection_failed: {
      en: 'The connection failed or broke off.',
      de: 'Die Verbindung kam nicht zustande oder brach ab.',
    },
    connect_timeout: {
      en: 'The connection could not be made in time.',
      de: 'Die Verbindung kam nicht rechtzeitig zustande.',
    },
    tls_error: {
      en: 'The secure connection failed (TLS), perhaps because of the certificate.',
      de: 'Die sichere Verbindung ist fehlgeschlagen (TLS), vielleicht wegen des Zertifikats.',
    },
    timeout: { en: 'There was no response in time.', de: 'Die Antwort kam nicht rechtzeitig.' },
    invalid_response: { en: 'The response was not valid HTTP.', de: 'Die Antwort war kein gültiges HTTP.' },
    forced_by_sandbox: {
      en: 'The reference of the credit asked for it. Nothing is wrong.',
      de: 'Die Referenz der Gutschrift verlangt das. Es liegt kein Fehler vor.',
    },
    secret_unreadable: {
      en: 'The signing secret cannot be read. The partner must make a new one.',
      de: 'Der Signaturschlüssel ist nicht lesbar. Der Partner muss einen neuen erzeugen.',
    },
  },
  retry: { en: 'Retry now', de: 'Jetzt wiederholen' },
  retryThis: phrase({ en: (event: string) => `Retry now: ${event}`, de: (event) => `Jetzt wiederholen: ${event}` }),
  ids: { en: 'IDs', de: 'Kennungen' },
  kindNames: {
    'wallet.credited': { en: 'Credit booked', de: 'Gutschrift gebucht' },
    'wallet.credit_reversed': { en: 'Credit reversed', de: 'Gutschrift storniert' },
    'statement.ready': { en: 'Statement final', de: 'Auszug endgültig' },
    'user.activated': { en: 'Member visible', de: 'Mitglied sichtbar' },
    'user.updated': { en: 'Member changed', de: 'Mitglied geändert' },
    'user.deactivated': { en: 'Member no longer visible', de: 'Mitglied nicht mehr sichtbar' },
    'listing.published': { en: 'Listing visible', de: 'Inserat sichtbar' },
    'listing.updated': { en: 'Listing changed', de: 'Inserat geändert' },
    'listing.closed': { en: 'Listing no longer visible', de: 'Inserat nicht mehr sichtbar' },
    'webhook.test': { en: 'Test event', de: 'Testereignis' },
  },
  add: { en: 'Add endpoint', de: 'Endpunkt anlegen' },
  edit: { en: 'Edit', de: 'Bearbeiten' },
  remove: { en: 'Delete', de: 'Löschen' },
  addTitle: { en: 'Add a webhook endpoint', de: 'Webhook-Endpunkt anlegen' },
  editTitle: { en: 'Edit the webhook endpoint', de: 'Webhook-Endpunkt bearbeiten' },
  addGo: { en: 'Add endpoint', de: 'Endpunkt anlegen' },
  editGo: { en: 'Save', de: 'Speichern' },
  added: { en: 'Endpoint added.', de: 'Endpunkt angelegt.' },
  saved: { en: 'Endpoint saved.', de: 'Endpunkt gespeichert.' },
  url: { en: 'Address (URL)', de: 'Adresse (URL)' },
  urlHint: {
    en: 'Begins with https://. The partner tells you the address.',
    de: 'Beginnt mit https://. Der Partner nennt Ihnen die Adresse.',
  },
  description: { en: 'Description', de: 'Beschreibung' },
  descriptionHint: {
    en: 'A note for you and the partner, such as "Ledger import".',
    de: 'Eine Notiz für Sie und den Partner, etwa „Import ins Hauptbuch“.',
  },
  which: { en: 'Which events?', de: 'Welche Ereignisse?' },
  whichAll: {
    en: 'All events the partner may receive, including types added later',
    de: 'Alle, die der Partner empfangen darf, auch künftige Arten',
  },
  whichSome: { en: 'Only these', de: 'Nur diese' },
  whichNone: { en: 'Select at least one event.', de: 'Wählen Sie mindestens ein Ereignis.' },
  notOffered: phrase({
    en: (permissions: string) => `Further events need another permission: ${permissions}.`,
    de: (permissions) => `Weitere Ereignisse erfordern eine andere Berechtigung: ${permissions}.`,
  }),
  faults: {
    required: { en: 'Please fill in this field.', de: 'Bitte füllen Sie dieses Feld aus.' },
    too_long: { en: 'This is too long.', de: 'Das ist zu lang.' },
    too_few_items: { en: 'Select at least one event.', de: 'Wählen Sie mindestens ein Ereignis.' },
    invalid_characters: { en: 'Contains characters that are not allowed.', de: 'Enthält unzulässige Zeichen.' },
    invalid_url: {
      en: 'This is not a complete address. It begins with https://.',
      de: 'Das ist keine vollständige Adresse. Sie beginnt mit https://.',
    },
    https_required: { en: 'The address must begin with https://.', de: 'Die Adresse muss mit https:// beginnen.' },
    userinfo_not_allowed: {
      en: 'The address must not contain a user name or password.',
      de: 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
    },
    fragment_not_allowed: { en: 'The address must not contain a #.', de: 'Die Adresse darf kein # enthalten.' },
    address_not_allowed: {
      en: 'The address leads to a private or local network.',
      de: 'Die Adresse führt in ein privates oder lokales Netz.',
    },
    host_not_allowed: {
      en: 'The address must name a public host.',
      de: 'Die Adresse muss einen öffentlichen Server nennen.',
    },
    secret_lost: {
      en: 'The signing secret is lost. The partner must make a new one first.',
      de: 'Der Signaturschlüssel ist verloren. Der Partner muss erst einen neuen erzeugen.',
    },
  },
  tooMany: {
    en: 'The partner has the highest number of endpoints. Delete one first.',
    de: 'Der Partner hat schon so viele Endpunkte wie möglich. Löschen Sie erst einen.',
  },
  removeTitle: { en: 'Delete this webhook endpoint?', de: 'Diesen Webhook-Endpunkt löschen?' },
  removeText: phrase({
    en: (waiting: number) =>
      `${waiting > 0 ? `${events.en(waiting)} still waiting will not be sent. ` : ''}The list of its deliveries is lost, and its signing secret stops working. This cannot be undone. To stop for a while only, pause the endpoint.`,
    de: (waiting) =>
      `${waitingLost(waiting)}Die Liste der Zustellungen geht verloren, und der Signaturschlüssel gilt nicht mehr. Das lässt sich nicht rückgängig machen. Wenn Sie nur eine Zeit lang nichts senden wollen, pausieren Sie den Endpunkt.`,
  }),
  removed: { en: 'Endpoint deleted.', de: 'Endpunkt gelöscht.' },
  secretTitle: { en: 'Signing secret of the endpoint', de: 'Signaturschlüssel des Endpunkts' },
  secretOnce: {
    en: 'This signing secret is shown only once.',
    de: 'Dieser Signaturschlüssel wird nur jetzt angezeigt.',
  },
  secretLead: {
    en: 'With it, the partner checks that events come from this service. Copy it or download it now, and give it to the partner in a safe way.',
    de: 'Mit ihm prüft der Partner, ob Ereignisse von diesem Dienst kommen. Kopieren oder speichern Sie ihn jetzt, und geben Sie ihn dem Partner auf sicherem Weg.',
  },
  secret: { en: 'Signing secret', de: 'Signaturschlüssel' },
  secretName: { en: 'signing secret', de: 'Signaturschlüssel' },
  secretCopy: { en: 'Copy signing secret', de: 'Signaturschlüssel kopieren' },
  secretDownload: { en: 'Download as file', de: 'Als Datei speichern' },
  secretFile: phrase({
    en: (url: string) => `Timebank webhook endpoint ${url}`,
    de: (url) => `Timebank-Webhook-Endpunkt ${url}`,
  }),
  secretDone: { en: 'Done, to the endpoint', de: 'Fertig, zum Endpunkt' },
};
