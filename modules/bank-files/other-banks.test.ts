/** Tables of banks whose files the fixtures do not have: by their names of columns alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBankFile } from './read-file.ts';

const RF = 'RF7253900754703411';

interface Bank {
  readonly name: string;
  readonly text: string;
  readonly account?: string;
  readonly currency?: string;
  readonly asks?: string;
  /** Day, amount, payer and mark of each line. */
  readonly lines: readonly (readonly [
    string | null,
    string,
    string | null,
    ('pending' | 'fee' | 'own' | 'unreadable')?,
  ])[];
  readonly proofs: Readonly<Record<string, string>>;
}

const BANKS: readonly Bank[] = [
  {
    name: 'German, with both balances and an announced movement',
    text: `"Umsätze Girokonto";"Zeitraum: 30 Tage";\n"Neuer Kontostand";"1.234,56 EUR";\n\n"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";\n"offen";"--";"Lastschrift / Belastung";"Auftraggeber: ABC Buchungstext: xyz";"-20,00";\n"26.11.2026";"26.11.2026";"Übertrag / Überweisung";" Auftraggeber: Thea Brandl Buchungstext: ${RF} Danke Ref. H1 ";"20,00";\n"25.11.2026";"25.11.2026";"Lastschrift / Belastung";"Auftraggeber: Strom AG Buchungstext: Abschlag";"-1.045,00";\n\n"Alter Kontostand";"2.259,56 EUR";\n`,
    currency: 'EUR',
    lines: [
      [null, '-20.00', 'ABC', 'pending'],
      ['2026-11-26', '20.00', 'Thea Brandl'],
      ['2026-11-25', '-1045.00', 'Strom AG'],
    ],
    proofs: { balance: '1234.56' },
  },
  {
    name: 'Austrian, without names',
    text: `26.11.2026;Thea Brandl ${RF};26.11.2026;20,00;EUR;26.11.2026 10:11:12:123\n25.11.2026;Miete;25.11.2026;-1.020,00;EUR;25.11.2026 09:00:00:000\n`,
    currency: 'EUR',
    asks: 'columns',
    lines: [
      ['2026-11-26', '20.00', 'Thea Brandl'],
      ['2026-11-25', '-1020.00', 'Miete'],
    ],
    proofs: { balance: '' },
  },
  {
    name: 'Swiss, with a disclaimer and labels within the text',
    text: `Datum von:;01.11.2026\nKonto:;CH5200999000004711007\nWährung:;CHF\n\nDatum;Bewegungstyp;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Valuta;Saldo in CHF\n26.11.2026;Gutschrift;"GUTSCHRIFT ABSENDER: BEAT ZURFLUEH MITTEILUNGEN: ${RF}";20;;;26.11.2026;1020\n25.11.2026;Lastschrift;"LASTSCHRIFT STROM";;-100.5;;25.11.2026;1000\n\nDisclaimer:\nDies ist kein Dokument der Bank.\n`,
    account: 'CH5200999000004711007',
    currency: 'CHF',
    lines: [
      ['2026-11-26', '20.00', 'BEAT ZURFLUEH'],
      ['2026-11-25', '-100.50', null],
    ],
    proofs: { running_balance: '1020.00' },
  },
  {
    name: 'Swiss, with details below an entry',
    text: `"Datum";"Buchungstext";"Betrag Detail";"ZKB-Referenz";"Belastung CHF";"Gutschrift CHF";"Saldo CHF";"Zahlungszweck"\n"26.11.2026";"Gutschriften (2)";"";"Z1";"";"60.00";"160.00";""\n"";"Gutschrift: Beat Zurflüh";"20.00";"";"";"";"";"${RF}"\n"";"Gutschrift: Lina G";"40.00";"";"";"";"";"danke"\n"25.11.2026";"Belastung: Miete";"";"Z2";"100.00";"";"100.00";"Raum"\n`,
    currency: 'CHF',
    lines: [
      ['2026-11-26', '20.00', 'Beat Zurflüh'],
      ['2026-11-26', '40.00', 'Lina G'],
      ['2026-11-25', '-100.00', 'Miete'],
    ],
    proofs: { running_balance: '160.00', details_sum: '60.00' },
  },
  {
    name: 'Dutch, without names, between two balances',
    text: `123456789\tEUR\t20261125\t100,00\t120,00\t20261125\t20,00\tSEPA Overboeking  IBAN: NL75RABO0007710011 Naam: J Terpstra Omschrijving: ${RF}\n123456789\tEUR\t20261126\t120,00\t115,50\t20261126\t-4,50\tPakket\n`,
    account: '123456789',
    currency: 'EUR',
    lines: [
      ['2026-11-25', '20.00', 'J Terpstra'],
      ['2026-11-26', '-4.50', 'Pakket'],
    ],
    proofs: { running_balance: '115.50' },
  },
  {
    name: 'British, with a sort code in the account and a space for a number',
    text: `Number,Date,Account,Amount,Subcategory,Memo\n ,26/11/2026,20-00-00 12345678,20.00,Counter Credit,"ANN ARCHER \t ${RF}"\n ,13/11/2026,20-00-00 12345678,-35.00,Direct Debit,"COUNCIL"\n`,
    account: '20-00-00 12345678',
    currency: 'GBP',
    lines: [
      ['2026-11-26', '20.00', null],
      ['2026-11-13', '-35.00', null],
    ],
    proofs: { balance: '' },
  },
  {
    name: 'British, with pounds in its cells and months as words',
    text: `"Account Name:","FlexDirect ****12345"\n"Account Balance:","£1,234.50"\n"Available Balance: ","£1,200.00"\n\n"Date","Transaction type","Description","Paid out","Paid in","Balance"\n"26 Nov 2026","Bank credit","ANN ARCHER ${RF}","","£20.00","£1,234.50"\n"13 Nov 2026","Direct debit","COUNCIL","£35.00","","£1,214.50"\n`,
    currency: 'GBP',
    lines: [
      ['2026-11-26', '20.00', 'ANN ARCHER'],
      ['2026-11-13', '-35.00', 'COUNCIL'],
    ],
    proofs: { running_balance: '1234.50' },
  },
  {
    name: 'an application, whose fee is on top, with movements called off and under way',
    text: `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance\nTOPUP,Current,2026-11-20 10:00:00,2026-11-20 10:00:05,Payment from Ann Archer,20.00,0.00,GBP,COMPLETED,120.00\nTRANSFER,Current,2026-11-21 10:00:00,2026-11-21 10:00:05,To Ben ${RF},-10.00,0.50,GBP,COMPLETED,109.50\nCARD_PAYMENT,Current,2026-11-22 10:00:00,,Shop,-5.00,0.00,GBP,REVERTED,\nCARD_PAYMENT,Current,2026-11-22 11:00:00,,Shop,-6.00,0.00,GBP,PENDING,\n`,
    currency: 'GBP',
    lines: [
      ['2026-11-20', '20.00', 'Ann Archer'],
      ['2026-11-21', '-10.00', 'To Ben'],
      ['2026-11-22', '-5.00', 'Shop', 'pending'],
      ['2026-11-22', '-6.00', 'Shop', 'pending'],
    ],
    proofs: { running_balance: '109.50' },
  },
  {
    name: 'American, with a summary above and the opening balance as a row',
    text: `Description,,Summary Amt.\nBeginning balance as of 11/01/2026,,"1,000.00"\nTotal credits,,"20.00"\nEnding balance as of 11/26/2026,,"985.00"\n\nDate,Description,Amount,Running Bal.\n11/01/2026,Beginning balance as of 11/01/2026,,"1,000.00"\n11/20/2026,"ANN ARCHER ${RF}","20.00","1,020.00"\n11/21/2026,"COUNCIL","-35.00","985.00"\n`,
    asks: 'currency',
    lines: [
      ['2026-11-20', '20.00', 'ANN ARCHER'],
      ['2026-11-21', '-35.00', 'COUNCIL'],
    ],
    proofs: { balance: '985.00', running_balance: '985.00' },
  },
  {
    name: 'American, with days that the order of the rows suggests',
    text: `Date,Description,Amount,Currency\n11/05/2026,ANN ARCHER ${RF},20.00,USD\n11/04/2026,COUNCIL,-35.00,USD\n10/09/2026,GRANT,"1,200.00",USD\n`,
    currency: 'USD',
    asks: 'dates',
    lines: [
      ['2026-11-05', '20.00', 'ANN ARCHER'],
      ['2026-11-04', '-35.00', 'COUNCIL'],
      ['2026-10-09', '1200.00', 'GRANT'],
    ],
    proofs: { balance: '' },
  },
  {
    name: 'without signs, which the balances give',
    text: `Date,Description,Amount,Balance,Currency\n13/11/2026,ANN,20.00,120.00,EUR\n14/11/2026,COUNCIL,35.00,85.00,EUR\n15/11/2026,BOB ${RF},40.00,125.00,EUR\n`,
    currency: 'EUR',
    lines: [
      ['2026-11-13', '0.00', null, 'unreadable'],
      ['2026-11-14', '-35.00', 'COUNCIL'],
      ['2026-11-15', '40.00', 'BOB'],
    ],
    proofs: { running_balance: '125.00' },
  },
  {
    name: 'Italian, with columns of debit and credit and both balances',
    text: `Saldo contabile iniziale al 01/11/2026;1.000,00\nSaldo contabile finale al 26/11/2026;985,00\n\nData;Valuta;Dare;Avere;Divisa;Descrizione;Causale\n13/11/2026;13/11/2026;;20,00;EUR;BONIFICO DA ANN ARCHER ${RF};BONIFICO\n14/11/2026;14/11/2026;-35,00;;EUR;ENEL;ADDEBITO\n`,
    currency: 'EUR',
    lines: [
      ['2026-11-13', '20.00', 'ANN ARCHER'],
      ['2026-11-14', '-35.00', 'ENEL'],
    ],
    proofs: { balance: '985.00' },
  },
  {
    name: 'Spanish, with the value date before the booking and the reference beside the concept',
    text: `F.Valor;Fecha;Concepto;Movimiento;Importe;Divisa;Disponible;Divisa;Observaciones\n25/11/2026;26/11/2026;Transferencia recibida;${RF} ANN;20,00;EUR;120,00;EUR;\n13/11/2026;13/11/2026;Adeudo;Luz;-35,00;EUR;100,00;EUR;\n`,
    currency: 'EUR',
    lines: [
      ['2026-11-26', '20.00', null],
      ['2026-11-13', '-35.00', null],
    ],
    proofs: { running_balance: '120.00' },
  },
  {
    name: 'French, with amounts in a currency of before',
    text: `Numéro Compte   ;0099887L020\nCompte tenu en  ;euros\nDate            ;26/11/2026\nSolde (EUROS)   ;1234,56\n\nDate;Libellé;Montant(EUROS);Montant(FRANCS)\n26/11/2026;"VIREMENT DE ANN ARCHER ${RF}";20,00;131,19\n13/11/2026;"PRELEVEMENT DE EDF";-1 035,00;-229,58\n`,
    account: '0099887L020',
    currency: 'EUR',
    lines: [
      ['2026-11-26', '20.00', 'ANN ARCHER'],
      ['2026-11-13', '-1035.00', 'EDF'],
    ],
    proofs: { balance: '' },
  },
  {
    name: 'Polish, with the number below its label',
    text: `#Waluta;\nPLN;\n\n#Numer rachunku;\n12 1140 2004 0000 3002 0135 5387;\n\n#Data operacji;#Data księgowania;#Opis operacji;#Tytuł;#Nadawca/Odbiorca;#Numer konta;#Kwota;#Saldo po operacji;\n2026-11-25;2026-11-25;PRZELEW;"${RF}";"ANN ARCHER";'12114020040000300201355388';20,00;1 120,00;\n2026-11-26;2026-11-26;OPŁATA;"";"";'';-35,50;1 084,50;\n;;;;;#Saldo końcowe;1 084,50 PLN;\n`,
    account: '12 1140 2004 0000 3002 0135 5387',
    currency: 'PLN',
    lines: [
      ['2026-11-25', '20.00', 'ANN ARCHER'],
      ['2026-11-26', '-35.50', null, 'fee'],
    ],
    proofs: { running_balance: '1084.50' },
  },
  {
    name: 'Swedish, where Valuta is the currency',
    text: `* Transaktioner Period 2026-11-01 - 2026-11-26\nRadnummer,Clearingnummer,Kontonummer,Produkt,Valuta,Bokföringsdag,Transaktionsdag,Valutadag,Referens,Beskrivning,Belopp,Bokfört saldo\n1,81234,9876543210,Privatkonto,SEK,2026-11-26,2026-11-26,2026-11-26,"${RF}","Ann Archer",20.00,120.00\n2,81234,9876543210,Privatkonto,SEK,2026-11-25,2026-11-25,2026-11-25,"El","El AB",-35.00,100.00\n`,
    account: '9876543210',
    currency: 'SEK',
    lines: [
      ['2026-11-26', '20.00', 'Ann Archer'],
      ['2026-11-25', '-35.00', 'El AB'],
    ],
    proofs: { running_balance: '120.00' },
  },
  {
    name: 'a payment service, with its fee and what it left',
    text: `id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Description\ntxn_1,charge,ch_1,20.00,0.74,19.26,eur,2026-11-25 10:00,${RF}\ntxn_2,payout,po_1,-19.26,0.00,-19.26,eur,2026-11-26 10:00,PAYOUT\n`,
    currency: 'EUR',
    asks: 'gross',
    lines: [
      ['2026-11-25', '20.00', null],
      ['2026-11-26', '-19.26', 'PAYOUT', 'own'],
    ],
    proofs: { balance: '' },
  },
  {
    name: 'German, of old, with a mark behind the amount and the balances below',
    text: `Volksbank\n\nKonto:;"7003328";;Uhrzeit:;"10:00:00"\nBetrag in EUR:;;von:;" ";bis:;" "\n\n"Buchungstag";"Valuta";"Auftraggeber/Zahlungsempfänger";"Empfänger/Zahlungspflichtiger";"IBAN";"Vorgang/Verwendungszweck";"Kundenreferenz";"Währung";"Umsatz";" "\n"26.11.2026";"26.11.2026";"Zeitbank";"Thea Brandl";"DE70999111110000120034";"GUTSCHR.\n${RF}";"";"EUR";"20,00";"H"\n"25.11.2026";"25.11.2026";"Zeitbank";"Strom AG";"DE11999111110000990022";"LASTSCHRIFT\nAbschlag";"";"EUR";"1.045,00";"S"\n\n"01.11.2026";;;;;;"Anfangssaldo";"EUR";"25,00";"S"\n"26.11.2026";;;;;;"Endsaldo";"EUR";"1.050,00";"S"\n`,
    account: '7003328',
    currency: 'EUR',
    lines: [
      ['2026-11-26', '20.00', 'Thea Brandl'],
      ['2026-11-25', '-1045.00', 'Strom AG'],
    ],
    proofs: { balance: '-1050.00' },
  },
  {
    name: 'German, with the amount in a column that is named as a mark, and texts by number',
    text: `Kontonummer;Datum/Zeit;Buchungstag;Wertstellung;Soll/Haben;Buchungsart;Empfänger/Auftraggeber Name;Empfänger/Auftraggeber IBAN;Vwz.0;Vwz.1;End-to-End-Identifikation;Währung\n1234567;26.11.2026 10:00;26.11.2026;26.11.2026;20,00;GUTSCHRIFT;Thea Brandl;DE70999111110000120034;danke ${RF};x;NOTPROVIDED;EUR\n1234567;25.11.2026 10:00;25.11.2026;25.11.2026;-35,00;LASTSCHRIFT;Strom AG;DE11999111110000990022;Abschlag;;E2E-1;EUR\n`,
    account: '1234567',
    currency: 'EUR',
    lines: [
      ['2026-11-26', '20.00', 'Thea Brandl'],
      ['2026-11-25', '-35.00', 'Strom AG'],
    ],
    proofs: { balance: '' },
  },
  {
    name: 'Belgian, with its own name beside that of the other party',
    text: `Rekeningnummer;Rubrieknaam;Naam;Munt;Datum;Omschrijving;Valuta;Bedrag;Saldo;credit;debet;rekeningnummer tegenpartij;Naam tegenpartij;gestructureerde mededeling;Vrije mededeling\nBE68539007547034;;Tijdbank;EUR;26/11/2026;OVERSCHRIJVING VAN;26/11/2026;20,00;120,00;20,00;;BE71096123456769;Jan Peeters;;${RF}\nBE68539007547034;;Tijdbank;EUR;25/11/2026;OVERSCHRIJVING NAAR;25/11/2026;-35,00;100,00;;-35,00;BE71096123456769;Luminus;;x\n`,
    account: 'BE68539007547034',
    currency: 'EUR',
    lines: [
      ['2026-11-26', '20.00', 'Jan Peeters'],
      ['2026-11-25', '-35.00', 'Luminus'],
    ],
    proofs: { running_balance: '120.00' },
  },
  {
    name: 'French, without names, with a summary as its first line and labels behind strokes',
    text: `Compte de chèques;Compte de chèques;****1234;26/11/2026;;1 234,56\n26/11/2026;Virement reçu;Virement SEPA reçu;VIR SEPA RECU /DE ANN ARCHER /MOTIF ${RF} /REF 1;20,00;EUR\n25/11/2026;Prélèvement;Prélèvement SEPA;PRLV SEPA EDF;-1 035,00;EUR\n`,
    currency: 'EUR',
    asks: 'columns',
    lines: [
      ['2026-11-26', '20.00', 'ANN ARCHER'],
      ['2026-11-25', '-1035.00', 'EDF'],
    ],
    proofs: { balance: '' },
  },
  {
    name: 'Polish, with descriptions that go on in columns without names',
    text: `"Data operacji","Data waluty","Typ transakcji","Kwota","Waluta","Saldo po transakcji","Opis transakcji","",""\n"2026-11-26","2026-11-26","Przelew na rachunek","+20.00","PLN","+120.00","Rachunek nadawcy: 12 1140","Nazwa nadawcy: ANN ARCHER","Tytuł: ${RF}"\n"2026-11-25","2026-11-25","Opłata","-5.00","PLN","+100.00","Tytuł: OPŁATA","",""\n`,
    currency: 'PLN',
    lines: [
      ['2026-11-26', '20.00', 'ANN ARCHER'],
      ['2026-11-25', '-5.00', null, 'fee'],
    ],
    proofs: { running_balance: '120.00' },
  },
  {
    name: 'with an amount whose name says more, found by its cells',
    text: `Date,Counterparty name,Amount incl. all taxes and fees of the card,Currency,Reference,Status\n2026-11-26,Ann Archer,20.00,EUR,${RF},settled\n2026-11-25,Shop,-35.00,EUR,,declined\n`,
    currency: 'EUR',
    asks: 'columns',
    lines: [
      ['2026-11-26', '20.00', 'Ann Archer'],
      ['2026-11-25', '-35.00', 'Shop', 'pending'],
    ],
    proofs: { balance: '' },
  },
];

for (const { name, text, account, currency, asks, lines, proofs } of BANKS) {
  test(`a table is read that nobody showed: ${name}`, async () => {
    const { statements, questions } = await readBankFile(null, Buffer.from(text), {});
    const [statement] = statements;
    assert.ok(statement && statements.length === 1);
    if (account !== undefined) assert.equal(statement.account, account);
    assert.equal(statement.currency, currency ?? null);
    assert.deepEqual(
      questions.map(({ key }) => key),
      asks === undefined ? [] : [asks],
    );
    const mark = (line: (typeof statement.lines)[number]) =>
      line.isUnreadable ? 'unreadable' : line.isPending ? 'pending' : line.kind === 'payment' ? undefined : line.kind;
    assert.deepEqual(
      statement.lines.map((line) => [line.bookedOn, line.amount, line.payer, mark(line)]),
      lines.map(([day, amount, payer, marked]) => [day, amount, payer, marked]),
    );
    assert.ok(statement.lines.some(({ texts }) => texts.join(' ').includes(RF)));
    const shown = statement.proofs.map(({ kind, holds, found }) => [
      kind,
      holds === null ? '' : `${holds ? '' : 'not '}${found}`,
    ]);
    assert.deepEqual(shown, Object.entries(proofs));
  });
}
