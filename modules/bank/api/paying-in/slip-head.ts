/** The part of a slip that is for people: whose it is, and what an hour costs. */
import type { MemberLanguage } from '@timebank/contract';
import { decimalMark } from '../../../../core/communities/language.ts';
import { pricedHours, type Rate } from '../../../../core/partners/rates/rate.ts';
import { grouped, type Measure, type Sheet, setText } from './sheet.ts';
import { SLIP_WORDS } from './words.ts';

export interface SlipFacts {
  readonly language: MemberLanguage;
  readonly community: string;
  readonly member: string;
  readonly holder: string;
  readonly iban: string;
  readonly reference: string;
  readonly currency: string;
  /** Two decimals; null: open. */
  readonly amount: string | null;
  readonly rate: Rate | undefined;
  /** What the amount brings; null: open. */
  readonly seconds: number | null;
}

interface HeadPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Of the letters. */
  readonly scale: number;
}

/** @returns the lower edge */
export function setHead(sheet: Sheet, measure: Measure, facts: SlipFacts, { x, y, width, scale }: HeadPlace): number {
  const words = SLIP_WORDS[facts.language];
  const letters = (size: number, bold = false) => ({ size: size * scale, leading: size * scale * 1.25, bold });
  const column = { x, width, linesMax: 2 };
  const community = setText(sheet, measure, facts.community, { ...column, y }, letters(8));
  const title = setText(
    sheet,
    measure,
    words.title(calledOnPaper(facts)),
    { ...column, y: community + 1 },
    letters(13, true),
  );
  const price = priceWords(facts);
  return price === '' ? title : setText(sheet, measure, price, { ...column, y: title + 1.5 }, letters(9));
}

/** Letters that the font of the PDF has. */
const PRINTABLE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Mn}\p{P}\p{Zs}\p{Nd}&+]*$/u;

/** The member's name, or the reference where the font lacks letters of the name. */
const calledOnPaper = ({ member, reference }: SlipFacts) => (PRINTABLE.test(member) ? member : grouped(reference));

function priceWords({ language, rate, currency, seconds }: SlipFacts): string {
  if (!rate) return '';
  const words = SLIP_WORDS[language];
  const { hours, perAmount } = pricedHours(rate);
  const price = words.rate(hours, `${decimalIn(language, perAmount)} ${currency}`);
  if (seconds === null) return price;
  return `${price}. ${words.brings(new Intl.NumberFormat(language).format(seconds / 3600))}`;
}

/** A decimal text as people write it, whatever number of decimals it has. */
export function decimalIn(language: MemberLanguage, text: string): string {
  const [whole = '', decimals = ''] = text.split('.');
  const written = new Intl.NumberFormat(language).format(BigInt(whole));
  return `${written}${decimalMark(language)}${decimals}`;
}
