/** What members answer to listings, and the settings of their pages. */
import { phrase } from '../../../console/src/i18n/languages.ts';

export const answers = {
  answers: {
    title: { en: 'Answers', de: 'Antworten' },
    lead: {
      en: 'What members have answered to each other’s requests and offers on their pages, newest first.',
      de: 'Was Mitglieder auf ihren Seiten einander auf Gesuche und Angebote geantwortet haben, das Neueste zuerst.',
    },
    link: { en: 'Answers of members', de: 'Antworten der Mitglieder' },
    state: { en: 'Shown', de: 'Angezeigt' },
    all: { en: 'All', de: 'Alle' },
    handOn: { en: 'To hand on', de: 'Weiterzugeben' },
    handOnHint: {
      en: 'These wait for a reply, and no mail reaches the member: there is no good e-mail address, or others read it. Ring the member, or print the letter.',
      de: 'Diese warten auf eine Nachricht zurück, und das Mitglied erreicht keine E-Mail: Es gibt keine gültige Adresse, oder andere lesen mit. Rufen Sie das Mitglied an, oder drucken Sie den Brief.',
    },
    toPrint: { en: 'Letters to print', de: 'Briefe zum Drucken' },
    printed: { en: 'Letter printed', de: 'Brief gedruckt' },
    states: {
      open: { en: 'Waits for a reply', de: 'Wartet auf Nachricht' },
      agreed: { en: 'Replied', de: 'Beantwortet' },
      declined: { en: 'Declined', de: 'Abgesagt' },
      ended: { en: 'Ended', de: 'Beendet' },
    },
    to: { en: 'to', de: 'an' },
    replied: phrase({ en: (name: string) => `${name} replied:`, de: (name) => `${name} schreibt zurück:` }),
    quoted: phrase({ en: (text: string) => `“${text}”`, de: (text) => `„${text}“` }),
    contacts: {
      email: { en: 'e-mail address', de: 'E-Mail-Adresse' },
      phone: { en: 'telephone', de: 'Telefon' },
    },
    released: phrase({
      en: (name: string, what: string) => `${name} shows: ${what}.`,
      de: (name, what) => `${name} zeigt: ${what}.`,
    }),
    releasedNothing: phrase({
      en: (name: string) => `${name} shows neither telephone nor e-mail address.`,
      de: (name) => `${name} zeigt weder Telefon noch E-Mail-Adresse.`,
    }),
    call: phrase({
      en: (name: string, phone: string) => `Telephone of ${name}: ${phone}`,
      de: (name, phone) => `Telefon von ${name}: ${phone}`,
    }),
    callBack: phrase({
      en: (name: string, phone: string) => `No mail reaches ${name}. Telephone: ${phone}`,
      de: (name, phone) => `${name} erreicht keine E-Mail. Telefon: ${phone}`,
    }),
    noPhone: phrase({
      en: (name: string) => `No mail reaches ${name}, and no telephone number is known.`,
      de: (name) => `${name} erreicht keine E-Mail, und eine Telefonnummer ist nicht bekannt.`,
    }),
    older: { en: 'Older answers', de: 'Ältere Antworten' },
    newest: { en: 'Back to the newest', de: 'Zurück zu den neuesten' },
    emptyTitle: { en: 'Nothing here', de: 'Hier ist nichts' },
    empty: {
      en: 'When members answer requests and offers on their pages, the answers are here.',
      de: 'Wenn Mitglieder auf ihren Seiten auf Gesuche und Angebote antworten, stehen die Antworten hier.',
    },
    emptyHandOn: {
      en: 'Every answer that waits for a reply has reached its member by mail.',
      de: 'Jede Antwort, die auf Nachricht wartet, hat ihr Mitglied per E-Mail erreicht.',
    },
  },
  pageRules: {
    on: {
      en: 'Members open their pages at this address.',
      de: 'Unter dieser Adresse öffnen die Mitglieder ihre Seiten.',
    },
    address: { en: 'the address of the pages', de: 'die Adresse der Seiten' },
    letters: { en: 'Print letters with a way in', de: 'Briefe mit einem Zugang drucken' },
    choices: {
      may_join: {
        en: ['Visitors may ask to join', 'The first page has a form. Who asks waits in the list of members.'],
        de: [
          'Besucher dürfen sich melden, um mitzumachen',
          'Auf der ersten Seite ist ein Formular. Wer es abschickt, wartet in der Liste der Mitglieder.',
        ],
      },
      look_first: {
        en: [
          'The office looks at requests and offers first',
          'What a member publishes or changes is seen by others once you release it in the list of listings.',
        ],
        de: [
          'Das Büro sieht Gesuche und Angebote zuerst an',
          'Was ein Mitglied veröffentlicht oder ändert, sehen andere erst, wenn Sie es in der Liste der Inserate freigeben.',
        ],
      },
      names_whole: {
        en: [
          'Members read whole names of each other',
          'Otherwise they read the given name and one letter of the family name.',
        ],
        de: [
          'Mitglieder lesen voneinander den ganzen Namen',
          'Sonst lesen sie den Vornamen und einen Buchstaben des Familiennamens.',
        ],
      },
    },
    remind: { en: 'Days until the reminder', de: 'Tage bis zur Erinnerung' },
    remindHint: {
      en: 'A member who has not confirmed an hour is reminded once after so many days.',
      de: 'Wer eine Stunde nicht bestätigt, wird nach so vielen Tagen einmal erinnert.',
    },
    silent: { en: 'Days until the office is asked', de: 'Tage, bis das Büro fragt' },
    silentHint: {
      en: 'An hour that is not confirmed by then is in “Hours to settle”.',
      de: 'Eine Stunde, die bis dahin nicht bestätigt ist, steht unter „Stunden zu klären“.',
    },
    daysOrder: {
      en: 'The reminder comes first: 1 to 60 days, and the office after it, at most 120 days.',
      de: 'Zuerst kommt die Erinnerung: 1 bis 60 Tage, und danach das Büro, höchstens 120 Tage.',
    },
    form: { en: 'Address in German', de: 'Anrede auf Deutsch' },
    formHint: {
      en: 'How German pages and mails speak to members.',
      de: 'Wie deutsche Seiten und E-Mails die Mitglieder ansprechen.',
    },
    forms: {
      formal: { en: 'Formal (Sie)', de: 'Sie' },
      familiar: { en: 'Familiar (Du)', de: 'Du' },
    },
    officeDe: { en: 'What German pages call the office', de: 'So heißt das Büro auf deutschen Seiten' },
    officeDeHint: {
      en: 'With its article, as within a sentence: das Büro, die Nachbarschaftshilfe. Empty: das Büro.',
      de: 'Mit Artikel, wie mitten im Satz: das Büro, die Nachbarschaftshilfe. Leer: das Büro.',
    },
    officeEn: { en: 'What English pages call the office', de: 'So heißt das Büro auf englischen Seiten' },
    officeEnHint: {
      en: 'As within a sentence: the office, the community centre. Empty: the office.',
      de: 'Wie mitten im Satz, mit dem englischen Artikel. Leer: die übliche englische Bezeichnung.',
    },
    save: { en: 'Save the pages', de: 'Seiten speichern' },
    lastUsed: phrase({
      en: (day: string) => `Last on the members’ pages: ${day}.`,
      de: (day) => `Zuletzt auf den Seiten der Mitglieder: ${day}.`,
    }),
    neverUsed: { en: 'Has not been on the members’ pages yet.', de: 'War noch nicht auf den Seiten der Mitglieder.' },
    letterOnly: {
      en: 'Signs in by letter only: others read this member’s mail.',
      de: 'Meldet sich nur mit einem Brief an: Andere lesen die E-Mails dieses Mitglieds.',
    },
    letter: { en: 'Letter with a way in', de: 'Brief mit einem Zugang' },
    signOut: { en: 'Sign out everywhere', de: 'Überall abmelden' },
    signOutQuestion: phrase({
      en: (name: string) => `Sign ${name} out everywhere?`,
      de: (name) => `${name} überall abmelden?`,
    }),
    signOutText: phrase({
      en: (name: string) =>
        `Every phone and computer on which ${name} is signed in has to sign in again: that of a thief, and ${name}’s own. The same goes for those who act for ${name}, and where ${name} acts for others; who was appointed on the pages acts no longer. A printed letter that was not used still opens the pages; a new letter ends it. Anyone who reads ${name}’s e-mail can still sign in.`,
      de: (name) =>
        `Jedes Telefon und jeder Computer, an dem ${name} angemeldet ist, muss sich neu anmelden: das von Dieben und auch das eigene. Das gilt auch für alle, die für ${name} handeln, und dort, wo ${name} für andere handelt; wer auf den Seiten bestimmt wurde, handelt nicht mehr. Ein gedruckter Brief, der noch nicht benutzt wurde, öffnet die Seiten weiterhin; ein neuer Brief beendet ihn. Wer die E-Mails von ${name} liest, kann sich weiterhin anmelden.`,
    }),
    signOutGo: { en: 'Sign out', de: 'Abmelden' },
    signedOut: phrase({
      en: (count: string, one: boolean) => (one ? 'Signed out in 1 browser.' : `Signed out in ${count} browsers.`),
      de: (count, one) => (one ? 'In 1 Browser abgemeldet.' : `In ${count} Browsern abgemeldet.`),
    }),
    deputiesEnded: phrase({
      en: (names: string) => `No longer act for this member: ${names}.`,
      de: (names) => `Handeln nicht mehr für dieses Mitglied: ${names}.`,
    }),
    deputiesLeft: phrase({
      en: (names: string) => `Still act for this member: ${names}. End that under Who acts for the member.`,
      de: (names) => `Handeln weiter für dieses Mitglied: ${names}. Das beenden Sie bei den Vertretungen.`,
    }),
    signedOutNowhere: { en: 'No browser was signed in.', de: 'Es war kein Browser angemeldet.' },
  },
};
