/**
 * The meaning of the names in a file's first line, in six languages: guessed from a table, or chosen by a person.
 */
import type { ImportKind } from '@timebank/contract';
import { foldText } from '@timebank/contract/fold';
import type { ColumnMeaning } from '../../../tables/record-types.ts';
import { OTHER_SYNONYMS } from './headers-in-other-languages.ts';

/** A member's name in two columns; where there is no name, it is the two joined. */
export const FIRST_NAME = 'given_name';
export const LAST_NAME = 'family_name';

const MEMBER_NUMBER =
  'Mitgliedsnummer,Mitglieds-Nr,Mitgl-Nr,Mitgl Nummer,M-Nr,Mitgliednummer,Mitglied-Nr,Mitglieds-ID,Mitglied-ID,MNr,Member number,Member no,Member ID,Membership number,Membership no,Membership ID';
const OWN_NUMBER =
  'Externe ID,External number,Lfd Nr,Lfd Nummer,Laufende Nummer,Laufnummer,Serial number,Nummer,Nr,Number,No,ID,Kennung,Key';
const HOURS = 'Stunden,Std,Hours,Zeit,Dauer,Duration,Time,Time spent,Stundenzahl,Anzahl Stunden';
const NOTE = 'Notiz,Bemerkung,Bemerkungen,Kommentar,Anmerkung,Comment,Comments,Remark,Remarks,Notes';

