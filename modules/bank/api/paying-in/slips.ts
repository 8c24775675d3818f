/** GET /communities/{slug}/members/{memberId}/payment-slip and /communities/{slug}/payment-slips */

import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { MemberLanguage } from '@timebank/contract';
import { encodeId, hoursFromSeconds } from '@timebank/contract';
import type { CommunityDeps, CommunityHandler } from '../../../../console/desk/call.ts';
import { SLIPS_MAX } from '../../../../console/desk/contract/routes.ts';
import { memberIdOf } from '../../../../console/desk/named-member.ts';
import { refusal, stateConflict } from '../../../../core/base/refusal.ts';
import { dayOf } from '../../../../core/base/time.ts';
import { FIRST_ID } from '../../../../core/database/keyset.ts';
import type { Queryable } from '../../../../core/database/query.ts';
import { pricedHours } from '../../../../core/partners/rates/rate.ts';
import type { getPaymentSlip, PaymentSlip, printPaymentSlips, SlipSheet } from '../../contract/paying-in.ts';
import { type PayingMember, selectChosenMembers, selectPayingMembers } from '../../domain/paying-in/queries.ts';
import { payloadOf, readSlipTerms, type SlipTerms } from '../../domain/paying-in/slip-terms.ts';
import { drawCode, drawCorners, emptySheet, grouped, type Measure, type Sheet, setText } from './sheet.ts';
import { decimalIn, type SlipFacts, setHead } from './slip-head.ts';
import { swissSheet } from './swiss-sheet.ts';
import { SLIP_WORDS } from './words.ts';

export const getPaymentSlipHandler: CommunityHandler<typeof getPaymentSlip> = async (call, deps) => {
  const { communityId, name: community } = call.membership;
  const [member] = await readChosen(deps.database.reads, communityId, [memberIdOf(call.params.memberId)]);
  if (!member) throw unknownMember();
  const terms = await termsOf(deps, communityId, call.query);
  const { measure } = await openPrinter();
  const language = call.query.language ?? member.language;
  const sheet = sheetOf(terms, member, { community, language }, measure);
  return { data: presentSlip(terms, member, sheet, language) };
};

export const printPaymentSlipsHandler: CommunityHandler<typeof printPaymentSlips> = async (call, deps) => {
  const { communityId, name: community } = call.membership;
  const { member: one, members: several, after, joined_from: joinedFrom = null } = call.query;
  const terms = await termsOf(deps, communityId, call.query);
  const chosen = [one ?? [], several?.split(',') ?? []].flat();
  if (chosen.length > SLIPS_MAX) throw tooMany(chosen.length);
  const found =
    chosen.length > 0
      ? await readChosen(
          deps.database.reads,
          communityId,
          chosen.map((id) => memberIdOf(id.trim())),
        )
      : await selectPayingMembers(deps.database.heavy, {
          communityId,
          afterId: after === undefined ? FIRST_ID : memberIdOf(after),
          joinedFrom,
          limit: SLIPS_MAX + 1,
        });
  const members = found.slice(0, SLIPS_MAX);
  const { measure, print } = await openPrinter();
  const sheets: Sheet[] = [];
  for (const member of members) {
    sheets.push(sheetOf(terms, member, { community, ...call.query }, measure));
    // Other requests are answered between two pages.
    await setImmediate();
  }
  const reference = chosen.length === 1 ? members[0]?.paymentReference : undefined;
  const name = reference ? `payment-slip-${reference}.pdf` : `payment-slips-${call.membership.slug}.pdf`;
  const last = members.at(-1);
  const next = found.length > SLIPS_MAX && last ? encodeId('usr', last.id) : null;
  const pdf = await print(sheets, name.replace(/\.pdf$/, ''));
  return { data: { name, pdf: pdf.toString('base64'), slips: sheets.length, next } };
};

const termsOf = (
  { database, clock }: CommunityDeps,
  communityId: number,
  wishes: Parameters<typeof readSlipTerms>[3],
) => readSlipTerms(database.reads, communityId, dayOf(clock.now()), wishes);

/**
 * In the order of the ids, each once.
 * @throws Refusal user_not_found, state_conflict where a member's data is erased
 */
async function readChosen(on: Queryable, communityId: number, memberIds: readonly string[]): Promise<PayingMember[]> {
  const rows = new Map((await selectChosenMembers(on, { communityId, memberIds })).map((row) => [row.id, row]));
  return [...new Set(memberIds)].map((id) => {
    const member = rows.get(id);
    if (!member) throw unknownMember();
    if (member.isErased) throw stateConflict('data_erased', `The data of member ${encodeId('usr', id)} is erased.`);
    return member;
  });
}

const unknownMember = () => refusal('user_not_found', 'This community has no such member.');

function tooMany(count: number) {
  const message = `At most ${SLIPS_MAX} slips are printed at once, and these are ${count} members.`;
  return refusal('validation_failed', message, [{ field: 'members', code: 'too_many', message }]);
}

interface Look {
  readonly community: string;
  readonly language?: MemberLanguage | undefined;
}

function sheetOf(terms: SlipTerms, member: PayingMember, { community, language }: Look, measure: Measure): Sheet {
  const { name, paymentReference: reference } = member;
  const { address, kind, ...rest } = terms;
  const payload = payloadOf(terms, reference);
  const facts = { ...rest, reference, community, member: name, language: language ?? member.language };
  if (kind === 'swiss' && address && payload !== null) return swissSheet({ ...facts, address, payload }, measure);
  return plainSheet({ ...facts, payload }, measure);
}

