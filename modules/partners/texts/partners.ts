/** The list of partners, a new one, and its secret. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';

export const partners = {
  partners: {
    title: { en: 'Partners', de: 'Partner' },
    add: { en: 'New partner', de: 'Neuer Partner' },
    name: { en: 'Partner', de: 'Partner' },
    status: { en: 'Status', de: 'Status' },
    may: { en: 'Permissions', de: 'Berechtigungen' },
    secrets: { en: 'Client secrets', de: 'Zugangsschlüssel' },
    lastCredit: { en: 'Last credit', de: 'Letzte Gutschrift' },
    added: { en: 'Added', de: 'Hinzugefügt' },
    lastCall: { en: 'Last API call', de: 'Letzter API-Aufruf' },
    neverCalled: { en: 'No API calls yet', de: 'Noch kein API-Aufruf' },
    mayNothing: { en: 'None yet', de: 'Noch keine' },
    liveSecrets: phrase({
      en: (number: number) => (number === 0 ? 'None valid' : `${number} valid`),
      de: (number) => (number === 0 ? 'Keiner gültig' : `${number} gültig`),
    }),
    expires: phrase({ en: (when: string) => `one expires ${when}`, de: (when) => `einer läuft ${when} ab` }),
    emptyTitle: { en: 'No partners yet', de: 'Noch keine Partner' },
    empty: {
      en: 'A partner is a bank, a town hall or another service that works with your time bank. Add one here and decide what it may see and do.',
      de: 'Ein Partner ist eine Bank, ein Rathaus oder ein anderer Dienst, der mit Ihrer Zeitbank arbeitet. Fügen Sie hier einen hinzu und bestimmen Sie, was er sehen und tun darf.',
    },
    emptyReader: {
      en: 'Partners appear here once an administrator has added them.',
      de: 'Partner erscheinen hier, sobald Leitung oder Verwaltung sie hinzugefügt hat.',
    },
    search: { en: 'Find a partner', de: 'Partner suchen' },
    noneTitle: { en: 'No partners found', de: 'Kein Partner gefunden' },
    noneFound: { en: 'No partner matches these filters.', de: 'Kein Partner passt zu diesen Filtern.' },
    more: phrase({ en: (number: number) => `and ${number} more`, de: (number) => `und ${number} weitere` }),
  },
  status: {
    pending: { en: 'Pending', de: 'Ausstehend' },
    active: { en: 'Active', de: 'Aktiv' },
    suspended: { en: 'Suspended', de: 'Gesperrt' },
  },
  statusMeans: {
    pending: {
      en: 'The partner is not active yet. Its client secret is rejected as invalid, and events are kept.',
      de: 'Der Partner ist noch nicht freigeschaltet. Sein Zugangsschlüssel wird als ungültig abgelehnt, und Ereignisse werden aufgehoben.',
    },
    active: {
      en: 'The partner can use the API and receives events.',
      de: 'Der Partner kann die API nutzen und bekommt Ereignisse.',
    },
    suspended: {
      en: 'Every call is rejected as if the client secret were wrong. Events are kept and sent after you reactivate the partner.',
      de: 'Jeder Aufruf wird abgelehnt, als wäre der Zugangsschlüssel falsch. Ereignisse werden aufgehoben und gesendet, sobald Sie den Partner wieder freischalten.',
    },
  },
  scopes: {
    'users.read': {
      short: { en: 'Members', de: 'Mitglieder' },
      name: { en: 'See members', de: 'Mitglieder sehen' },
      can: {
        en: 'See which members there are, their names and whether they are active.',
        de: 'Sehen, welche Mitglieder es gibt, wie sie heißen und ob sie aktiv sind.',
      },
    },
    'users.pii': {
      short: { en: 'E-mail', de: 'E-Mail' },
      name: { en: 'See e-mail addresses', de: 'E-Mail-Adressen sehen' },
      can: {
        en: 'See the e-mail addresses that members show to partners. The audit log records each access.',
        de: 'Die E-Mail-Adressen sehen, die Mitglieder den Partnern zeigen. Das Prüfprotokoll hält jeden Zugriff fest.',
      },
    },
    'listings.read': {
      short: { en: 'Listings', de: 'Inserate' },
      name: { en: 'See offers and requests', de: 'Angebote und Gesuche sehen' },
      can: { en: 'See what members offer and request.', de: 'Sehen, was Mitglieder anbieten und suchen.' },
    },
    'wallet.read': {
      short: { en: 'Balances', de: 'Kontostände' },
      name: { en: 'See balances', de: 'Kontostände sehen' },
      can: {
        en: 'See how many hours each member has, and the credits booked by this partner.',
        de: 'Sehen, wie viele Stunden jedes Mitglied hat und welche Gutschriften dieser Partner gebucht hat.',
      },
    },
    'wallet.write': {
      short: { en: 'Credit hours', de: 'Stunden gutschreiben' },
      name: { en: 'Credit hours', de: 'Stunden gutschreiben' },
      can: {
        en: 'Credit hours to members for settled payments, and reverse its own credits when a payment is returned.',
        de: 'Mitgliedern für eingegangene Zahlungen Stunden gutschreiben und eigene Gutschriften stornieren, wenn eine Zahlung zurückgeht.',
      },
    },
    'aggregates.read': {
      short: { en: 'Totals', de: 'Summen' },
      name: { en: 'See approximate totals', de: 'Ungefähre Summen sehen' },
      can: {
        en: 'See approximate figures of the community, such as "100 to 200 members", but nothing about individuals.',
        de: 'Ungefähre Zahlen der Gemeinschaft sehen, etwa „100 bis 200 Mitglieder“, aber nichts über Einzelne.',
      },
    },
    'webhooks.manage': {
      short: { en: 'Events', de: 'Ereignisse' },
      name: { en: 'Receive events', de: 'Ereignisse empfangen' },
      can: {
        en: 'Receive events at its own webhook endpoints, within its other permissions.',
        de: 'Ereignisse an eigenen Webhook-Endpunkten empfangen, im Rahmen der übrigen Berechtigungen.',
      },
    },
  },
  scopeGroups: {
    see: { en: 'Read access', de: 'Lesezugriff' },
    do: { en: 'Write access', de: 'Schreibzugriff' },
    notified: { en: 'Events', de: 'Ereignisse' },
  },
  scopeWarn: {
    'users.pii': { en: 'Personal data', de: 'Personenbezogene Daten' },
    'wallet.write': { en: 'Moves hours', de: 'Bewegt Stunden' },
  },
  newPartner: {
    title: { en: 'New partner', de: 'Neuer Partner' },
    lead: phrase({
      en: (community: string) => `The partner gets access to ${community} and to no other community.`,
      de: (community) => `Der Partner bekommt Zugriff auf ${community} und auf keine andere Gemeinschaft.`,
    }),
    who: { en: 'Partner details', de: 'Angaben zum Partner' },
    name: { en: 'Name of the partner', de: 'Name des Partners' },
    nameHint: {
      en: 'For example, the bank or the town hall. Members may see it beside the hours it credits.',
      de: 'Zum Beispiel die Bank oder das Rathaus. Mitglieder können ihn neben gutgeschriebenen Stunden sehen.',
    },
    preset: { en: 'Kind of partner', de: 'Art des Partners' },
    presetLead: {
      en: 'A choice fills in permissions and limits that fit. You can change each of them below.',
      de: 'Die Wahl füllt passende Berechtigungen und Grenzen aus. Jede davon können Sie unten ändern.',
    },
    presets: {
      bank: {
        label: { en: 'Bank', de: 'Bank' },
        hint: {
          en: 'Credits hours for money received: up to 20 hours at once, 40 per member and 200 in total per day. A typing error can then do little harm.',
          de: 'Schreibt Stunden für eingegangenes Geld gut: höchstens 20 Stunden auf einmal, 40 je Mitglied und 200 insgesamt am Tag. Ein Tippfehler richtet so wenig Schaden an.',
        },
      },
      municipality: {
        label: { en: 'Municipality', de: 'Gemeindeverwaltung' },
        hint: {
          en: 'Sees names, listings and totals for its own pages and reports. It never sees balances and never credits hours.',
          de: 'Sieht Namen, Inserate und Summen für eigene Seiten und Berichte. Kontostände sieht sie nicht, und sie schreibt keine Stunden gut.',
        },
      },
      read_only: {
        label: { en: 'Read only', de: 'Nur lesen' },
        hint: {
          en: 'Sees members, listings, balances and totals, and changes nothing.',
          de: 'Sieht Mitglieder, Inserate, Kontostände und Summen und ändert nichts.',
        },
      },
      own: {
        label: { en: 'Something else', de: 'Etwas anderes' },
        hint: {
          en: 'You tick each permission and set each limit yourself.',
          de: 'Sie wählen jede Berechtigung und jede Grenze selbst.',
        },
      },
    },
    may: { en: 'Permissions', de: 'Berechtigungen' },
    mayHint: {
      en: 'Tick only what the partner needs. You can change this at any time; changes take effect at once.',
      de: 'Kreuzen Sie nur an, was der Partner braucht. Sie können das jederzeit ändern; Änderungen gelten sofort.',
    },
    piiNeedsRead: { en: 'Only works together with "See members".', de: 'Wirkt nur zusammen mit „Mitglieder sehen“.' },
    limits: { en: 'Credit limits', de: 'Grenzen für Gutschriften' },
    limitsOff: {
      en: 'Only applies to partners that may credit hours.',
      de: 'Gilt nur für Partner, die Stunden gutschreiben dürfen.',
    },
    maxCredit: { en: 'Hours per credit', de: 'Stunden je Gutschrift' },
    maxCreditHint: { en: 'Protects against typing errors.', de: 'Schützt vor Tippfehlern.' },
    maxMemberDay: { en: 'Hours per member per day', de: 'Stunden je Mitglied und Tag' },
    maxPartnerDay: { en: 'Hours per day in total', de: 'Stunden je Tag insgesamt' },
    noCap: { en: 'No limit', de: 'Keine Grenze' },
    noCapHint: {
      en: 'Leave empty for no limit. Days end at midnight universal time.',
      de: 'Leer lassen für keine Grenze. Tage enden um 0 Uhr Weltzeit.',
    },
    where: { en: 'Network access and rate limit', de: 'Netzwerkzugriff und Anfragelimit' },
    addresses: { en: 'Allowed IP addresses', de: 'Erlaubte IP-Adressen' },
    addressesHint: {
      en: 'One address or range per line, as named by the partner. Leave empty to allow any address.',
      de: 'Eine Adresse oder ein Bereich je Zeile, wie vom Partner genannt. Leer lassen, um jede Adresse zu erlauben.',
    },
    addressesExample: { en: '192.0.2.7\n2001:db8::/48', de: '192.0.2.7\n2001:db8::/48' },
    addressesStored: phrase({
      en: (number: number) => `${counted.en(number, 'range', 'ranges')}, saved as:`,
      de: (number) => `${counted.de(number, 'Bereich', 'Bereiche')}, gespeichert als:`,
    }),
    addressLine: phrase({
      en: (line: number, typed: string, reason: string) => `Line ${line}: ${typed}. ${reason}`,
      de: (line, typed, reason) => `Zeile ${line}: ${typed}. ${reason}`,
    }),
    rate: { en: 'Requests per minute', de: 'Anfragen pro Minute' },
    rateHint: {
      en: 'Requests above this limit are rejected, and the partner must wait. 0: no limit.',
      de: 'Anfragen über dieser Grenze werden abgelehnt, und der Partner muss warten. 0: keine Grenze.',
    },
    start: { en: 'Activation', de: 'Freischaltung' },
    startNow: { en: 'Active from now', de: 'Ab sofort aktiv' },
    startNowHint: {
      en: 'The client secret works as soon as you hand it over.',
      de: 'Der Zugangsschlüssel gilt, sobald Sie ihn übergeben.',
    },
    startLater: { en: 'Activate later', de: 'Später freischalten' },
    startLaterHint: {
      en: 'You get the client secret now. It works once you activate the partner.',
      de: 'Sie bekommen den Zugangsschlüssel jetzt. Er gilt, sobald Sie den Partner freischalten.',
    },
    submit: { en: 'Create partner', de: 'Partner anlegen' },
    summary: { en: 'Summary', de: 'Zusammenfassung' },
    summaryNone: { en: 'The partner has no permissions yet.', de: 'Der Partner hat noch keine Berechtigungen.' },
    summaryCan: { en: 'The partner can:', de: 'Der Partner kann:' },
    summaryCaps: phrase({
      en: (hours: string) => `Up to ${hours} hours per credit.`,
      de: (hours) => `Bis zu ${hours} Stunden je Gutschrift.`,
    }),
    summaryMemberDay: phrase({
      en: (hours: string) => `Up to ${hours} hours per member per day.`,
      de: (hours) => `Bis zu ${hours} Stunden je Mitglied und Tag.`,
    }),
    summaryPartnerDay: phrase({
      en: (hours: string) => `Up to ${hours} hours per day in total.`,
      de: (hours) => `Bis zu ${hours} Stunden pro Tag insgesamt.`,
    }),
    summaryFrom: phrase({
      en: (number: number) =>
        number === 0
          ? 'From any address.'
          : `Only from ${counted.en(number, 'address or range', 'addresses or ranges')}.`,
      de: (number) =>
        number === 0
          ? 'Von jeder Adresse.'
          : `Nur von ${counted.de(number, 'Adresse oder einem Bereich', 'Adressen oder Bereichen')}.`,
    }),
    summaryRate: phrase({
      en: (number: string) => `Up to ${number} requests per minute.`,
      de: (number) => `Bis zu ${number} Anfragen pro Minute.`,
    }),
    summaryNoRate: { en: 'Any number of requests.', de: 'Beliebig viele Anfragen.' },
    next: {
      en: 'The next page shows the client secret, once only.',
      de: 'Die nächste Seite zeigt den Zugangsschlüssel, ein einziges Mal.',
    },
  },
  secret: {
    title: phrase({
      en: (partner: string) => `Client secret for ${partner}`,
      de: (partner) => `Zugangsschlüssel für ${partner}`,
    }),
    once: { en: 'This client secret is shown only once.', de: 'Dieser Zugangsschlüssel wird nur einmal angezeigt.' },
    onceLead: {
      en: 'Give it to the partner through a secure channel, not by plain e-mail. It disappears when you leave or reload this page. After that, you can only create a new one.',
      de: 'Geben Sie ihn dem Partner auf einem sicheren Weg, nicht in einer einfachen E-Mail. Er verschwindet, wenn Sie diese Seite verlassen oder neu laden. Danach können Sie nur einen neuen erstellen.',
    },
    clientId: { en: 'Client ID', de: 'Client-ID' },
    clientSecret: { en: 'Client secret', de: 'Zugangsschlüssel (Client-Secret)' },
    copySecret: { en: 'Copy client secret', de: 'Zugangsschlüssel kopieren' },
    secretName: { en: 'the client secret', de: 'Zugangsschlüssel' },
    clientIdName: { en: 'the client ID', de: 'Client-ID' },
    show: { en: 'Show', de: 'Anzeigen' },
    hide: { en: 'Hide', de: 'Verbergen' },
    download: { en: 'Download as a file', de: 'Als Datei herunterladen' },
    curl: { en: 'Test call', de: 'Testaufruf' },
    curlLead: {
      en: 'Run this command in a terminal to request an access token. This is the first step for every partner.',
      de: 'Führen Sie diesen Befehl in einem Terminal aus, um ein Zugriffstoken zu holen. Das ist für jeden Partner der erste Schritt.',
    },
    curlName: { en: 'the command', de: 'Befehl' },
    lightTitle: { en: 'First API call', de: 'Erster API-Aufruf' },
    waiting: {
      en: 'Waiting for the first call with this client secret…',
      de: 'Warten auf den ersten Aufruf mit diesem Zugangsschlüssel …',
    },
    waitingHint: { en: 'The light turns green automatically.', de: 'Die Anzeige wird automatisch grün.' },
    used: { en: 'The client secret works.', de: 'Der Zugangsschlüssel funktioniert.' },
    usedFrom: phrase({
      en: (when: string, address: string) => `First used ${when}, from ${address}.`,
      de: (when, address) => `Zuerst verwendet ${when}, von ${address}.`,
    }),
    usedAt: phrase({ en: (when: string) => `First used ${when}.`, de: (when) => `Zuerst verwendet ${when}.` }),
    stopped: {
      en: 'This page has stopped checking. The partner’s page shows its calls.',
      de: 'Diese Seite prüft nicht mehr. Die Seite des Partners zeigt seine Aufrufe.',
    },
    failed: phrase({
      en: (when: string, address: string) => `A call from ${address} was rejected ${when}:`,
      de: (when, address) => `Ein Aufruf von ${address} wurde ${when} abgelehnt:`,
    }),
    causes: {
      wrong_secret: {
        en: 'The client secret was wrong. Perhaps it was not copied completely.',
        de: 'Der Zugangsschlüssel war falsch. Vielleicht wurde er nicht vollständig kopiert.',
      },
      partner_pending: {
        en: 'The client secret is correct, but the partner is not active yet.',
        de: 'Der Zugangsschlüssel stimmt, aber der Partner ist noch nicht freigeschaltet.',
      },
      partner_suspended: {
        en: 'The client secret is correct, but the partner is suspended.',
        de: 'Der Zugangsschlüssel stimmt, aber der Partner ist gesperrt.',
      },
      token_expired: {
        en: 'The access token had expired. The partner must request a new one.',
        de: 'Das Zugriffstoken war abgelaufen. Der Partner muss ein neues holen.',
      },
      token_revoked: {
        en: 'The access token was revoked. The partner must request a new one.',
        de: 'Das Zugriffstoken wurde widerrufen. Der Partner muss ein neues holen.',
      },
      secret_revoked: { en: 'The client secret was revoked.', de: 'Der Zugangsschlüssel wurde widerrufen.' },
      ip_not_allowed: {
        en: 'The client secret is correct, but the IP address is not on the list of allowed addresses.',
        de: 'Der Zugangsschlüssel stimmt, aber die IP-Adresse steht nicht auf der Liste der erlaubten Adressen.',
      },
      other: phrase({
        en: (code: string) => `The partner received the error "${code}".`,
        de: (code) => `Der Partner bekam den Fehler „${code}“.`,
      }),
    },
    letIn: { en: 'Activate partner', de: 'Partner freischalten' },
    done: { en: 'I have handed it over', de: 'Ich habe ihn übergeben' },
    goneTitle: { en: 'The client secret is no longer shown', de: 'Der Zugangsschlüssel wird nicht mehr angezeigt' },
    gone: {
      en: 'It was shown once and is not stored in readable form. If you did not copy it, create a new one.',
      de: 'Er wurde einmal angezeigt und ist nirgends lesbar gespeichert. Wenn Sie ihn nicht kopiert haben, erstellen Sie einen neuen.',
    },
    toPartner: { en: 'Go to partner', de: 'Zum Partner' },
    file: phrase({
      en: (partner: string) => `Access to Timebank for "${partner}". Keep this file secret.`,
      de: (partner) => `Zugang zu Timebank für „${partner}“. Halten Sie diese Datei geheim.`,
    }),
  },
};
