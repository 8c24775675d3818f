/** One-time codes (RFC 6238) and recovery codes. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { dataOf, opaqueValue } from '../../../contract/src/values.ts';

const closed = { additionalProperties: false } as const;

export const TotpEnrolment = Type.Object(
  {
    secret: Type.String({ description: 'Base32, for typing into the app. Shown only here.' }),
    otpauth_uri: Type.String({ description: 'The same as an otpauth:// URI, for a QR code.' }),
  },
  { $id: 'TotpEnrolment', ...closed, description: 'A secret that takes effect once a code confirms it.' },
);
export type TotpEnrolment = Static<typeof TotpEnrolment>;

export const beginTotp = consoleOperation({
  id: 'beginTotp',
  route: 'POST /totp/enrolment',
  access: 'session',
  recentPassword: true,
  isWayIn: true,
  status: 201,
  answer: dataOf(TotpEnrolment),
  errors: ['state_conflict'],
});

export const RecoveryCodes = Type.Object(
  { recovery_codes: Type.Array(Type.String(), { description: 'Each code can be used once. Shown only here.' }) },
  { $id: 'RecoveryCodes', ...closed, description: 'Ten codes for use when the app is lost.' },
);
export type RecoveryCodes = Static<typeof RecoveryCodes>;
const RecoveryCodesAnswer = dataOf(RecoveryCodes);

export const confirmTotp = consoleOperation({
  id: 'confirmTotp',
  route: 'POST /totp',
  access: 'session',
  recentPassword: true,
  isWayIn: true,
  body: Type.Object(
    { code: opaqueValue(6, 6, 'Six digits.', { examples: ['492039'] }) },
    { $id: 'TotpConfirmation', ...closed, description: 'A current code.' },
  ),
  answer: RecoveryCodesAnswer,
  errors: ['state_conflict', 'validation_failed', 'rate_limited'],
  example: { code: '492039' },
});

export const disableTotp = consoleOperation({
  id: 'disableTotp',
  route: 'DELETE /totp',
  access: 'session',
  recentPassword: true,
  isWayIn: true,
  answer: Type.Object({ data: Type.Object({ totp_enabled: Type.Literal(false) }, closed) }, closed),
  errors: ['state_conflict'],
});

export const renewRecoveryCodes = consoleOperation({
  id: 'renewRecoveryCodes',
  route: 'POST /totp/recovery-codes',
  access: 'session',
  recentPassword: true,
  isWayIn: true,
  status: 201,
  answer: RecoveryCodesAnswer,
  errors: ['state_conflict'],
});
