/** What a bank's codes and words say a movement is. */
import type { BankLineKind } from './types.ts';

/** Sub-families of ISO 20022's bank transaction codes for money that goes back. */
const RETURN_SUBFAMILIES = new Set([
  ...['RRTN', 'RPCR', 'RIMB', 'RVRS', 'REIM'],
  ...['UPDD', 'PRDD', 'RCDD', 'UPCT', 'UPCQ', 'UFCQ', 'CQRV', 'RPBC', 'ARET'],
]);
const FEE_SUBFAMILIES = new Set(['CHRG', 'COMM', 'COME', 'COMI', 'COMT', 'FEES', 'TAXE', 'LBCA', 'FLTA', 'INFD']);
const OWN_SUBFAMILIES = new Set(['INTR', 'SWEP', 'ZABA', 'TOPG', 'DSBR', 'CDIS', 'OWNE', 'OWNI']);
/** Codes of the German banks (Geschäftsvorfallcodes). */
const RETURN_CODES = new Set(['108', '109', '159', '181', '182', '183', '184']);
const FEE_CODES = new Set(['805', '806', '807', '808', '809', '810', '811']);
const OWN_CODES = new Set(['814', '820', '833']);
/** Transaction types of SWIFT's field 61. */
const SWIFT_KINDS = new Map<string, BankLineKind>([
  ['RTI', 'return'],
  ['CHG', 'fee'],
  ['COM', 'fee'],
  ['INT', 'own'],
  ['FEX', 'own'],
]);

/** Of ISO 20022's domain, family and sub-family; undefined where they say nothing. */
export function kindByIso(domain: string, family: string, subFamily: string): BankLineKind | undefined {
  if (RETURN_SUBFAMILIES.has(subFamily)) return 'return';
  if (FEE_SUBFAMILIES.has(subFamily)) return 'fee';
  return OWN_SUBFAMILIES.has(subFamily) || domain === 'FORX' || family === 'FTOP' ? 'own' : undefined;
}

/** Of a German bank's code, three digits. */
export function kindByGermanCode(code: string): BankLineKind | undefined {
  if (RETURN_CODES.has(code)) return 'return';
  if (FEE_CODES.has(code)) return 'fee';
  return OWN_CODES.has(code) ? 'own' : undefined;
}

/** Of the three characters behind the first letter of SWIFT's transaction type. */
export const kindBySwift = (type: string): BankLineKind | undefined => SWIFT_KINDS.get(type.toUpperCase());
