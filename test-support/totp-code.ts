/** What the app of an administrator shows. */
import { Secret, TOTP } from 'otpauth';

/** The code of a secret at a time. */
export function totpCode(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
}
