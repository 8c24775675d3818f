/** What the codes and the bank's words of a camt entry say a movement is. */
import type { CamtElement } from './camt-part.ts';
import { kindByGermanCode, kindByIso, kindBySwift } from './return-marks.ts';
import type { BankLineKind } from './types.ts';
import { kindOfWords } from './words.ts';

/**
 * A mark of a return comes before every code, and a code before the bank's words. What the payer wrote says nothing: a
 * payment may speak of a refund.
 */
export function kindOfCamt(entry: CamtElement, detail: CamtElement, isReversal: boolean): BankLineKind {
  if (isReversal || entry.present.has('RtrInf') || detail.present.has('RtrInf')) return 'return';
  const kinds = [detail, entry].flatMap((part) => [kindByCodes(part), kindByProprietary(part)]);
  const byCode = kinds.find((kind) => kind !== undefined);
  const words = [entry.texts.get('AddtlNtryInf'), detail.texts.get('AddtlTxInf')];
  const [byWords] = words.flatMap((text) => (text === undefined ? [] : (kindOfWords(text) ?? [])));
  if (byCode !== undefined) return byCode;
  // A code that names an ordinary transfer leaves only the return to the words.
  const isOrdinary = /^(?:RCDT|ICDT|RRCT|IRCT|RDDT|IDDT)$/.test(entry.texts.get('BkTxCd/Domn/Fmly/Cd') ?? '');
  return byWords === undefined || (isOrdinary && byWords !== 'return') ? 'payment' : byWords;
}

function kindByCodes({ texts }: CamtElement): BankLineKind | undefined {
  const [domain = '', family = '', subFamily = ''] = ['Cd', 'Fmly/Cd', 'Fmly/SubFmlyCd'].map((name) =>
    texts.get(`BkTxCd/Domn/${name}`),
  );
  return kindByIso(domain, family, subFamily);
}

/** `NTRF+166+9248+992`: SWIFT's type, and the German banks' code. */
function kindByProprietary({ texts }: CamtElement): BankLineKind | undefined {
  const [swift = '', german = ''] = (texts.get('BkTxCd/Prtry/Cd') ?? '').split('+');
  const byGerman = /^\d{3}$/.test(german) ? kindByGermanCode(german) : undefined;
  return byGerman ?? (/^N[A-Z]{3}$/.test(swift) ? kindBySwift(swift.slice(1)) : undefined);
}