function presentSlip(terms: SlipTerms, member: PayingMember, sheet: Sheet, language: MemberLanguage): PaymentSlip {
  const { kind, holder, iban, currency, amount, rate, seconds } = terms;
  const priced = rate && pricedHours(rate);
  return {
    ...{ user_id: encodeId('usr', member.id), name: member.name, reference: member.paymentReference },
    ...{ account: iban, account_holder: holder, currency, amount },
    hours: seconds === null ? null : hoursFromSeconds(seconds),
    rate: priced ? { hours: priced.hours, per_amount: priced.perAmount } : null,
    ...{ code: kind, payload: payloadOf(terms, member.paymentReference), language, sheet },
  };
}

// Sheets as a PDF, with letters that every reader has: the font is part of the file.

/** Arimo has the shapes and widths of Liberation Sans, one of the fonts that the QR-bill allows. */
const FONTS = () => ({
  regular: import.meta.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf'),
  bold: import.meta.resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf'),
});
const POINTS_PER_MM = 72 / 25.4;

/** Measures letters, and makes one PDF. */
export interface Printer {
  readonly measure: Measure;
  /** @param title of the document, for the reader's window */
  readonly print: (sheets: readonly SlipSheet[], title: string) => Promise<Buffer>;
}

/** The library is loaded with the first slip: most processes print none. */
export async function openPrinter(): Promise<Printer> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({ autoFirstPage: false, margin: 0 });
  for (const [name, address] of Object.entries(FONTS())) {
    document.registerFont(name, await readFile(fileURLToPath(address)));
  }
  const font = (size: number, bold: boolean) => document.font(bold ? 'bold' : 'regular', size);
  return {
    measure: (text, size, bold) => font(size, bold).widthOfString(text) / POINTS_PER_MM,
    async print(sheets, title) {
      document.info.Title = title;
      const chunks: Buffer[] = [];
      const ended = new Promise((resolve, reject) => document.on('end', resolve).on('error', reject));
      document.on('data', (chunk: Buffer) => chunks.push(chunk));
      for (const sheet of sheets) {
        draw(document, sheet);
        // Other requests are answered between two pages.
        await setImmediate();
      }
      document.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

function draw(document: PDFKit.PDFDocument, { width, height, shapes, lines, texts }: SlipSheet): void {
  const mm = POINTS_PER_MM;
  document.addPage({ size: [width * mm, height * mm], margin: 0 });
  for (const { path, x, y, scale, colour } of shapes) {
    document
      .save()
      .translate(x * mm, y * mm)
      .scale(scale * mm)
      .path(path)
      .fill(colour)
      .restore();
  }
  document.fillColor('black').strokeColor('black');
  for (const { x1, y1, x2, y2, width } of lines) {
    document
      .lineWidth(width)
      .moveTo(x1 * mm, y1 * mm)
      .lineTo(x2 * mm, y2 * mm)
      .stroke();
  }
  for (const { text, x, y, size, bold } of texts) {
    document
      .font(bold ? 'bold' : 'regular', size)
      .text(text, x * mm, y * mm, { lineBreak: false, baseline: 'alphabetic' });
  }
}

// A slip of A6 with the EPC code, or without one where apps know none.

const [WIDTH, HEIGHT, MARGIN] = [148, 105, 10];
const SIDE = 44;
const LABEL = { size: 7, leading: 9.5 };
const VALUE = { size: 10, leading: 12 };
const STRONG = { ...VALUE, bold: true };

/** @param facts.payload null: no code */
export function plainSheet(facts: SlipFacts & { readonly payload: string | null }, measure: Measure): Sheet {
  const words = SLIP_WORDS[facts.language];
  const sheet = emptySheet(WIDTH, HEIGHT);
  const width = facts.payload === null ? WIDTH - 2 * MARGIN : WIDTH - 3 * MARGIN - SIDE;
  const head = setHead(sheet, measure, facts, { x: MARGIN, y: 8, width: WIDTH - 2 * MARGIN, scale: 1 });
  const top = Math.max(head + 4, 33);
  let y = top;
  const set = (label: string, value: string, style: typeof VALUE) => {
    y = setText(sheet, measure, label, { x: MARGIN, y, width }, LABEL);
    y = setText(sheet, measure, value, { x: MARGIN, y, width, linesMax: 3 }, style) + 1.5;
  };
  set(words.holder, facts.holder, VALUE);
  set('IBAN', grouped(facts.iban), VALUE);
  set(words.reference, grouped(facts.reference), STRONG);
  const amount = facts.amount === null ? '' : ` ${decimalIn(facts.language, facts.amount)}`;
  set(words.amount, `${facts.currency}${amount}`, VALUE);
  if (facts.amount === null) drawCorners(sheet, MARGIN + 12, y - 7, 40, 8);
  if (facts.payload !== null) {
    const x = WIDTH - MARGIN - SIDE;
    drawCode(sheet, facts.payload, x, top, SIDE);
    setText(sheet, measure, words.scan, { x, y: top + SIDE + 2, width: SIDE }, LABEL);
  }
  const hint = facts.payload === null ? `${words.noCode} ${words.hint}` : words.hint;
  setText(sheet, measure, hint, { x: MARGIN, y: HEIGHT - 13, width: WIDTH - 2 * MARGIN }, LABEL);
  return sheet;
}
