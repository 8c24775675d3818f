import { shownHours } from '../../../../console/pages/voice/hours.ts';
import { italianDay, longDate, OFFICE, OFFICE_FIRST, say, sayMoment } from '../../../../console/pages/voice/voice.ts';
import type { StopTexts } from '../../pages/stop-texts.ts';
import { MAIL_TEXTS_EN } from './en.ts';
import type { MailTexts } from './types.ts';

const day = (text: string | Date) => longDate(new Date(text), 'it', { timeZone: 'UTC' });
const onDay = (at: string) => italianDay('il', at);
const ofDay = (at: string) => italianDay('del', at);

const BY = { letter: 'con il codice di una lettera', mail: 'per e-mail', number: 'per e-mail' } as const;

const hours = (seconds: number) => shownHours(seconds, 'it');

const reach = (who: string, contact: readonly string[]) => `Come contattare ${who}: ${contact.join(', ')}`;

const NOT_YOU = say(
  'Non lo ha chiesto Lei? Allora non deve fare niente.',
  'Non lo hai chiesto tu? Allora non devi fare niente.',
);

const ENDS = {
  confirmed: { subject: 'Confermato', text: 'Le ore sono confermate e contano.' },
  office: {
    subject: `${OFFICE_FIRST} controlla`,
    text: `${OFFICE_FIRST} controlla. Fino ad allora non conta niente.`,
  },
  withdrawn: { subject: 'Ritirato', text: 'Le ore segnate sono state ritirate. Non resta niente da fare.' },
  ended: {
    subject: 'Concluso',
    text: say(
      `Le ore non sono state registrate sul conto. Se questo La sorprende, chiami ${OFFICE}.`,
      `Le ore non sono state registrate sul conto. Se questo ti sorprende, chiama ${OFFICE}.`,
    ),
  },
} as const;

