/** The keys of a partner. */
import { phrase } from '../../../console/src/i18n/languages.ts';
import { counted } from '../../../console/src/texts/counted.ts';

export const keys = {
  keys: {
    title: { en: 'Keys', de: 'Öffentliche Schlüssel' },
    lead: {
      en: 'Instead of a client secret, a partner can prove who it is by signing with a key of its own. You register only the public part; the private part stays with the partner.',
      de: 'Statt mit einem Zugangsschlüssel kann sich ein Partner auch ausweisen, indem er mit einem eigenen Schlüssel signiert. Sie hinterlegen nur den öffentlichen Teil; der private bleibt beim Partner.',
    },
    emptyTitle: { en: 'No keys', de: 'Keine öffentlichen Schlüssel' },
    empty: {
      en: 'The partner proves who it is by its client secret. Register its keys when it gives you a key set or an address.',
      de: 'Der Partner weist sich mit seinem Zugangsschlüssel aus. Hinterlegen Sie seine öffentlichen Schlüssel, wenn er Ihnen einen Schlüsselsatz oder eine Adresse nennt.',
    },
    register: { en: 'Register keys', de: 'Schlüssel hinterlegen' },
    replace: { en: 'Replace keys', de: 'Schlüssel ersetzen' },
    end: { en: 'End keys', de: 'Schlüssel beenden' },
    name: { en: 'Key', de: 'Schlüssel' },
    unnamed: { en: 'Unnamed', de: 'Ohne Namen' },
    algorithm: { en: 'Algorithm', de: 'Verfahren' },
    thumbprint: { en: 'Thumbprint', de: 'Fingerabdruck' },
    url: { en: 'Read from', de: 'Gelesen von' },
    fetched: { en: 'Last read', de: 'Zuletzt gelesen' },
    unread: phrase({
      en: (reason: string) =>
        `The last attempt to read the address failed: ${reason} The keys below are the last ones read. They stay valid.`,
      de: (reason) =>
        `Der letzte Versuch, die Adresse zu lesen, ist fehlgeschlagen: ${reason} Unten stehen die zuletzt gelesenen Schlüssel. Sie gelten weiter.`,
    }),
    unreadTitle: { en: 'Address cannot be read', de: 'Adresse nicht lesbar' },
    registerTitle: { en: 'Register keys', de: 'Öffentliche Schlüssel hinterlegen' },
    replaceTitle: { en: 'Replace the keys', de: 'Öffentliche Schlüssel ersetzen' },
    replaceText: {
      en: 'Keys that are missing from the new set stop working at once, and so do their access tokens.',
      de: 'Schlüssel, die im neuen Satz fehlen, gelten ab sofort nicht mehr, ihre Zugriffstokens auch nicht.',
    },
    from: { en: 'Where are the keys?', de: 'Wo stehen die Schlüssel?' },
    sources: {
      url: { en: 'At an address of the partner', de: 'Unter einer Adresse des Partners' },
      jwks: { en: 'In a key set that I paste', de: 'In einem Schlüsselsatz, den ich einfüge' },
    },
    urlLabel: { en: 'Address of the key set', de: 'Adresse des Schlüsselsatzes' },
    urlHint: {
      en: 'Begins with https://. The service reads it now, and again when the partner changes its keys.',
      de: 'Beginnt mit https://. Der Dienst liest sie jetzt und wieder, wenn der Partner seine Schlüssel wechselt.',
    },
    jwksLabel: { en: 'Key set (JWKS)', de: 'Schlüsselsatz (JWKS)' },
    jwksHint: {
      en: 'Public keys only, at most 10, as JSON.',
      de: 'Nur öffentliche Schlüssel, höchstens 10, als JSON.',
    },
    registered: { en: 'The keys are registered.', de: 'Die Schlüssel sind hinterlegt.' },
    endTitle: { en: 'End all keys?', de: 'Alle öffentlichen Schlüssel beenden?' },
    endText: phrase({
      en: (number: number) =>
        `From the next request on, the service rejects ${counted.en(number, 'key', 'keys')} and all access tokens obtained with ${number === 1 ? 'it' : 'them'}.`,
      de: (number) =>
        `Ab der nächsten Anfrage lehnt der Dienst ${counted.de(number, 'Schlüssel', 'Schlüssel')} und alle damit geholten Zugriffstokens ab.`,
    }),
    endLast: {
      en: 'There is no valid client secret. The partner loses all access.',
      de: 'Es gibt keinen gültigen Zugangsschlüssel. Der Partner verliert jeden Zugriff.',
    },
    endKeysOnly: {
      en: '"Keys only" is switched off as well. Valid client secrets work again.',
      de: '„Nur öffentliche Schlüssel“ wird mit ausgeschaltet. Gültige Zugangsschlüssel gelten dann wieder.',
    },
    ended: { en: 'The keys are ended.', de: 'Die Schlüssel sind beendet.' },
    rules: { en: 'What the partner must use', de: 'Was der Partner verwenden muss' },
    keysOnly: { en: 'Keys only', de: 'Nur öffentliche Schlüssel' },
    keysOnlyMeans: {
      en: 'Client secrets are rejected, and so are access tokens obtained with them.',
      de: 'Zugangsschlüssel und damit geholte Zugriffstokens werden abgelehnt.',
    },
    keysOnlyNeeds: { en: 'Register keys first.', de: 'Hinterlegen Sie zuerst öffentliche Schlüssel.' },
    keysOnlyTitle: { en: 'Accept keys only?', de: 'Nur noch öffentliche Schlüssel annehmen?' },
    keysOnlyText: {
      en: 'From the next request on, all client secrets of the partner stop working, and so do all access tokens obtained with them. If the partner does not sign with one of its keys yet, it loses all access.',
      de: 'Ab der nächsten Anfrage gelten alle Zugangsschlüssel des Partners und alle damit geholten Zugriffstokens nicht mehr. Signiert der Partner noch nicht mit einem seiner Schlüssel, verliert er jeden Zugriff.',
    },
    bound: { en: 'Bound tokens only', de: 'Nur gebundene Tokens' },
    boundMeans: {
      en: 'Access tokens that are not bound to a key (DPoP) are rejected.',
      de: 'Zugriffstokens, die nicht an einen Schlüssel gebunden sind (DPoP), werden abgelehnt.',
    },
    boundTitle: { en: 'Accept bound tokens only?', de: 'Nur noch gebundene Tokens annehmen?' },
    boundText: {
      en: 'From the next request on, access tokens that are not bound to a key (DPoP) stop working. If the partner does not bind its tokens yet, it loses all access.',
      de: 'Ab der nächsten Anfrage gelten Zugriffstokens nicht mehr, die nicht an einen Schlüssel gebunden sind (DPoP). Bindet der Partner seine Tokens noch nicht, verliert er jeden Zugriff.',
    },
    switchOn: { en: 'Switch on', de: 'Einschalten' },
    secretsRefused: {
      en: 'Only keys are accepted. Client secrets are rejected.',
      de: 'Nur öffentliche Schlüssel werden angenommen. Zugangsschlüssel werden abgelehnt.',
    },
    keyFault: phrase({
      en: (position: number, reason: string) => `Key ${position}: ${reason}`,
      de: (position, reason) => `Schlüssel ${position}: ${reason}`,
    }),
    faults: {
      required: {
        en: 'Fill in one of the two: an address or a key set.',
        de: 'Geben Sie eins von beiden an: eine Adresse oder einen Schlüsselsatz.',
      },
      too_few_items: {
        en: 'The key set has no usable key.',
        de: 'Der Schlüsselsatz hat keinen brauchbaren Schlüssel.',
      },
      too_many_items: { en: 'A key set has at most 10 keys.', de: 'Ein Schlüsselsatz hat höchstens 10 Schlüssel.' },
      too_long: { en: 'The address is too long.', de: 'Die Adresse ist zu lang.' },
      invalid_characters: {
        en: 'The address contains characters that are not allowed.',
        de: 'Die Adresse enthält Zeichen, die nicht erlaubt sind.',
      },
      invalid_url: {
        en: 'This is not a complete address. It begins with https://.',
        de: 'Das ist keine vollständige Adresse. Sie beginnt mit https://.',
      },
      https_required: { en: 'The address must begin with https://.', de: 'Die Adresse muss mit https:// beginnen.' },
      userinfo_not_allowed: {
        en: 'The address must not contain a user name or password.',
        de: 'Die Adresse darf keinen Benutzernamen und kein Passwort enthalten.',
      },
      fragment_not_allowed: { en: 'The address must not contain a #.', de: 'Die Adresse darf kein # enthalten.' },
      address_not_allowed: {
        en: 'The address leads into a network that is not allowed.',
        de: 'Die Adresse führt in ein Netz, das nicht erlaubt ist.',
      },
      host_not_allowed: { en: 'This host is not allowed.', de: 'Dieser Rechner ist nicht erlaubt.' },
      dns_error: { en: 'The host name was not found.', de: 'Der Rechnername wurde nicht gefunden.' },
      connect_timeout: {
        en: 'The connection could not be made in time.',
        de: 'Die Verbindung kam nicht rechtzeitig zustande.',
      },
      connection_refused: { en: 'The connection was refused.', de: 'Die Verbindung wurde abgelehnt.' },
      connection_failed: { en: 'The connection failed.', de: 'Die Verbindung ist fehlgeschlagen.' },
      tls_error: {
        en: 'The encrypted connection failed. Perhaps the certificate is not valid.',
        de: 'Die verschlüsselte Verbindung ist fehlgeschlagen. Vielleicht ist das Zertifikat ungültig.',
      },
      timeout: { en: 'There was no answer in time.', de: 'Es kam nicht rechtzeitig eine Antwort.' },
      invalid_target: { en: 'The address cannot be called.', de: 'Die Adresse lässt sich nicht aufrufen.' },
      invalid_response: { en: 'The answer was not valid HTTP.', de: 'Die Antwort war kein gültiges HTTP.' },
      http_status: {
        en: 'The answer was an error or a redirect.',
        de: 'Die Antwort war ein Fehler oder eine Weiterleitung.',
      },
      too_large: { en: 'The answer was larger than 64 KB.', de: 'Die Antwort war größer als 64 KB.' },
      invalid_key_set: { en: 'There was no usable key set.', de: 'Dort war kein brauchbarer Schlüsselsatz.' },
      not_stored: {
        en: 'The key set could not be stored. Tell the operator.',
        de: 'Der Schlüsselsatz ließ sich nicht speichern. Sagen Sie es der Person, die den Server betreibt.',
      },
      private_key: {
        en: 'This is a private or secret key. Register only public keys, and tell the partner to replace this one.',
        de: 'Das ist ein privater oder geheimer Schlüssel. Hinterlegen Sie nur öffentliche, und bitten Sie den Partner, diesen zu ersetzen.',
      },
      unsupported_key: {
        en: 'Keys of this kind are not supported. Use EC P-256, RSA or Ed25519, meant for signatures.',
        de: 'Schlüssel dieser Art werden nicht unterstützt. Möglich sind EC P-256, RSA und Ed25519, für Signaturen.',
      },
      invalid_key: {
        en: 'This key is not valid. RSA keys need 2048 to 4096 bits.',
        de: 'Dieser Schlüssel ist ungültig. RSA-Schlüssel brauchen 2048 bis 4096 Bit.',
      },
      repeated: {
        en: 'This key, or its name (kid), occurs twice.',
        de: 'Dieser Schlüssel oder sein Name (kid) kommt zweimal vor.',
      },
    },
    notKeySet: {
      en: 'This is not a key set. Paste the whole text, such as {"keys": […]}.',
      de: 'Das ist kein Schlüsselsatz. Fügen Sie den ganzen Text ein, etwa {"keys": […]}.',
    },
    otherFault: { en: 'The key set was not accepted.', de: 'Der Schlüsselsatz wurde nicht angenommen.' },
  },
};
