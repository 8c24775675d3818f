/** The six files of CES that Komunitin's social service takes: members, posts and transfers in hundredths of an hour. */
import { csvLines } from '@timebank/contract/csv';
import type { CodedAccount, CodedBooks, CodedTransfer, KomunitinInput } from './komunitin.ts';

const SECONDS_PER_HUNDREDTH = 36;
const USER_COLUMNS =
  'uid,password,usertype,firstname,surname,orgname_long,address1,address2,address3,postcode,subarea,phone_h,phone_w,phone_m,email,website,bio,language_short,locked,credit_limit,debit_limit,date_created,date_edited';
const TRADE_COLUMNS =
  'txid,type,seller,buyer,seller_nid,buyer_nid,seller_amount,buyer_amount,seller_levy,buyer_levy,seller_levyrate,buyer_levyrate,base_amount,description,date_entered,date_edited,entered_by,who_entered,interface';
const ADVERT_COLUMNS =
  'id,uid,ad_type,category,title,description,keywords,talent_rate,hide,date_added,date_expires,date_edited,image';
const EXCHANGE_COLUMNS =
  'xid,nid,short_name,full_title,location,province,country_code,web_address,map_address,currency_name,currency_name_plural,concurrency_symbol,levy_rate,conversion_rate,language_short,exchange_email,nid_psw,CredLim,DebLim';
const ANNOUNCEMENT_COLUMNS = 'ID,Title,Description,Owner,DateAdded,DateEvent,DateExpiry,Keep';
const OPENING_COLUMNS = 'payer,payee,description,amount';
/** What the app there takes at once. */
const OPENING_ROWS_MAX = 100;

type Cell = string | number;

/** The files by name. A partner has no account there: what it credited comes from the fund. */
export function cesFiles(input: KomunitinInput, books: CodedBooks): Record<string, string> {
  const fundCode = `${input.code}0000`;
  const uidOf = ({ kind, code }: CodedAccount) => (kind === 'settlement' ? fundCode : code);
  const trades = books.transfers.map((transfer, at) => {
    const hundredths = Math.round(transfer.seconds / SECONDS_PER_HUNDREDTH);
    return { ...transfer, txid: at + 1, hundredths, seller: uidOf(transfer.payee), buyer: uidOf(transfer.payer) };
  });
  const counting = trades.filter(({ hundredths, seller, buyer }) => hundredths > 0 && seller !== buyer);
  const users = books.accounts.filter(({ kind }) => kind !== 'settlement');
  const balances = new Map(users.map(({ code }) => [code, 0]));
  for (const { seller, buyer, hundredths } of counting) {
    balances.set(seller, (balances.get(seller) ?? 0) + hundredths);
    balances.set(buyer, (balances.get(buyer) ?? 0) - hundredths);
  }
  const amounts = (hundredths: number) => {
    const amount = inHours(hundredths);
    return [amount, amount, '0.00', '0.00', '0.00', '0.00', amount];
  };
  return {
    'exchanges.csv': table(EXCHANGE_COLUMNS, [exchangeRow(input)]),
    'users.csv': table(
      USER_COLUMNS,
      users.map((account) => userRow(input, account)),
    ),
    'balances.csv': table(
      'uid,balance',
      [...balances].map(([uid, balance]) => [uid, inHours(balance)]),
    ),
    'transactions.csv': table(
      TRADE_COLUMNS,
      counting.map(({ txid, seller, buyer, hundredths, description, day }) => [
        ...[txid, 'sess', seller, buyer, '', '', ...amounts(hundredths), description],
        ...[`${day} 12:00:00`, `${day} 12:00:00`, fundCode, 'a', 'timebank'],
      ]),
    ),
    'adverts.csv': table(ADVERT_COLUMNS, advertRows(input, books)),
    'announcements.csv': table(ANNOUNCEMENT_COLUMNS, []),
  };
}

/** The opening balances as payments for the app there, in files that it takes. */
export function openingFiles({ transfers }: CodedBooks): Record<string, string> {
  const rows = transfers.flatMap(({ kind, payer, payee, description, seconds }: CodedTransfer) => {
    const hundredths = Math.round(seconds / SECONDS_PER_HUNDREDTH);
    return kind === 'opening' && hundredths > 0 ? [[payer.code, payee.code, description, inHours(hundredths)]] : [];
  });
  const files: Record<string, string> = {};
  for (let at = 0; at === 0 || at < rows.length; at += OPENING_ROWS_MAX) {
    const number = at === 0 ? '' : `-${at / OPENING_ROWS_MAX + 1}`;
    files[`openings${number}.csv`] = table(OPENING_COLUMNS, rows.slice(at, at + OPENING_ROWS_MAX));
  }
  return files;
}

function exchangeRow({ code, community, url, accounts }: KomunitinInput): Cell[] {
  const { host } = new URL(url);
  const limit = Math.max(0, ...accounts.map(({ limitSeconds }) => limitSeconds ?? 0));
  return [
    ...[code, '', community.slug, community.name, community.name, '', '', host, '', 'Hour', 'Hours', 'h'],
    ...['0', '1', 'en', '', '', '0', Math.round(limit / 3600)],
  ];
}

function userRow({ community }: KomunitinInput, account: CodedAccount): Cell[] {
  const { kind, code, name, status, email, language, joinedOn, createdAt, limitSeconds } = account;
  const [first = '', ...rest] = kind === 'chest' ? ['Fund', community.name] : name.trim().split(/\s+/);
  const names = kind === 'organisation' ? ['', '', name] : [first, rest.join(' '), ''];
  const type = kind === 'chest' ? 'adm' : kind === 'organisation' ? 'org' : 'ind';
  const since = `${joinedOn ?? createdAt.toISOString().slice(0, 10)} 00:00:00`;
  return [
    ...[code, '', type, ...names, '', '', '', '', '', '', '', '', email ?? '', '', '', language?.slice(0, 2) ?? 'en'],
    ...[status === 'active' ? 0 : 1, 0, Math.round((limitSeconds ?? 0) / 3600), since, since],
  ];
}

function advertRows({ listings, now }: KomunitinInput, { accounts }: CodedBooks): Cell[][] {
  const codes = new Map(accounts.map(({ id, code }) => [id, code]));
  const expires = `${now.getUTCFullYear() + 1}-12-31`;
  return listings.map((listing, at) => {
    const { accountId, type, category, title, description, estimatedSeconds, status, createdAt } = listing;
    const added = `${createdAt.toISOString().slice(0, 10)} 00:00:00`;
    const rate = estimatedSeconds === null ? '' : inHours(Math.round(estimatedSeconds / SECONDS_PER_HUNDREDTH));
    const kind = type === 'service' ? 'o' : 'w';
    return [
      ...[at + 1, codes.get(accountId) ?? '', kind, category, title, description, '', rate],
      ...[status === 'active' ? 0 : 1, added, expires, added, ''],
    ];
  });
}

function inHours(hundredths: number): string {
  const size = Math.abs(hundredths);
  return `${hundredths < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`;
}

/** Each row has as many cells as the first, and one line: the importer stops at any other. */
function table(columns: string, rows: readonly (readonly Cell[])[]): string {
  const width = columns.split(',').length;
  const lines = rows.map((row) => {
    if (row.length !== width) throw new Error(`a row of ${row.length} cells instead of ${width}`);
    return row.map((cell) => ({
      written: String(cell)
        .replaceAll(/\s*[\r\n]+\s*/g, ' ')
        .trim(),
    }));
  });
  return csvLines([columns.split(','), ...lines]).replaceAll('\r\n', '\n');
}