/** Names by the column they mean, other than the column's own. Case, accents, spaces and signs do not count. */
const SYNONYMS: Readonly<Record<ImportKind, Readonly<Record<string, string>>>> = {
  members: {
    external_id: `${MEMBER_NUMBER},${OWN_NUMBER}`,
    name: 'Mitgliedsname,Mitglied,Voller Name,Vollständiger Name,Vor- und Nachname,Vorname Nachname,Name Vorname,Full name,Member name,Member,Display name',
    given_name: 'Vorname,Rufname,First name,Given name,Forename,Christian name',
    family_name: 'Nachname,Familienname,Zuname,Last name,Family name,Surname',
    email:
      'E-Mail,Mail,E-Mail-Adresse,Mailadresse,E-Mail address,Emailaddress,Mail address,Elektronische Post,E-Mail privat',
    status: 'Mitgliedsstatus,Mitgliedschaft,Zustand,Member status,Membership status,State',
    joined_on:
      'Eintritt,Eintrittsdatum,Beitritt,Beitrittsdatum,Mitglied seit,Dabei seit,Aufnahme,Aufnahmedatum,Joined,Join date,Date joined,Joining date,Joined date,Member since,Since',
    balance_hours:
      'Kontostand,Saldo,Guthaben,Guthaben Std,Guthaben Stunden,Guthaben h,Saldo Std,Saldo h,Stand Std,Std Guthaben,Credit hours,Hours balance,Stundenkonto,Stundensaldo,Stundenguthaben,Zeitguthaben,Stand,Anfangsbestand,Anfangssaldo,Kontostand Stunden,Kontostand h,Stunden,Balance,Opening balance,Account balance,Current balance,Hours,Balance h,Time credits,Credits',
    salutation: 'Anrede,Briefanrede,Salutation,Form of address',
    phone:
      'Telefon,Tel,Telefonnummer,Telefon privat,Telefon 1,Festnetz,Rufnummer,Fon,Phone,Telephone,Phone number,Telephone number,Home phone,Phone 1',
    second_phone:
      'Mobil,Handy,Mobiltelefon,Mobilnummer,Handynummer,Telefon mobil,Telefon 2,Zweites Telefon,Zweite Telefonnummer,Natel,Mobile,Mobile phone,Cell,Cell phone,Mobile number,Phone 2,Second telephone',
    street:
      'Straße,Straße und Hausnummer,Street and number,Straße Hausnummer,Straße Nr,Anschrift,Adresse,Street,Street address,Address,Address line 1',
    postal_code: 'PLZ,Postleitzahl,Postcode,Post code,Zip,Zip code,ZIP/Postal code',
    place: 'Ort,Wohnort,Stadt,Gemeinde,Town,City,Village',
    quarter: 'Stadtteil,Ortsteil,Quartier,Stadtviertel,Viertel,Quarter,Neighbourhood,Neighborhood',
    country: 'Land,Staat',
    preferred_contact:
      'Erreichbar per,Am besten erreichbar,Best reached by,Kontaktweg,Kontakt per,Bevorzugter Kontakt,Preferred contact,Contact by,Way to be reached',
    birth_year:
      'Geburtsjahr,Jahrgang,Geb-Datum,Geb Dat,Geb-Jahr,Geburtsdat,Geburtstag,Geburtsdatum,Geb,Geboren,Geboren am,Year of birth,Date of birth,Birthday,Born,DOB,Birthdate',
    agreement_signed_on:
      'Vereinbarung unterschrieben,Vereinbarung unterschrieben am,Agreement signed on,Vereinbarung vom,Vereinbarung am,Agreement signed,Agreement date',
    email_consent_on:
      'Einwilligung E-Mail,Einw E-Mail,Einw Mail,Einwilligung E-Mails,Einverständnis E-Mail,Einwilligung in E-Mails vom,Agreed to e-mail on,E-Mail-Einwilligung,Einwilligung Mail am,Mail consent',
    emergency_contact: 'Notfallkontakt,Notfall,Emergency,In case of emergency',
    booklet_contact: 'Im Heft,Heft,Marktheft,Marktzeitung,Angaben im Heft,In the booklet,Booklet,Printed contact',
    notes: 'Notiz,Notizen,Bemerkung,Bemerkungen,Kommentar,Anmerkung,Anmerkungen,Comment,Comments,Remark,Remarks,Note',
    language: 'Sprache,Muttersprache,Korrespondenzsprache,Lang,Preferred language',
    visible_to_partners: 'Für Partner sichtbar,Sichtbar für Partner,Sichtbar,Visible,Visible to partner',
  },
  listings: {
    external_id: `Inseratnummer,Inserat-Nr,Inserats-Nr,Inserat-ID,Angebotsnummer,Anzeigennummer,Listing number,Listing no,Listing ID,${OWN_NUMBER}`,
    member_external_id: `${MEMBER_NUMBER},Mitglied,Member,Anbieter,Anbieter-Nr,Inserent,Owner,Owner ID`,
    type: 'Art,Typ,Inseratart,Angebot/Gesuch,Angebot oder Gesuch,Biete/Suche,Kind,Offer/Request,Offer or request,Listing type',
    title: 'Titel,Was,Überschrift,What,Bezeichnung,Betreff,Heading,Headline,Subject',
    description:
      'Beschreibung,Genauer,Genaueres,Näheres,Text,More,Further details,Beschreibungstext,Details,Inhalt,Body',
    category: 'Kategorie,Rubrik,Bereich,Section',
    estimated_hours: `Geschätzte Stunden,Geschätzte Zeit,Zeitaufwand,Aufwand,Estimated time,Estimate,${HOURS}`,
    status: 'Zustand,Stand,State,Listing status',
    created_on:
      'Erstellt,Erstellt am,Angelegt,Angelegt am,Datum,Eingestellt am,Created,Date created,Creation date,Date',
  },
  exchanges: {
    external_id: `Tauschnummer,Tausch-Nr,Tausch-ID,Belegnummer,Beleg-Nr,Buchungsnummer,Buchungs-Nr,Exchange number,Exchange no,Exchange ID,Transaction ID,Slip number,${OWN_NUMBER}`,
    service_date:
      'Datum,Leistungsdatum,Tag,Hilfe am,Am,Date,Service day,Day,Date of service,Date of exchange,Exchange date',
    provider_external_id:
      'Anbieter,Geber,Gebende,Helfer,Helfende,Leistender,Leistungserbringer,Anbieter-Nr,Geber-Nr,Helfer-Nr,Von,Geholfen hat,Provider,Provider ID,Giver,Helper,Provider number,Who helped',
    receiver_external_id:
      'Empfänger,Empfänger-Nr,Nehmer,Nehmende,Nehmer-Nr,Leistungsempfänger,An,Geholfen wurde,Receiver,Receiver ID,Recipient,Recipient ID,Receiver number,Who was helped',
    hours: HOURS,
    listing_external_id: 'Inserat,Inseratnummer,Inserat-Nr,Inserat-ID,Listing,Listing number,Listing no,Listing ID',
    note: `${NOTE},Beschreibung,Leistung,Tätigkeit,Description,Service`,
    kind: 'Art,Buchungsart,Kind,Booking kind,Type',
    category: 'Kategorie,Rubrik,Bereich,Tätigkeitsbereich,Section',
  },
};

