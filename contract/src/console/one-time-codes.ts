/** One-time codes (RFC 6238) and recovery codes. */
import { type Static, Type } from 'typebox';
import { dataOf, opaqueValue } from '../values.ts';
import { consoleOperation } from './operation.ts';

const closed = { additionalProperties: false } as const;
const noBody = { body: undefined, query: {} } as const;

export const TotpEnrolment = Type.Object(
  {
    secret: Type.String({ description: 'Base32, for typing into the app. Shown only here.' }),
    otpauth_uri: Type.String({ description: 'The same as an otpauth:// URI, for a QR code.' }),
  },
  { $id: 'TotpEnrolment', ...closed, description: 'A secret that takes effect once a code confirms it.' },
);
export type TotpEnrolment = Static<typeof TotpEnrolment>;

export const beginTotp = consoleOperation({
  ...noBody,
  id: 'beginTotp',
  tag: 'Session',
  summary: 'Start to protect sign-in with one-time codes (RFC 6238).',
  access: 'session',
  recentPassword: true,
  success: {
    status: 201,
    description: 'Scan it, then confirm with a code.',
    schema: dataOf(TotpEnrolment),
  },
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
  tag: 'Session',
  summary: 'Finish enrolment with a code from the app. Your other sessions end.',
  access: 'session',
  recentPassword: true,
  query: {},
  body: Type.Object(
    { code: opaqueValue(6, 6, 'Six digits.', { examples: ['492039'] }) },
    { $id: 'TotpConfirmation', ...closed, description: 'A current code.' },
  ),
  success: {
    status: 200,
    description: 'Enabled. Store the recovery codes.',
    schema: RecoveryCodesAnswer,
  },
  errors: ['state_conflict', 'validation_failed', 'rate_limited'],
  example: { code: '492039' },
});

export const disableTotp = consoleOperation({
  ...noBody,
  id: 'disableTotp',
  tag: 'Session',
  summary: 'Stop asking for one-time codes.',
  access: 'session',
  recentPassword: true,
  success: {
    status: 200,
    description: 'Disabled.',
    schema: Type.Object({ data: Type.Object({ totp_enabled: Type.Literal(false) }, closed) }, closed),
  },
  errors: ['state_conflict'],
});

export const renewRecoveryCodes = consoleOperation({
  ...noBody,
  id: 'renewRecoveryCodes',
  tag: 'Session',
  summary: 'Replace the recovery codes; the old ones stop working.',
  access: 'session',
  recentPassword: true,
  success: {
    status: 201,
    description: 'Store them.',
    schema: RecoveryCodesAnswer,
  },
  errors: ['state_conflict'],
});
