/** Messages of SWIFT's MT940 and MT942, from a text to fields. */
import { refuseControls } from './texts.ts';

export interface MtField {
  /** `20`, `28C`, `60F`, `61`, `86`, … */
  readonly tag: string;
  /** Lines of the field, the first without its tag. */
  readonly lines: readonly string[];
  /** In the file, from 1. */
  readonly line: number;
}

export interface MtMessage {
  /** The text before the first field: SWIFT's blocks, or lines of the bank's own. */
  readonly head: string;
  readonly fields: readonly MtField[];
  /** Its end is in the file; only a message in SWIFT's blocks must have one. */
  readonly isClosed: boolean;
}

const FIELD = /^(?:\{4:)?:(\d{2,3}[A-Z]?|NS):(.*)$/;
/** Ends a message: a line of one hyphen, or the end of SWIFT's text block. */
const END = /^-\}?(?:\s*\{5:.*)?\s*$/;
const OPENING = new Set(['60F', '60M']);
/** Some transfers leave SWIFT's frames in the file: start and end of a message, the end of a DOS file. */
const FRAMES = ['\u0001', '\u0003', '\u001a', '\u0000'];

/** Whether a text is of this format: a statement's number and an account, a balance or an entry begin lines. */
export function isMt(text: string): boolean {
  const tags = new Set(text.matchAll(/^(?:\{.{0,300}\{4:)?:(\d{2}[A-Z]?):/gm).map(([, tag]) => tag));
  return ['60F', '60M', '61', '34F', '90C', '90D'].some((tag) => tags.has(tag)) && (tags.has('20') || tags.has('25'));
}

/**
 * @param text with any line ends
 * @throws BankFileFault at a control character
 */
export function readMtMessages(text: string): MtMessage[] {
  const messages: { head: string; fields: { tag: string; lines: string[]; line: number }[]; isClosed: boolean }[] = [];
  let head: string[] = [];
  let message: (typeof messages)[number] | undefined;
  let field: { tag: string; lines: string[]; line: number } | undefined;
  let bare = text;
  for (const frame of FRAMES) bare = bare.replaceAll(frame, '');
  for (const [at, raw] of bare.split(/\r\n|\n|\r/).entries()) {
    const line = raw.replace(/^\{.*\{4:(?=:|$)/, (blocks) => {
      head.push(blocks);
      return '';
    });
    refuseControls(line, at + 1);
    const [, tag, value = ''] = FIELD.exec(line) ?? [];
    if (tag !== undefined && tag.length >= 3 && /^\d{3}$/.test(tag)) {
      // `:940:` names the format.
      head.push(line);
    } else if (tag !== undefined) {
      if (!message || begins(tag, message.fields)) {
        message = { head: head.join('\n'), fields: [], isClosed: false };
        messages.push(message);
        head = [];
      }
      field = { tag, lines: [value], line: at + 1 };
      message.fields.push(field);
    } else if (END.test(line)) {
      if (message) message.isClosed = true;
      message = undefined;
      field = undefined;
    } else if (field) {
      field.lines.push(line);
    } else if (line.trim() !== '') {
      head.push(line.slice(0, 300));
    }
  }
  return messages;
}

/** A message has one reference, one account and one opening balance. */
function begins(tag: string, fields: readonly MtField[]): boolean {
  const has = (wanted: (tag: string) => boolean) => fields.some((field) => wanted(field.tag));
  if (tag === '20') return has(() => true);
  return (tag === '25' && has((one) => one === tag)) || (OPENING.has(tag) && has((one) => OPENING.has(one)));
}