/** What an office keeps of a member; a file may say the same twice. */
const OFFICE_COLUMNS: ReadonlySet<string> = new Set([
  ...[
    'salutation',
    'phone',
    'second_phone',
    'street',
    'postal_code',
    'place',
    'quarter',
    'country',
    'preferred_contact',
  ],
  ...['birth_year', 'agreement_signed_on', 'email_consent_on', 'booklet_contact', 'emergency_contact', 'notes'],
]);

/** A name without what people write differently: `Mitglieds-Nr.` is `mitgliedsnr`. */
function bare(name: string): string {
  return foldText(name).replace(/[^\p{L}\p{N}]/gu, '');
}

const TABLES: Readonly<Record<ImportKind, ReadonlyMap<string, string>>> = {
  members: tableOf('members'),
  listings: tableOf('listings'),
  exchanges: tableOf('exchanges'),
};

function tableOf(kind: ImportKind): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const [column, names] of [...Object.entries(SYNONYMS[kind]), ...Object.entries(OTHER_SYNONYMS[kind])]) {
    for (const name of [column, ...names.split(',')]) {
      // An umlaut is folded to its letter; files also write it out.
      for (const written of [name, name.replace(/[äöüÄÖÜ]/g, (letter) => `${letter}e`)]) {
        if (!table.has(bare(written))) table.set(bare(written), column);
      }
    }
  }
  return table;
}

/** How the names of a file's first line are taken. */
export interface HeaderRules {
  /** Whose names are known besides the columns' own. */
  readonly kind: ImportKind | undefined;
  readonly columns: readonly string[];
  /** Columns that mean nothing in this community: no name of a file means them, unless a person says so. */
  readonly unused?: readonly string[] | undefined;
}

/** The column that a name means, or undefined. */
export function guessColumn({ kind, columns, unused }: HeaderRules, name: string): string | undefined {
  const wanted = bare(name);
  if (wanted === '') return undefined;
  const meant = columns.find((column) => bare(column) === wanted) ?? (kind && TABLES[kind].get(wanted));
  return meant !== undefined && unused?.includes(meant) ? undefined : meant;
}

/**
 * What each column of a file is taken for. A person's choice goes first: by the column's place (`#3`) or its name in
 * small letters; '' leaves the column out.
 */
export function takeColumns(
  rules: HeaderRules,
  header: readonly string[],
  chosen: Readonly<Record<string, string>> = {},
): ColumnMeaning[] {
  const taken = header.map((written, at): ColumnMeaning => {
    const name = written.trim();
    const key = [`#${at + 1}`, name.toLowerCase()].find((one) => Object.hasOwn(chosen, one));
    if (key !== undefined) return { name, column: chosen[key] || null, by: 'chosen' };
    const column = guessColumn(rules, name);
    if (column === undefined) return { name, column: null, by: 'unknown' };
    return { name, column, by: name.toLowerCase() === column ? 'name' : 'guess' };
  });
  const sure = new Set(taken.filter(({ by }) => by !== 'guess').map(({ column }) => column));
  const chosenColumns = new Set(taken.filter(({ by }) => by === 'chosen').map(({ column }) => column));
  const found = new Set(taken.map(({ column }) => column));
  const seen = new Set(sure);
  return taken.map((one) => {
    if (one.by === 'chosen' || one.column === null) return one;
    const leftOut = { ...one, column: null, by: 'unknown' } as const;
    if (one.by === 'guess' && OFFICE_COLUMNS.has(one.column)) {
      // A plain list may have more than we keep: of two such columns, the first counts.
      const mayBe = one.column === 'phone' ? ['phone', 'second_phone'] : [one.column];
      const free = mayBe.find((name) => !seen.has(name));
      if (free === undefined) return leftOut;
      seen.add(free);
      return { ...one, column: free };
    }
    // A guess gives way to a choice, and a possible name of a column to its own name.
    if (chosenColumns.has(one.column) || (one.by === 'guess' && sure.has(one.column))) return leftOut;
    // Beside a given name alone, "Name" is the family name.
    if (one.column === 'name' && found.has(FIRST_NAME) && !found.has(LAST_NAME)) {
      return { ...one, column: LAST_NAME, by: 'guess' };
    }
    return one;
  });
}
