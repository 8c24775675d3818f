/** What banks call the columns of a table, by what they hold; and the words before the figures above and below it. */
import { foldText } from '@timebank/contract/fold';
import { currencyWithin } from './words.ts';

/**
 * What a column holds. `party`: the other party; `payer` and `payee`: one of them is the account's own holder. `iban`: of
 * either. `text`: the payer's words; `description`: those and the bank's in one. `kind`: the bank's word for the
 * movement. `number`: a running number.
 */
export const TABLE_ROLES = [
  ...['booked', 'day', 'value', 'amount', 'debit', 'credit', 'direction', 'balance', 'currency'],
  ...['account', 'sortCode', 'iban', 'party', 'payer', 'payee', 'partyAccount', 'payerAccount', 'payeeAccount'],
  ...['text', 'structured', 'description', 'kind', 'status', 'returned', 'reference', 'number', 'related', 'endToEnd'],
  ...['original', 'originalCurrency', 'gross', 'net', 'fee', 'count', 'detailAmount', 'ignored'],
] as const;
export type TableRole = (typeof TABLE_ROLES)[number];

const NAMES: Readonly<Record<TableRole, string>> = {
  booked:
    'Posted Transactions Date,Settlement date UTC,Uitvoeringsdatum,Booked at,Date op,Boekdatum,Kirjauspaiva,Bokföringsdag,Bokforingsdatum,booked_on,Buchungstag,Buchungsdatum,Buchung,Gebucht am,Booking date,Bookdate,Posting date,Post date,Posted date,Posted,Posted on,Date posted,Completed date,Date completed,Completed date UTC,Finished on,Settlement date,Entry date,Date de comptabilisation,Date comptable,Date de comptabilisation,Date operation,Date d operation,Date de l operation,Date opération,Fecha contable,Fecha de contabilización,Fecha operación,Fecha de operación,F Operación,F Operativa,F contable,Fecha mov,Fecha movimiento,Data contabile,Data operazione,Data registrazione,Data di registrazione,Data contabilizzazione,Boekdatum,Boekingsdatum,Datum boeking,Transactiedatum,Bokföringsdag,Bokföringsdatum,Bokfört,Bogført,Bogføringsdato,Bogført dato,Bokført,Bokføringsdato,Bokført dato,Kirjauspäivä,Data księgowania,Data operacji,Data transakcji,Datum zaúčtování,Datum provedení,Datum pohybu,Könyvelés dátuma,Data movimento,Data mov,Data do movimento,Data mov.,Data lançamento,Kande kuupäev,Kuupäev',
  day: 'Datum,Date,Fecha,Data,Dato,Päivä,Päivämäärä,Dátum,Tarih,Date UTC,Transaction date,Date of transaction,Transaktionsdatum,Transaksjonsdato,Dag,Day,Tag,Abschlussdatum,Belegdatum,Started date,Created on,Created,Datetime,Date and time,Date time,Umsatzdatum,Transactiedatum,Utført dato,Reskontradatum,Giorno',
  value:
    'Maksupäivä,Valør,Operation date UTC,Valuta date,Value day,Date val,Valutadag,Valuta,Valutadatum,Wertstellung,Wertstellungsdatum,Wertstellungstag,Wert,Valutatag,Valuta Datum,Value date,Value,Effective date,Date de valeur,Date valeur,Valeur,Fecha valor,Fecha de valor,F Valor,Fec valor,Data valuta,Data di valuta,Rentedatum,Valutadato,Valuteringsdag,Arvopäivä,Data waluty,Data wartości,Data valor,Datum valuty,Rentedato,Rentadato,Renteringsdato,Értéknap',
  amount:
    'Total amount,Total amount incl VAT,Credit/Debit Amount,Määrä EUROA,Maara,Kwota transakcji,amount,Betrag,Umsatz,Buchungsbetrag,Betrag in Kontowährung,Betrag in Euro,Wert in Euro,Umsatz in Euro,Transaction amount,Transaktionsbetrag,Value amount,Sum,Total,Amount in account currency,Billing amount,Montant,Montant de l opération,Montant opération,Importe,Importe movimiento,Importe operación,Importe divisa cuenta,Cantidad,Monto,Importo,Ammontare,Bedrag,Transactiebedrag,Mutatiebedrag,Belopp,Beløb,Beløp,Summa,Määrä,Kwota,Kwota operacji,Kwota transakcji,Kwota w walucie rachunku,Částka,Objem,Suma,Összeg,Valor,Montante,Tutar,Quantia,Bedrag in EUR,Iznos',
  debit:
    'debit,Soll,Belastung,Lastschrift,Ausgabe,Ausgaben,Ausgang,Debit amount,Debits,Amount debit,Withdrawal,Withdrawals,Withdrawal amount,Money out,Paid out,Payments,Débit,Débits,Montant débit,Débit euros,Debe,Cargo,Cargos,Adeudo,Adeudos,Gasto,Gastos,Pagos,Dare,Uscite,Uscita,Addebiti,Addebito,Importo dare,Af bedrag,Debet,Ut,Uttag,Ut fra konto,Ut på konto,Ud,Obciążenia,Obciążenie,Kwota obciążenia,Wypłaty,Débito,Výdaje,Terhelés,Outgoing,Spent,Money out amount,Paid out amount,Débits en euros,Belastungsbetrag',
  credit:
    'credit,Haben,Gutschrift,Einnahme,Einnahmen,Eingang,Credit amount,Credits,Amount credit,Deposit,Deposits,Deposit amount,Money in,Paid in,Receipts,Crédit,Crédits,Montant crédit,Crédit euros,Haber,Abono,Abonos,Ingreso,Ingresos,Cobros,Avere,Entrate,Entrata,Accrediti,Accredito,Importo avere,Bij bedrag,Credit bedrag,Kredit,In,Inn,Inn på konto,Insättning,Ind,Uznania,Uznanie,Kwota uznania,Wpłaty,Crédito,Příjmy,Jóváírás,Incoming,Received,Paid in amount,Crédits en euros,Gutschriftsbetrag',
  direction:
    'CreditDebet,Credit/Debet,direction,Af Bij,Bij Af,Soll/Haben,S/H,Soll Haben Kennzeichen,Debit/Credit,Debit or credit,Credit/Debit,Credit debit indicator,Credit or debit,D/C,C/D,DC,CD,DR/CR,CR/DR,Debet/Credit,Debet Credit,Sens,Débit/Crédit,Debe/Haber,Dare/Avere,D/H,Sign,Vorzeichen,Segno,Signo,Mark,Mark D/C,Deebet/Kreedit,Deebet/Kreedit (D/C),+/-',
  balance:
    'Running Bal,Disponible,Account balance,Accountbalance,balance,Saldo,Saldo nach Buchung,Kontostand,Kontostand nach Buchung,Guthaben,Neuer Saldo,Saldo in Kontowährung,Running balance,Account balance,Balance after,Balance after transaction,Closing balance,Ledger balance,Solde,Solde après opération,Solde après,Saldo disponible,Saldo posterior,Saldo tras el movimiento,Saldo contable,Saldo contabile,Saldo progressivo,Saldo na mutatie,Saldo na trn,Saldo na boeking,Saldo na transactie,Saldo efter,Saldo etter,Bokfört saldo,Bogført saldo,Saldo po operacji,Saldo po transakcji,Zůstatek,Zůstatek po transakci,Egyenleg,Saldo contabilístico,Saldo após movimento,Bakiye,Jääk,Solde en euros,Saldo após',
  currency:
    'Munteenheid,Valuta rekening,Posted currency,currency,Währung,Waehrung,Whrg,Wrg,Curr,CCY,Currency code,Account currency,Transaction currency,Payment currency,Kontowährung,Devise,Monnaie,Divisa,Moneda,Valuta code,Munt,Muntsoort,Valutacode,Valuta konto,Valutakode,Waluta,Waluta rachunku,Měna,Devizanem,Moeda,Valuuta,Währung Betrag,Divisa cuenta',
  account:
    'Bank account,IBAN Auftraggeberkonto,IBAN Kontoinhaber,Posted account,Account num,account,Auftragskonto,IBAN Auftragskonto,Kontonummer Auftragskonto,Account number,Account no,Account ID,Own account,Own IBAN,Account IBAN,IBAN of account,Rekening,Rekeningnummer,Eigen rekening,IBAN/BBAN,IBAN BBAN,Rekeningnummer opdrachtgever,Compte,Numéro de compte,N° compte,N° de compte,Cuenta,Número de cuenta,Conto,Numero conto,Číslo účtu,Mein Konto,Eigenes Konto,Eigene IBAN,Conta,Kliendi konto,Számlaszám',
  sortCode: 'Sort code,Sortcode',
  iban: 'IBAN / Konto-Nr.,IBAN,Konto,Numer rachunku,Numer konta,Nr rachunku,Rachunek,Kontonr,Kontonummer,Kontonummer/IBAN,IBAN/Kontonummer,IBAN / Kontonummer,Konto-Nr,Konto Nr,KontoNr,BBAN',
  party:
    'Sender / Empfänger,Naam van de tegenpartij,Tegenrekeninghouder,Empfänger/Auftraggeber Name,Beguenstigter/Zahlungspflichtiger,Begünstigter/Zahlungspflichtiger,Begünstigter / Auftraggeber,Begünstigter/Auftraggeber,Auftraggeber/Empfänger,Auftraggeber / Empfänger,Auftraggeber/Begünstigter,Auftraggeber / Begünstigter,Empfänger/Auftraggeber,Empfänger / Auftraggeber,Empfänger/Zahlungspflichtiger,Zahlungsempfänger/Zahlungspflichtiger,Zahlungsbeteiligter,Name Zahlungsbeteiligter,Name,Partner Name,Partnername,Geschäftspartner,Kontoinhaber Gegenkonto,Gegenpartei,Name Gegenkonto,Zahler/Empfänger,Counterparty,Counter party,Counterparty name,Counter party name,Other party,Other party name,Merchant,Merchant name,Payee/Payer,Payer/Payee,Party,Name of counterparty,Contrepartie,Nom contrepartie,Nom de la contrepartie,Nom,Tiers,Bénéficiaire/Donneur d ordre,Contraparte,Nombre,Ordenante/Beneficiario,Beneficiario/Ordenante,Controparte,Nome,Ordinante/Beneficiario,Beneficiario/Ordinante,Naam tegenpartij,Naam tegenrekening,Naam / Omschrijving,Naam,Tegenpartij,Naam tegenrekeninghouder,Naam begunstigde/opdrachtgever,Motpart,Modpart,Navn,Namn,Avsändare/Mottagare,Saaja/Maksaja,Nadawca / Odbiorca,Nadawca/Odbiorca,Kontrahent,Nazwa kontrahenta,Dane kontrahenta,Nazwa odbiorcy/nadawcy,Název protiúčtu,Název protistrany,Protistrana,Saaja/maksja nimi,Partner neve',
  payer:
    'Zahlungspflichtige*r,Zahlungspflichtiger,Auftraggeber,Auftraggebername,Auftraggeber Name,Zahler,Absender,Payer,Payer name,From,Sender,Sender name,Debtor,Debtor name,Ordering party,Source name,Donneur d ordre,Émetteur,Payeur,Ordenante,Ordinante,Pagador,Opdrachtgever,Betaler,Avsändare,Avsender,Afsender,Maksaja,Nadawca,Nazwa nadawcy,Zleceniodawca,Plátce',
  payee:
    'Saajan nimi,Zahlungsempfänger*in,Zahlungsempfänger,Empfänger,Empfänger Name,Empfängername,Begünstigter,Beguenstigter,Payee,Payee name,To,Recipient,Recipient name,Creditor,Creditor name,Beneficiary,Beneficiary name,Target name,Bénéficiaire,Destinataire,Beneficiario,Destinatario,Begunstigde,Ontvanger,Mottagare,Mottaker,Modtager,Saaja,Odbiorca,Nazwa odbiorcy,Příjemce',
  partyAccount:
    'Rekening tegenpartij,Rekeningnummer tegenpartij,Tegenrekeningnummer,Empfänger/Auftraggeber IBAN,Gegenkonto,Gegenkonto IBAN,IBAN Gegenkonto,IBAN Zahlungsbeteiligter,Partner IBAN,Partner Kontonummer,Partner account number,Kontonummer Zahlungsbeteiligter,Counterparty account,Counterparty IBAN,Counter account,Counterparty account number,Other account,Tegenrekening,Tegenrekening IBAN/BBAN,Tegenrekening IBAN BBAN,IBAN tegenrekening,Rekening tegenpartij,Compte contrepartie,IBAN contrepartie,IBAN de la contrepartie,Cuenta contraparte,IBAN contraparte,Cuenta origen/destino,IBAN controparte,Motkonto,Modkonto,Rachunek kontrahenta,Numer rachunku kontrahenta,Numer rachunku nadawcy/odbiorcy,Konto kontrahenta,Protiúčet,Číslo protiúčtu,Saaja/maksja konto',
  payerAccount:
    'Auftraggeber IBAN,Auftraggeber Kontonummer,IBAN Auftraggeber,Payer account,Payer IBAN,Debtor IBAN,Debtor account,From account,Sender account,Kontonummer des Zahlers,IBAN ordenante,Från konto,Fra konto',
  payeeAccount:
    'Saajan tilinumero,Empfänger IBAN,Empfänger Kontonummer,IBAN Empfänger,IBAN Zahlungsempfänger,Payee account,Payee IBAN,Creditor IBAN,Creditor account,To account,Recipient account,IBAN beneficiario,Till konto,Til konto',
  text: 'Vrije mededeling,Bericht,Rubrik,Label text,remittance,Verwendungszweck,Verwendungszweck Zeile 1,Vwz,Zahlungszweck,Zweck,Zahlungsgrund,Mitteilung,Mitteilungen,Nachricht,Notiz,Hinweis,Betreff,Memo,Message,Notes,Notes and #tags,Note,Remittance information,Unstructured remittance information,Payment details,Communication,Motif,Communications,Concepto ampliado,Mensaje,Observaciones,Causale versamento,Messaggio,Mededeling,Mededelingen,Betalingsomschrijving,Meddelande,Melding,Besked,Viesti,Tytuł,Tytuł przelewu,Tytuł operacji,Tytułem,Zpráva pro příjemce,Zpráva,Közlemény,Selgitus,Kommentar,Comment,Subject,Item title',
  structured:
    'Gestructureerde mededeling,Referenznummer,Betalingskenmerk,Payment reference,Structured reference,Creditor reference,Structured communication,Communication structurée,Zahlungsreferenz,Referenz,Reference,Ref,KID,OCR,Viite,Viitenumero,Variabilní symbol,Viitenumber,Référence,Referencia,Referencia 1,Referencia 2,Riferimento,Referentie,Referens,Referanse,Reference number,Reference text,Your reference,Their reference,Bank reference,Kenmerk',
  description:
    'Label,Libellé court,Beschreibung,Beschreibung 1,Beschreibung 2,Beschreibung 3,Buchungsdetails,Buchungsinformation,Buchungsinformationen,Details,Umsatztext,Buchungstext lang,Buchungsinfo,Avisierungstext,Transaktionsdetails,Description,Transaction description,Transaction details,Narrative,Narrative 1,Narrative 2,Narration,Particulars,Detail,Additional information,Transaction,Information,More information,Libellé,Libellé de l opération,Libellé opération,Libellé simplifié,Libellé complémentaire,Détail,Détails,Détail de l écriture,Informations complémentaires,Descripción,Más datos,Concepto,Detalle,Descripción ampliada,Información adicional,Descrizione,Descrizione operazione,Descrizione estesa,Dettagli,Omschrijving,Omschrijving-1,Omschrijving-2,Omschrijving-3,Omschrijving 1,Omschrijving 2,Omschrijving 3,Description 1,Description 2,Beskrivning,Beskrivelse,Text,Tekst,Tekst 1,Forklaring,Specifikation,Opis,Opis operacji,Opis transakcji,Szczegóły,Popis,Poznámka,Leírás,Descrição,Descritivo,Açıklama,Selite,Wording',
  kind: 'Type verrichting,Betaalwijze,Tapahtumalaji,Bewegungstyp,Causale,Subcategory,Selitys,Rubrik typ,Buchungstext,Umsatzart,Umsatztyp,Typ,Type,Buchungsart,Transaktionstyp,Transaktionsart,Vorgang,Geschäftsvorfall,Vorgang/Verwendungszweck,Transaction type,Payment type,Code,Mutatiesoort,Movimiento,Tipo,Tipo operación,Tipo de operación,Tipo movimiento,Tipologia,Tipo operazione,Nature,Nature de l opération,Type de transaction,Type d opération,Type opération,Transaktionstyp,Transaksjonstype,Laji,Tapahtumalaji,Typ operacji,Typ transakcji,Rodzaj operacji,Rodzaj transakcji,Typ pohybu,Typ,Soort,Transactiesoort,Transactietype,Selgitus tüüp,Transaction code,Kategorie Umsatz',
  status:
    'Status,Info,State,Zustand,Buchungsstatus,Umsatzstatus,Transaction status,Payment status,Estado,Statut,État,Stato,Stav,Tila,Booking status,Stan',
  returned: 'returned,Reden retour,Rückgabegrund,Retourengrund,Return reason,Motif de rejet,Motivo devolución',
  reference:
    'ZKB-Referenz,entry_reference,Transaction ID,Transaction number,Transaction reference,Transaktions-Nr,Transaktionsnummer,Transaktions-ID,Transaktions ID,Transaktionscode,Transaktionsreferenz,Bankreferenz,Buchungsreferenz,Buchungs-ID,Archivierungscode,Archive ID,Arkistointitunnus,Arhiveerimistunnus,Entry reference,Account servicer reference,FITID,TransferWise ID,Balance transaction ID,ID,UUID,Transaction hash ID,Numéro d opération,Id operacji,Numer transakcji,ID transakcji,ID pohybu,ID operace,Referencia banco,Transactie ID,Transactienummer,Identifiant',
  number:
    'Verifikationsnummer,Volgnr,Volgnummer,Lfd Nr,Laufnummer,Nr,No,Number,N°,Pos,Umsatznummer,Auszugsnummer,Numer,Line',
  related:
    'Zugehöriger Transaktionscode,Reference Txn ID,Related transaction,Original transaction ID,Related ID,Parent transaction,Bezugstransaktion,ID de transaction de référence,Identificativo di riferimento,Referentie transactie-ID,Id. de referencia de trans.',
  endToEnd:
    'End-to-End-Identifikation,end_to_end_id,Kundenreferenz (End-to-End),Kundenreferenz,End-to-End-Referenz,Ende-zu-Ende-Referenz,EndToEnd,End to end ID,End-to-end ID,End to end reference,Customer reference,Transactiereferentie,EREF,Auftraggeberreferenz,Auftrags-Referenz,Référence de bout en bout,Référence end-to-end,Client reference',
  original:
    'Lastschrift Ursprungsbetrag,Oorspr bedrag,Oorspronkelijk bedrag,Original amount,Local amount,Ursprungsbetrag,Originalbetrag,Betrag in Fremdwährung,Fremdwährungsbetrag,Foreign amount,Amount (foreign currency),Orig amount,Source amount (after fees),Montant original,Importe original,Importe divisa,Importo originale,Instructed amount,Kwota oryginalna',
  originalCurrency:
    'Oorspr munt,Original currency,Local currency,Originalwährung,Fremdwährung,Orig currency,Type Foreign Currency,Devise originale,Divisa original,Ursprungswährung',
  gross: 'Brutto,Gross,Bruttobetrag,Gross amount,Brut,Bruto,Importe bruto,Lordo,Montant brut',
  net: 'Netto,Net,Nettobetrag,Net amount,Neto,Importe neto,Montant net',
  fee: 'Gebühr,Gebühren,Fee,Fees,Fremde Gebühren,Auslagenersatz Ruecklastschrift,Frais,Comisión,Comisiones,Tarief,Kosten,Commissione,Avgift,Prowizja,Transaction fee,Total fees',
  count: 'Anzahl der Aufträge,Anzahl Aufträge,Anzahl Buchungen,Number of transactions,Batch count',
  detailAmount:
    'Betrag Detail,Einzelbetrag,Individual amount,Single amount,Montant individuel,Importo singolo,Detail amount',
  ignored:
    'Account name,Rubrieknaam,Reden van weigering,Betaald via,Saajan BIC-tunnus,Naam van de rekening,Empfänger/Auftraggeber BIC,Stichwort,Buchungsschlüssel,Afstemt,Spending category,Radnummer,Clearingnummer,Produkt,Category parent,Supplier found,Account label,BIC,BIC (SWIFT-Code),BIC Auftragskonto,Bankname Auftragskonto,Bezeichnung Auftragskonto,Bankname,BIC tegenpartij,Kategorie,Category,Steuerrelevant,Uhrzeit,Time,Zeit,Abschlusszeit,Emoji,Address,Receipt,Koers,Exchange rate,Kurs,Batch ID,Tag,Fussnoten,Bemerkung,Category split,Gläubiger ID,Glaeubiger ID,Mandatsreferenz,Machtigingskenmerk,Incassant ID,Sammlerreferenz,Zeitzone,Time zone,Anzahl der Schecks,Abweichender Empfänger,Naam uiteindelijke partij,Naam initiërende partij,Absender E-Mail-Adresse,Empfänger E-Mail-Adresse,Oficina,Product,Filiale,BLZ,Bankleitzahl',
};

