/** Words that a file may have instead of ours, in six languages. */
import { foldText } from '@timebank/contract/fold';

/** Names by the word they stand for, of every column that holds words; case and accents do not count. */
const SYNONYMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  member_status: {
    active:
      'aktiv,aktives Mitglied,Mitglied,current,member,activo,activa,actiu,actif,active,actief,alta,de alta,miembro,membre,lid',
    pending:
      'ausstehend,wartend,wartet,beantragt,Antrag,Anwärter,angemeldet,offen,neu,applicant,applied,waiting,new,pendiente,pendent,in attesa,candidato,en attente,en espera,nouveau,nuevo,nou,wachtend,in afwachting,nieuw',
    suspended:
      'gesperrt,ruhend,ruht,pausiert,pausierend,blocked,paused,on hold,inactive,inaktiv,passiv,suspendido,suspendida,sospeso,sospesa,inattivo,inattiva,suspès,suspesa,inactivo,inactiva,inactiu,inactif,suspendu,suspendue,en pause,pausado,inactief,geschorst,geblokkeerd,gepauzeerd',
    left: 'ausgetreten,Austritt,ehemalig,ehemaliges Mitglied,beendet,gekündigt,verstorben,former,former member,resigned,ended,deceased,baja,de baja,exsocio,ex socio,uscito,uscita,parti,partie,démissionnaire,ancien,ancien membre,radié,opgezegd,oud-lid,vertrokken,uitgeschreven,overleden,fallecido,difunt,décédé',
  },
  listing_status: {
    active:
      'aktiv,offen,veröffentlicht,online,open,published,activo,activa,actiu,actif,actief,publicado,publicat,publié,publiée,gepubliceerd',
    held: 'zurückgehalten,in Prüfung,wartet,wartend,Entwurf,gesperrt,pausiert,draft,on hold,waiting,pending,paused,pendiente,pendent,en attente,borrador,esborrany,brouillon,concept,wachtend',
    closed:
      'geschlossen,erledigt,beendet,abgelaufen,inaktiv,done,expired,inactive,ended,cerrado,cerrada,tancat,tancada,fermé,fermée,gesloten,caducado,caducat,expiré,expirée,verlopen,inactivo,inactiu,inactif',
  },
  type: {
    service:
      'Angebot,Biete,Angebote,offerta,offerte,offro,offer,offers,offering,offered,oferta,ofertas,ofertes,ofrezco,ofrece,offre,offres,propose,aanbod,bied,aangeboden',
    request:
      'Gesuch,Suche,Gesuche,Nachfrage,Bedarf,Anfrage,richiesta,richieste,domanda,wanted,want,wants,need,needed,requests,search,demanda,demandas,demandes,demande,busco,busca,cerco,cherche,recherche,besoin,vraag,gevraagd,gezocht,zoek',
  },
  exchange_kind: {
    exchange:
      'Tausch,Hilfe,Einsatz,Leistung,help,service,intercambio,ayuda,intercanvi,ajuda,échange,aide,uitwisseling,ruil,hulp',
    gift: 'Geschenk,Schenkung,Spende,Zeitspende,donation,present,regalo,donación,donativo,regal,donació,don,cadeau,schenking,donatie',
  },
  visible_to_partners: {
    // As the list of members says it, too.
    yes: 'ja,j,wahr,sichtbar,x,1,y,true,visible,sí,si,s,oui,o,vrai,verdadero,zichtbaar,waar,Standard der Gemeinschaft,Community default',
    no: 'nein,n,falsch,unsichtbar,verborgen,0,false,hidden,non,faux,falso,nee,onwaar,verborgen,Nichts,Nothing',
    listed: 'Name,name only,nur Name',
    listed_with_email: 'Name und E-Mail,Name and e-mail',
  },
  contact_way: {
    phone: 'Telefon,telefonisch,Tel,Handy,Anruf,telephone,call,mobile,teléfono,telèfon,téléphone,telefoon',
    email: 'E-Mail,Mail,per Mail,per E-Mail,email,correo,correo electrónico,correu,courriel',
    letter: 'Brief,Post,per Post,schriftlich,mail by post,post,carta,courrier,brief',
    in_person: 'persönlich,vor Ort,in person,visit,en persona,en personne,persoonlijk',
  },
  // A bare "yes" does not say what may be printed: it is asked.
  booklet_contact: {
    none: 'nichts,nein,keine,Nichts über das Büro,über das Büro,nothing,no,Nothing through the office,nada,niente,rien,niets,non,nee',
    phone: 'Telefon,Telefonnummer,Tel,telephone,Telephone number,teléfono,telefono,telèfon,téléphone,telefoon',
    email: 'E-Mail,Mail,E-Mail-Adresse,E-mail address,email address,correo,correu,courriel',
    both: 'beides,beide,Telefon und E-Mail,Telefonnummer und E-Mail-Adresse,Telephone number and e-mail address,phone and e-mail,ambos,entrambi,les deux,beiden',
  },
  language: {
    de: 'Deutsch,German,Ger,D,alemán,alemany,allemand,Duits',
    en: 'Englisch,English,Eng,inglés,anglès,anglais,Engels',
    fr: 'Französisch,French,Français,francés,francès,Frans',
    it: 'Italienisch,Italian,Italiano,italià,italien,Italiaans',
    es: 'Spanisch,Spanish,Español,castellano,castellà,espanyol,espagnol,Spaans',
    pt: 'Portugiesisch,Portuguese,Português,portugués,portuguès,portugais,Portugees',
    pl: 'Polnisch,Polish,Polski',
    nl: 'Niederländisch,Dutch,Nederlands,neerlandés,holandés,neerlandès,néerlandais',
    tr: 'Türkisch,Turkish,Türkçe',
    uk: 'Ukrainisch,Ukrainian',
    ru: 'Russisch,Russian',
    ar: 'Arabisch,Arabic',
    ca: 'Katalanisch,Catalan,Català,catalán,Catalaans',
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
