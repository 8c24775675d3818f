/** Hours that members recorded, and that the office settles. */
import { phrase } from '../../../console/src/i18n/languages.ts';

export const toSettle = {
  toSettle: {
    title: { en: 'Hours to settle', de: 'Stunden zu klären' },
    lead: {
      en: 'Hours that one member recorded and another contests, does not confirm, or cannot confirm now. Ask both, then book them or end them.',
      de: 'Stunden, die ein Mitglied eingetragen hat und das andere bestreitet, nicht bestätigt oder zurzeit nicht bestätigen kann. Fragen Sie beide, und buchen oder beenden Sie den Eintrag dann.',
    },
    state: { en: 'Shown', de: 'Angezeigt' },
    states: {
      office: { en: 'To settle', de: 'Zu klären' },
      waiting: { en: 'Waiting for the other member', de: 'Wartet auf das andere Mitglied' },
      confirmed: { en: 'Confirmed', de: 'Bestätigt' },
      withdrawn: { en: 'Withdrawn', de: 'Zurückgezogen' },
      ended: { en: 'Ended without a booking', de: 'Ohne Buchung beendet' },
      all: { en: 'All', de: 'Alle' },
    },
    reasons: {
      organisation: { en: 'With an organisation', de: 'Mit einer Organisation' },
      limit: { en: 'Beyond a limit', de: 'Über einer Grenze' },
      rule: { en: 'Could not be booked', de: 'Ließ sich nicht buchen' },
      contested: { en: 'Contested', de: 'Bestritten' },
      silent: { en: 'No answer', de: 'Keine Antwort' },
    },
    oneMailbox: { en: 'Both have one e-mail address', de: 'Beide haben dieselbe E-Mail-Adresse' },
    helped: { en: 'helped', de: 'hat geholfen:' },
    of: phrase({
      en: (provider: string, receiver: string) => `${provider} helped ${receiver}`,
      de: (provider, receiver) => `${provider} hat geholfen: ${receiver}`,
    }),
    acts: {
      propose: { en: 'recorded', de: 'eingetragen' },
      correct: { en: 'corrected', de: 'berichtigt' },
      confirm: { en: 'confirmed', de: 'bestätigt' },
      contest: { en: 'says what is wrong', de: 'sagt, was nicht stimmt' },
      withdraw: { en: 'withdrew it', de: 'zurückgezogen' },
      remind: { en: 'sent a reminder', de: 'Erinnerung verschickt' },
      silence: { en: 'handed it to the office: no answer', de: 'ans Büro gegeben: keine Antwort' },
      refuse: { en: 'confirmed, but it could not be booked', de: 'bestätigt, ließ sich aber nicht buchen' },
      settle: { en: 'booked it', de: 'gebucht' },
      end: { en: 'ended it', de: 'beendet' },
      leave: {
        en: 'ended it, since one of the two has left',
        de: 'beendet, weil eines der beiden Mitglieder ausgetreten ist',
      },
    },
    office: { en: 'the office', de: 'das Büro' },
    service: { en: 'the service', de: 'der Dienst' },
    confirm: { en: 'Book', de: 'Buchen' },
    end: { en: 'End', de: 'Beenden' },
    how: { en: 'How did you ask?', de: 'Wie haben Sie gefragt?' },
    hows: {
      telephone: { en: 'By telephone', de: 'Am Telefon' },
      paper: { en: 'On paper', de: 'Auf Papier' },
      in_person: { en: 'In person', de: 'Persönlich' },
    },
    time: { en: 'The right time', de: 'Die richtige Zeit' },
    timeHint: {
      en: 'Such as 1:30. Leave it empty if the recorded time is right.',
      de: 'Zum Beispiel 1:30. Lassen Sie das Feld leer, wenn die eingetragene Zeit stimmt.',
    },
    day: { en: 'The right day', de: 'Der richtige Tag' },
    reason: { en: 'Why it ends', de: 'Warum der Eintrag endet' },
    reasonHint: { en: 'Both members can read it.', de: 'Beide Mitglieder können es lesen.' },
    booked: { en: 'The hours are booked.', de: 'Die Stunden sind gebucht.' },
    ended: { en: 'The entry is ended; nothing was booked.', de: 'Der Eintrag ist beendet; gebucht wurde nichts.' },
    emptyTitle: { en: 'Nothing here', de: 'Hier ist nichts' },
    empty: {
      en: 'When members contest hours or do not answer in time, the entries are here.',
      de: 'Wenn Mitglieder Stunden bestreiten oder nicht rechtzeitig antworten, stehen die Einträge hier.',
    },
  },
};