/** Without what people write differently; a plus and a stroke between marks stay. */
const bareName = (name: string) => foldText(name).replace(/[^\p{L}\p{N}]/gu, '');

const TABLE: ReadonlyMap<string, TableRole> = tableOfNames();

function tableOfNames(): ReadonlyMap<string, TableRole> {
  const table = new Map<string, TableRole>();
  for (const role of TABLE_ROLES) {
    for (const name of NAMES[role].split(',')) {
      for (const written of [name, name.replace(/[äöüÄÖÜ]/g, (letter) => `${letter}e`)]) {
        const bare = bareName(written);
        if (bare !== '' && !table.has(bare)) table.set(bare, role);
      }
    }
  }
  return table;
}

/** The role of a column by its name; undefined where none is known. */
export function roleOfName(name: string): TableRole | undefined {
  const exact = TABLE.get(bareName(name));
  if (exact || name.length > 60) return exact;
  // `Betrag (EUR)`, `Débit euros`, `Amount GBP`, `Umsatz in EUR`.
  const shorter = name.replace(/\(.*?\)|\[.*?\]/g, ' ');
  // `Description1`, `Vwz.0`, `Empfänger 2`.
  const uncounted = TABLE.get(bareName(shorter.replace(/[\s._-]*\d{1,2}\s*$/, '')));
  if (uncounted) return uncounted;
  const plain = shorter.replace(/\s+(?:in\s+|en\s+)?(?:[A-Z]{3}|euros?|€|£|\$)\s*$/iu, '');
  return TABLE.get(bareName(shorter)) ?? (plain === name ? undefined : TABLE.get(bareName(plain)));
}