/** All mails to members in Italian: with Lei and with tu. */
export const MAIL_TEXTS_IT: MailTexts = {
  hiddenMember: 'Un membro',
  actsFor: (name) =>
    say(
      `Lei agisce a nome di ${name}. Ciò che segue è scritto a ${name}:`,
      `Agisci a nome di ${name}. Ciò che segue è scritto a ${name}:`,
    ),
  greeting: (name) => (name === '' ? 'Buongiorno,' : say(`Buongiorno ${name},`, `Ciao ${name},`)),
  from: (community) => `Questo messaggio viene da ${community}.`,
  stop: 'Non ricevere più messaggi di questo tipo:',
  linkOnly: say(
    'Se il link non si apre, copi questo indirizzo nel Suo browser:',
    'Se il link non si apre, copia questo indirizzo nel tuo browser:',
  ),
  // To administrators, who are written to in English or German: these are never sent in Italian.
  invitation: MAIL_TEXTS_EN.invitation,
  password: MAIL_TEXTS_EN.password,
  test: MAIL_TEXTS_EN.test,
  alerts: MAIL_TEXTS_EN.alerts,
  signIn: ({ community, minutes, number }) => ({
    subject: say('Il Suo link per entrare', 'Il tuo link per entrare'),
    paragraphs: [
      say(
        `Con questo link apre le Sue pagine di ${community}. Il link vale una volta sola, per ${minutes} minuti.`,
        `Con questo link apri le tue pagine di ${community}. Il link vale una volta sola, per ${minutes} minuti.`,
      ),
    ],
    label: 'Entrare',
    after: [
      say(
        `Oppure scriva questo numero dove ha chiesto il link: ${number}`,
        `Oppure scrivi questo numero dove hai chiesto il link: ${number}`,
      ),
      NOT_YOU,
    ],
  }),
  addressNew: ({ community, minutes, number }) => ({
    subject: say('È il Suo nuovo indirizzo?', 'È il tuo nuovo indirizzo?'),
    paragraphs: [
      say(
        `Questo indirizzo è stato indicato nelle pagine di ${community}. È Suo? Allora apra il link nel browser con cui è già nelle Sue pagine. Il link vale una volta sola, per ${minutes} minuti.`,
        `Questo indirizzo è stato indicato nelle pagine di ${community}. È tuo? Allora apri il link nel browser con cui sei già nelle tue pagine. Il link vale una volta sola, per ${minutes} minuti.`,
      ),
    ],
    label: 'Usare questo indirizzo',
    after: [
      say(
        `Oppure scriva questo numero dove ha chiesto il link: ${number}`,
        `Oppure scrivi questo numero dove hai chiesto il link: ${number}`,
      ),
      NOT_YOU,
    ],
  }),
  addressOld: ({ community }) => ({
    subject: say('Il Suo indirizzo è cambiato', 'Il tuo indirizzo è cambiato'),
    paragraphs: [
      say(
        `I messaggi di ${community} non arrivano più a questo indirizzo, e con questo indirizzo non entra più nelle Sue pagine.`,
        `I messaggi di ${community} non arrivano più a questo indirizzo, e con questo indirizzo non entri più nelle tue pagine.`,
      ),
      say(
        `Non lo ha cambiato Lei? Allora chiami subito ${OFFICE}.`,
        `Non lo hai cambiato tu? Allora chiama subito ${OFFICE}.`,
      ),
    ],
  }),
  deputyOfMember: ({ community, who }) => ({
    subject: say(`Ora ${who} agisce a Suo nome`, `Ora ${who} agisce a tuo nome`),
    paragraphs: [
      say(
        `D’ora in poi ${who} agisce a Suo nome nelle pagine di ${community}: vede le Sue ore e, a Suo nome, segna ore, conferma e chiede aiuto.`,
        `D’ora in poi ${who} agisce a tuo nome nelle pagine di ${community}: vede le tue ore e, a tuo nome, segna ore, conferma e chiede aiuto.`,
      ),
      say(
        `Non è d’accordo? Allora revochi la delega nelle Sue pagine, in «I miei dati», oppure chiami ${OFFICE}.`,
        `Non sei d’accordo? Allora revoca la delega nelle tue pagine, in «I miei dati», oppure chiama ${OFFICE}.`,
      ),
    ],
    label: 'Chi agisce a mio nome',
  }),
  deputyItself: ({ community, who }) => ({
    subject: say(`Ora Lei agisce a nome di ${who}`, `Ora agisci a nome di ${who}`),
    paragraphs: [
      say(
        `D’ora in poi Lei può agire a nome di ${who} nelle pagine di ${community}: può vedere le ore di questo membro e, a nome suo, segnare ore, confermare e chiedere aiuto.`,
        `D’ora in poi puoi agire a nome di ${who} nelle pagine di ${community}: puoi vedere le ore di questo membro e, a nome suo, segnare ore, confermare e chiedere aiuto.`,
      ),
      say(`Non è d’accordo? Allora chiami ${OFFICE}.`, `Non sei d’accordo? Allora chiama ${OFFICE}.`),
    ],
    label: 'Aprire le pagine',
  }),
  newDevice: ({ community, device, at, way }) => ({
    subject: say('Un accesso alle Sue pagine', 'Un accesso alle tue pagine'),
    paragraphs: [
      say(
        `Le Sue pagine di ${community} sono state aperte ${BY[way]} ${onDay(sayMoment(at))}.`,
        `Le tue pagine di ${community} sono state aperte ${BY[way]} ${onDay(sayMoment(at))}.`,
      ),
      `Il dispositivo: ${device === '' ? 'sconosciuto' : device}`,
      say('Le ha aperte Lei? Allora non deve fare niente.', 'Le hai aperte tu? Allora non devi fare niente.'),
      say(
        `Non le ha aperte Lei? Guardi i Suoi dispositivi, chiuda quello che non conosce e avvisi ${OFFICE}.`,
        `Non le hai aperte tu? Guarda i tuoi dispositivi, chiudi quello che non conosci e avvisa ${OFFICE}.`,
      ),
    ],
    label: 'Vedere i miei dispositivi',
    after: [say(`Non riesce più a entrare? Chiami ${OFFICE}.`, `Non riesci più a entrare? Chiama ${OFFICE}.`)],
  }),
  joinReceived: ({ community }) => ({
    subject: say(`Il Suo messaggio a ${community}`, `Il tuo messaggio a ${community}`),
    paragraphs: [
      say(
        `Grazie. Ci ha scritto che vorrebbe partecipare. ${OFFICE_FIRST} legge il Suo messaggio e La contatta.`,
        `Grazie. Ci hai scritto che vorresti partecipare. ${OFFICE_FIRST} legge il tuo messaggio e ti contatta.`,
      ),
      say(
        `Il messaggio non è Suo? Allora avvisi ${OFFICE}, per favore.`,
        `Il messaggio non è tuo? Allora avvisa ${OFFICE}, per favore.`,
      ),
    ],
  }),
  joinAccepted: () => ({
    subject: say('Le diamo il benvenuto', 'Ti diamo il benvenuto'),
    paragraphs: [
      say(
        `Ci ha chiesto di partecipare. ${OFFICE_FIRST} ha confermato la Sua iscrizione: d’ora in poi Lei dà e riceve aiuto.`,
        `Ci hai chiesto di partecipare. ${OFFICE_FIRST} ha confermato la tua iscrizione: d’ora in poi dai e ricevi aiuto.`,
      ),
    ],
    label: 'Aprire le mie pagine',
    onPaper: say(
      `Il codice di una lettera apre le Sue pagine. ${OFFICE_FIRST} Le dà la lettera.`,
      `Il codice di una lettera apre le tue pagine. ${OFFICE_FIRST} ti dà la lettera.`,
    ),
  }),
  listing: ({ title, endsOn, onPages }) => ({
    subject: say(`Il Suo annuncio scade ${onDay(day(endsOn))}`, `Il tuo annuncio scade ${onDay(day(endsOn))}`),
    paragraphs: [
      say(
        `Il Suo annuncio «${title}» scade ${onDay(day(endsOn))}. Dopo quel giorno gli altri membri non lo vedono più.`,
        `Il tuo annuncio «${title}» scade ${onDay(day(endsOn))}. Dopo quel giorno gli altri membri non lo vedono più.`,
      ),
      onPages
        ? say(
            `Deve restare? Nella Sua pagina prema «Tenere più a lungo», oppure avvisi ${OFFICE}.`,
            `Deve restare? Nella tua pagina premi «Tenere più a lungo», oppure avvisa ${OFFICE}.`,
          )
        : say(
            `Deve restare? Avvisi ${OFFICE}, e l’annuncio resta più a lungo.`,
            `Deve restare? Avvisa ${OFFICE}, e l’annuncio resta più a lungo.`,
          ),
    ],
    label: 'Aprire il mio annuncio',
  }),
  answered: ({ who, title, message, contact }) => ({
    subject: `${who} ha risposto: ${title}`,
    paragraphs: [
      say(`${who} ha risposto al Suo annuncio «${title}»:`, `${who} ha risposto al tuo annuncio «${title}»:`),
      message,
      contact.length > 0
        ? reach(who, contact)
        : say(
            `${who} non mostra né telefono né indirizzo. Risponda nelle Sue pagine, oppure avvisi ${OFFICE}.`,
            `${who} non mostra né telefono né indirizzo. Rispondi nelle tue pagine, oppure avvisa ${OFFICE}.`,
          ),
    ],
    label: 'Vedere e rispondere',
  }),
  replied: ({ who, title, reply, declined, contact }) => ({
    subject: declined ? `${who} dice di no: ${title}` : `${who} ha scritto: ${title}`,
    paragraphs: [
      declined
        ? say(
            `${who} ringrazia per la Sua risposta a «${title}», ma dice di no.`,
            `${who} ringrazia per la tua risposta a «${title}», ma dice di no.`,
          )
        : say(
            `${who} scrive riguardo alla Sua risposta a «${title}»:`,
            `${who} scrive riguardo alla tua risposta a «${title}»:`,
          ),
      ...(reply === null ? [] : [reply]),
      ...(contact.length > 0 ? [reach(who, contact)] : []),
    ],
    label: 'Vedere',
  }),
  written: ({ who, title, message, day: on, isOff, isOwn, withFile, contact }) => ({
    subject:
      on === null
        ? `${who} ha scritto: ${title}`
        : `${isOff ? 'Appuntamento disdetto' : 'Appuntamento'}: ${day(on)}, ${title}`,
    paragraphs: [
      ...(isOwn ? [] : [`${who} scrive riguardo a «${title}»:`]),
      ...(message === null ? [] : [message]),
      ...(on === null
        ? []
        : [isOff ? `L’appuntamento ${ofDay(day(on))} è disdetto.` : `Appuntamento: ${day(on)}, con ${who}.`]),
      ...(!withFile || on === null
        ? []
        : [
            isOff
              ? say(
                  'Il file di questa e-mail aggiorna il Suo calendario.',
                  'Il file di questa e-mail aggiorna il tuo calendario.',
                )
              : say(
                  'Il file di questa e-mail mette l’appuntamento nel Suo calendario.',
                  'Il file di questa e-mail mette l’appuntamento nel tuo calendario.',
                ),
          ]),
      ...(contact.length > 0 ? [reach(who, contact)] : []),
    ],
    label: 'Vedere',
    entry: `${isOff ? 'Disdetto: ' : ''}${title} (${who})`,
  }),
  proposalWaits: ({ seconds, day: on, other, helped, reminds }) => ({
    subject: `${reminds ? 'Promemoria: è giusto?' : 'È giusto?'} ${hours(seconds)} con ${other}`,
    paragraphs: [
      helped
        ? say(
            `${other} ha segnato di avere ricevuto da Lei ${hours(seconds)} di aiuto ${onDay(day(on))}.`,
            `${other} ha segnato di avere ricevuto da te ${hours(seconds)} di aiuto ${onDay(day(on))}.`,
          )
        : say(
            `${other} ha segnato di averLe dato ${hours(seconds)} di aiuto ${onDay(day(on))}.`,
            `${other} ha segnato di averti dato ${hours(seconds)} di aiuto ${onDay(day(on))}.`,
          ),
      say(
        'Le ore contano appena Lei conferma. Se qualcosa non va, può dirlo nella stessa pagina.',
        'Le ore contano appena confermi. Se qualcosa non va, puoi dirlo nella stessa pagina.',
      ),
    ],
    label: 'Vedere e rispondere',
  }),
  proposalDone: ({ seconds, day: on, other, state }) => ({
    subject: `${ENDS[state].subject}: ${hours(seconds)} con ${other}`,
    paragraphs: [`Si tratta di ${hours(seconds)} con ${other} ${onDay(day(on))}.`, ENDS[state].text],
    label: 'Vedere',
  }),
  news: {
    digest: ({ community }) => ({
      subject: `Le novità: ${community}`,
      paragraphs: ['Queste sono le novità dell’ultima settimana. Basta premere su una riga per aprirla.'],
    }),
    category: ({ community }) => ({
      subject: say(`Novità che possono interessarLa: ${community}`, `Novità che possono interessarti: ${community}`),
      paragraphs: [
        say(
          'Da ieri ci sono queste novità, nelle categorie delle Sue richieste e offerte.',
          'Da ieri ci sono queste novità, nelle categorie delle tue richieste e offerte.',
        ),
      ],
    }),
    waiting: say('Aspetta una Sua risposta', 'Aspetta una tua risposta'),
    requests: 'Chi ha bisogno di aiuto',
    offers: 'Chi offre aiuto',
    listing: (title, who) => `${title} – ${who}`,
    hours: ({ seconds, day: on, other }) => `${hours(seconds)} con ${other} ${onDay(day(on))}`,
    label: 'Aprire le mie pagine',
  },
};

/** The page that ends a kind of mail. */
export const STOP_IT: StopTexts = {
  title: 'Non ricevere più queste e-mail?',
  kinds: {
    hours: say('messaggi sulle Sue ore', 'messaggi sulle tue ore'),
    listings: say('messaggi sui Suoi annunci', 'messaggi sui tuoi annunci'),
    messages: `messaggi che scrive ${OFFICE}`,
    digest: 'il riassunto di ogni settimana',
    alerts: 'messaggi sui nuovi annunci',
    office: 'avvisi a chi amministra',
  },
  ask: (what, community) =>
    `${community} ${say('Le invia', 'ti invia')} per e-mail: ${what}. Con questo pulsante gli invii finiscono.`,
  stop: 'Non ricevere più queste e-mail',
  done: say('Non riceve più queste e-mail', 'Non ricevi più queste e-mail'),
  on: 'Alle mie pagine',
  ended: (what, community) => `${community} non ${say('Le', 'ti')} invia più per e-mail: ${what}.`,
  unknown: 'Non conosciamo questo link',
  unknownLead: 'Forse il link è incompleto. Lo apra di nuovo dall’e-mail, oppure chieda in ufficio.',
};
