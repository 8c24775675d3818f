/** Words that a file may have instead of ours, in English and German. */
import { foldText } from '@timebank/contract/fold';

/** Names by the word they stand for, of every column that holds words; case and accents do not count. */
const SYNONYMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  member_status: {
    active: 'aktiv,aktives Mitglied,Mitglied,current,member',
    pending: 'ausstehend,wartend,wartet,beantragt,Antrag,Anwärter,angemeldet,offen,neu,applicant,applied,waiting,new',
    suspended: 'gesperrt,ruhend,ruht,pausiert,pausierend,blocked,paused,on hold,inactive,inaktiv,passiv',
    left: 'ausgetreten,Austritt,ehemalig,ehemaliges Mitglied,beendet,gekündigt,verstorben,former,former member,resigned,ended,deceased',
  },
  listing_status: {
    active: 'aktiv,offen,veröffentlicht,online,open,published',
    held: 'zurückgehalten,in Prüfung,wartet,wartend,Entwurf,gesperrt,pausiert,draft,on hold,waiting,pending,paused',
    closed: 'geschlossen,erledigt,beendet,abgelaufen,inaktiv,done,expired,inactive,ended',
  },
  type: {
    service: 'Angebot,Biete,Angebote,offer,offers,offering,offered',
    request: 'Gesuch,Suche,Gesuche,Nachfrage,Bedarf,Anfrage,wanted,want,wants,need,needed,requests,search',
  },
  visible_to_partners: {
    yes: 'ja,j,wahr,sichtbar,x,1,y,true,visible',
    no: 'nein,n,falsch,unsichtbar,verborgen,0,false,hidden',
  },
  language: {
    de: 'Deutsch,German,Ger,D',
    en: 'Englisch,English,Eng',
    fr: 'Französisch,French,Français',
    it: 'Italienisch,Italian,Italiano',
    es: 'Spanisch,Spanish,Español',
    pt: 'Portugiesisch,Portuguese,Português',
    pl: 'Polnisch,Polish,Polski',
    nl: 'Niederländisch,Dutch,Nederlands',
    tr: 'Türkisch,Turkish,Türkçe',
    uk: 'Ukrainisch,Ukrainian',
    ru: 'Russisch,Russian',
    ar: 'Arabisch,Arabic',
    ga: 'Irisch,Irish,Gaeilge',
  },
};

const TABLE: ReadonlyMap<string, string> = new Map(
  Object.entries(SYNONYMS).flatMap(([list, synonyms]) =>
    Object.entries(synonyms).flatMap(([word, names]) =>
      names.split(',').map((name) => [`${list} ${foldText(name)}`, word] as const),
    ),
  ),
);

/** Our word for one of the file's; undefined where there is none. */
export function guessWord(list: string, written: string): string | undefined {
  return TABLE.get(`${list} ${foldText(written.trim())}`);
}