const GENERIC_NAMES = new Set('name,naam,nom,nombre,nome,navn,namn'.split(','));

/** Whether a name of a party may be that of the account's holder, where another column names the other party. */
export const isGenericName = (name: string) => GENERIC_NAMES.has(bareName(name));

/** The currency that the name of a column of amounts carries. */
export const currencyOfName = (name: string) => currencyWithin(name);

const OPENING =
  /anfangssaldo|anfangsbestand|eroffnungssaldo|letzter kontostand|alter (?:konto)?(?:saldo|stand)|vortrag|opening|starting balance|start balance|beginning balance|previous balance|brought forward|\binitial\b|ancien solde|solde precedent|\binicial\b|saldo anterior|\biniziale\b|beginsaldo|openingssaldo|vorig saldo|ingaende saldo|inngaende saldo|saldo poczatkowe|pocatecni zustatek|alkusaldo/;
const CLOSING =
  /schlusssaldo|schlussaldo|endsaldo|endbestand|neuer (?:konto)?(?:saldo|stand)|\bkontostand|aktueller|closing|ending balance|end balance|current balance|carried forward|\bbalance\b|solde final|nouveau solde|\bsolde\b|saldo final|saldo finale|eindsaldo|nieuw saldo|utgaende saldo|\bsaldo\b|koncowe|konecny zustatek|loppusaldo/;
