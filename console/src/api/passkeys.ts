/** Passkeys of this browser. The library is loaded with the first use. */
import type { WebAuthnError } from '@simplewebauthn/browser';
import type { ConsoleAnswer } from '../../desk/contract/calls.ts';
import type { SignedIn } from '../../desk/contract/session.ts';
import { ApiError, call, type FailureCode } from './call.ts';

/** `address`: passkeys are bound to a host name, and the console was opened by an IP address. */
export type PasskeySupport = 'yes' | 'no' | 'address';

export function passkeySupport(): PasskeySupport {
  const { hostname } = window.location;
  if (/^[\d.]+$|^\[/.test(hostname)) return 'address';
  return 'PublicKeyCredential' in window ? 'yes' : 'no';
}

const library = () => import('@simplewebauthn/browser');

// ES256, EdDSA and RS256: what devices have.
const ALGORITHMS = [-7, -8, -257] as const;

/**
 * Lets the browser make a passkey, and adds it.
 * @throws ApiError
 */
export async function addPasskey(
  person: { name: string; email: string },
  name: string,
): Promise<ConsoleAnswer<'addPasskey'>['data']> {
  const { data } = await call('beginPasskey');
  const { startRegistration } = await library();
  const { id, response } = await asked(
    startRegistration({
      optionsJSON: {
        challenge: data.challenge,
        rp: { id: data.rp_id, name: 'Timebank' },
        user: { id: data.user_id, name: person.email, displayName: person.name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: data.existing.map((known) => ({ type: 'public-key', id: known })),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      },
    }),
  );
  const added = await call('addPasskey', {
    body: {
      name,
      id,
      client_data_json: response.clientDataJSON,
      attestation_object: response.attestationObject,
      transports: response.transports ?? [],
    },
  });
  return added.data;
}

/**
 * Lets the browser sign in with one of its passkeys.
 * @throws ApiError
 */
export async function signInWithPasskey(): Promise<SignedIn> {
  const { data } = await call('beginPasskeySignIn');
  const { startAuthentication } = await library();
  const { id, response } = await asked(
    startAuthentication({
      optionsJSON: { challenge: data.challenge, rpId: data.rp_id, userVerification: 'required' },
    }),
  );
  const body = {
    id,
    client_data_json: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle ?? '',
  };
  try {
    return (await call('signInWithPasskey', { body })).data;
  } catch (error) {
    if (error instanceof ApiError && ['sign_in_failed', 'validation_failed'].includes(error.code)) {
      throw new ApiError('passkey_refused', error.message);
    }
    throw error;
  }
}

/** Turns the browser's failure into an ApiError. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new ApiError(faultOf(error as Error), '');
  }
}

/** Browsers do not tell "cancelled", "too late" and "there is none" apart: all three are NotAllowedError. */
function faultOf(error: Error): FailureCode {
  const { code } = error as Partial<WebAuthnError>;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'passkey_known';
  const cancelled = ['NotAllowedError', 'AbortError'].includes(error.name) || code === 'ERROR_CEREMONY_ABORTED';
  return cancelled ? 'passkey_cancelled' : 'passkey_unfit';
}
