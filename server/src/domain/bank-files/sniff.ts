/** Which format a text is of, by its beginning: names of files say nothing. */
import { isMt } from './mt-message.ts';

export type SniffedFormat = 'camt' | 'mt' | 'ofx' | 'qif' | 'norma43' | 'cfonb120' | 'web_page' | 'xml' | 'table';

const HEAD = 4000;
const CAMT = /<(?:[\w.-]{1,40}:)?(?:BkToCstmrStmt|BkToCstmrAcctRpt|BkToCstmrDbtCdtNtfctn)[\s>/]/;

/** @param text without a byte order mark */
export function sniffFormat(text: string): SniffedFormat {
  const start = text.slice(0, HEAD).trimStart();
  if (start.startsWith('<')) {
    if (CAMT.test(text)) return 'camt';
    if (/<\?OFX\s|<OFX>/i.test(start)) return 'ofx';
    if (start.includes('urn:schemas-microsoft-com:office:spreadsheet')) return 'web_page';
    if (/<(?:!doctype\s+html|html|table|body|head)[\s>]/i.test(start)) return 'web_page';
    return 'xml';
  }
  if (/^OFXHEADER\s*:/i.test(start) || /<OFX>/i.test(start)) return 'ofx';
  if (/^!(?:Type|Account|Option|Clear)\b/i.test(start)) return 'qif';
  if (isMt(text)) return 'mt';
  if (/^(?:00.{4,78}\r?\n)?11\d{18}\d{12}[12]\d{14}\d{3}/.test(start)) return 'norma43';
  if (/^01\d{5}.{4}\d{5}[A-Z]{3}\d/.test(start)) return 'cfonb120';
  return 'table';
}