const COUNT =
  /^(?:anzahl|number of|nombre d|numero (?:(?:de|di) )?(?:movim|operac|operaz|transac|transaz)|aantal|antal|liczba|count\b)/;

const WHOLE_LABEL =
  /^(?:anfangs|end|schluss?|eroffnungs)(?:saldo|bestand)$|^(?:opening|closing|beginning|ending|start|end) balance\b|^balance (?:brought|carried) forward$|^(?:alter|neuer) (?:konto)?(?:saldo|stand)$|^saldo (?:inicial|final|iniziale|finale|anterior)$|^solde (?:initial|final|precedent)$|^ancien solde$|^nouveau solde$|^(?:begin|eind)saldo$/;

/** Whether a cell says no more than that the cell beside it is a balance. */
export const isBalanceLabel = (cell: string) => cell.length < 60 && WHOLE_LABEL.test(foldText(cell).trim());

/** Which figure a label above or below the table announces. */
export function figureOfLabel(label: string): 'opening' | 'closing' | 'count' | undefined {
  const text = foldText(label).trim();
  if (OPENING.test(text)) return 'opening';
  if (COUNT.test(text)) return 'count';
  return CLOSING.test(text) && !/verfugbar|available|disponib|beschikbaar/.test(text) ? 'closing' : undefined;
}

const ACCOUNT_LABEL = /konto|account|compte|cuenta|rekening|\bconto\b|iban|rachun|\bucet|\bconta\b|\btili\b/;

/** Whether a label speaks of the account whose movements follow. */
export const isAccountLabel = (label: string) => ACCOUNT_LABEL.test(foldText(label));
