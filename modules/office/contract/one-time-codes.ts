/** One-time codes (RFC 6238) and recovery codes. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { closedObject, component, dataOf, opaqueValue } from '../../../contract/src/values.ts';

export const TotpEnrolment = component('TotpEnrolment', 'A secret that takes effect once a code confirms it.', {
  secret: Type.String({ description: 'Base32, for typing into the app. Shown only here.' }),
  otpauth_uri: Type.String({ description: 'The same as an otpauth:// URI, for a QR code.' }),
});
export type TotpEnrolment = Static<typeof TotpEnrolment>;

export const beginTotp = consoleOperation('beginTotp', {
  route: 'POST /totp/enrolment',
  access: 'session',
  recentPassword: true,
  isWayIn: true,
  status: 201,
  answer: dataOf(TotpEnrolment),
  errors: ['state_conflict'],
});

export const RecoveryCodes = component('RecoveryCodes', 'Ten codes for use when the app is lost.', {
  recovery_codes: Type.Array(Type.String(), { description: 'Each code can be used once. Shown only here.' }),
});
export type RecoveryCodes = Static<typeof RecoveryCodes>;
const RecoveryCodesAnswer = dataOf(RecoveryCodes);

export const confirmTotp = consoleOperation('confirmTotp', {
  route: 'POST /totp',
  access: 'session',
  recentPassword: true,
  isWayIn: true,
  body: component('TotpConfirmation', 'A current code.', {
    code: opaqueValue(6, 6, 'Six digits.', { examples: ['492039'] }),
  }),
  answer: RecoveryCodesAnswer,
  errors: ['state_conflict', 'rate_limited'],
  example: { code: '492039' },
});

export const disableTotp = consoleOperation('disableTotp', {
  route: 'DELETE /totp',
  access: 'session',
  recentPassword: true,
  isWayIn: true,
  answer: closedObject({ data: closedObject({ totp_enabled: Type.Literal(false) }) }),
  errors: ['state_conflict'],
});

export const renewRecoveryCodes = consoleOperation('renewRecoveryCodes', {
  route: 'POST /totp/recovery-codes',
  access: 'session',
  recentPassword: true,
  isWayIn: true,
  status: 201,
  answer: RecoveryCodesAnswer,
  errors: ['state_conflict'],
});
