import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newClientId, newSecret, newToken } from '../../core/partners/secrets.ts';
import { createClient } from './index.ts';

const clientId = newClientId({ kind: 'live', tag: '00000' });
const clientSecret = newSecret('live');
const baseUrl = 'https://timebank.example';

function refusalOf(options: object): string {
  try {
    createClient({ baseUrl, clientId, clientSecret, ...options });
  } catch (error) {
    assert.ok(error instanceof TypeError, String(error));
    return error.message;
  }
  assert.fail(`accepted ${JSON.stringify(options)}`);
}

describe('credentials', () => {
  it('as the service makes them are accepted, live and of a sandbox', () => {
    for (const kind of ['live', 'sandbox'] as const) {
      for (let count = 0; count < 200; count++) {
        createClient({ baseUrl, clientId: newClientId({ kind, tag: '00000' }), clientSecret: newSecret(kind) });
      }
    }
  });

  it('that are wrong are refused before anything is sent, by a sentence that says why and does not hold the secret', () => {
    const altered = `${clientSecret.slice(0, 20)}${clientSecret[20] === 'a' ? 'b' : 'a'}${clientSecret.slice(21)}`;
    for (const [options, words] of [
      [{ clientSecret: undefined }, /^clientSecret is undefined\. Is the environment variable set\?$/],
      [{ clientId: undefined }, /^clientId is undefined/],
      [{ clientSecret: '' }, /^clientSecret is empty/],
      [{ clientId: clientSecret, clientSecret: clientId }, /^clientId is a client secret: .* swapped/],
      [{ clientSecret: clientId }, /^clientSecret is a client id: .* swapped/],
      [{ clientSecret: `${clientSecret}\n` }, /^clientSecret has white space in it.*trim/],
      [{ clientId: ` ${clientId}` }, /^clientId has white space/],
      [{ clientSecret: clientSecret.slice(0, -1) }, /^clientSecret is cut off: .* 48 characters instead of 49/],
      [{ clientId: clientId.slice(0, -3) }, /^clientId is cut off: .* 19 characters instead of 22/],
      [{ clientSecret: `${clientSecret}0` }, /^clientSecret is too long/],
      [{ clientSecret: clientSecret.slice(3) }, /^clientSecret does not begin with tb_cs_/],
      [{ clientSecret: newToken({ kind: 'live', tag: '00000' }) }, /^clientSecret is an access token/],
      [{ clientSecret: `${clientSecret.slice(0, -1)}…` }, /^clientSecret has a character in it that is neither/],
      [{ clientSecret: altered }, /^clientSecret has a wrong character.*checksum/],
      [{ clientSecret: newSecret('sandbox') }, /clientId is of a live community, but clientSecret is of a sandbox/],
    ] as const) {
      const message = refusalOf(options);
      assert.match(message, words);
      const { clientSecret: given } = { clientSecret, ...options };
      assert.ok(!given || !message.includes(given), message);
    }
  });

  it('are a secret or a key, not both and not none', async () => {
    const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ]);
    createClient({ baseUrl, clientId, privateKey: { key: privateKey } });
    assert.match(refusalOf({ privateKey: { key: privateKey } }), /either clientSecret or privateKey/);
    assert.match(
      refusalOf({ clientSecret: undefined, privateKey: { key: publicKey } }),
      /^privateKey\.key must be a private/,
    );
    const weak = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-384' }, false, ['sign', 'verify']);
    assert.match(refusalOf({ dpop: weak }), /^dpop\.privateKey must be .* P-256/);
  });
});

describe('the base URL', () => {
  it('is the origin or the URL of the API, with or without a slash at its end', async () => {
    for (const [given, sentTo] of [
      ['https://timebank.example', 'https://timebank.example/api/partner/v1/oauth/token'],
      ['https://timebank.example/', 'https://timebank.example/api/partner/v1/oauth/token'],
      ['https://timebank.example/api/partner/v1', 'https://timebank.example/api/partner/v1/oauth/token'],
      ['https://timebank.example/api/partner/v1/', 'https://timebank.example/api/partner/v1/oauth/token'],
      ['http://127.0.0.1:8080/proxy', 'http://127.0.0.1:8080/proxy/api/partner/v1/oauth/token'],
    ] as const) {
      const urls: string[] = [];
      const fetch = async (input: string | URL | Request) => {
        urls.push(String(input));
        return Response.json({ access_token: 'token', expires_in: 3600 });
      };
      await createClient({ baseUrl: given, clientId, clientSecret, fetch }).accessToken();
      assert.deepEqual(urls, [sentTo]);
    }
  });

  it('that is none is refused at once', () => {
    for (const wrong of ['', 'timebank.example', 'localhost:8080', undefined, 'ftp://timebank.example']) {
      assert.match(refusalOf({ baseUrl: wrong }), /^baseUrl must be the URL of the service/);
    }
  });
});
