/** An authenticator in software (WebAuthn, ES256, attestation "none"), for what no browser would do. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_CREDENTIAL = 0x40;

/** The differences from an honest browser and authenticator. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the person was verified, by PIN, finger or face. */
  readonly verified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

export interface SoftAuthenticator {
  readonly id: string;
  make(challenge: string, deviation?: Deviation): { id: string; client_data_json: string; attestation_object: string };
  sign(
    challenge: string,
    userHandle: string,
    deviation?: Deviation,
  ): { id: string; client_data_json: string; authenticator_data: string; signature: string; user_handle: string };
}

/** One passkey of an authenticator that counts its signatures. */
export function createSoftAuthenticator(origin: string): SoftAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credential = randomBytes(32);
  const id = credential.toString('base64url');
  let signatures = 0;

  const clientData = (type: string, challenge: string, of: Deviation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: of.origin ?? origin, crossOrigin: false }));

  function authenticatorData(of: Deviation, counter: number, attested: Buffer = Buffer.alloc(0)): Buffer {
    const rpIdHash = sha256(of.rpId ?? new URL(origin).hostname);
    const flags = PRESENT | (of.verified === false ? 0 : VERIFIED) | (attested.length > 0 ? WITH_CREDENTIAL : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(of.counter ?? counter);
    return Buffer.concat([rpIdHash, Buffer.of(flags), count, attested]);
  }

  return {
    id,
    make(challenge, deviation = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE: kty EC2, alg ES256, crv P-256, x, y.
      const key = Buffer.concat([
        Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
        bytes(Buffer.from(x, 'base64url')),
        Buffer.of(0x22),
        bytes(Buffer.from(y, 'base64url')),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, credential.length), credential, key]);
      const attestation = Buffer.concat([
        Buffer.of(0xa3),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.of(0xa0), text('authData')],
        bytes(authenticatorData(deviation, 0, attested)),
      ]);
      return {
        id,
        client_data_json: clientData('webauthn.create', challenge, deviation).toString('base64url'),
        attestation_object: attestation.toString('base64url'),
      };
    },
    sign(challenge, userHandle, deviation = {}) {
      signatures++;
      const client = clientData('webauthn.get', challenge, deviation);
      const data = authenticatorData(deviation, signatures);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id,
        client_data_json: client.toString('base64url'),
        authenticator_data: data.toString('base64url'),
        signature: signature.toString('base64url'),
        user_handle: deviation.userHandle ?? userHandle,
      };
    },
  };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

// CBOR, as far as it is needed here; lengths are as short as they can be.
const text = (value: string) => Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)]);
const bytes = (value: Buffer) =>
  Buffer.concat([value.length < 256 ? Buffer.of(0x58, value.length) : wide(value.length), value]);
const wide = (length: number) => Buffer.of(0x59, length >> 8, length & 255);
