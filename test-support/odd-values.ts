/** Values that a request may hold instead of what it should, as they are sent. */

const UNPAIRED = '\\ud83d';
/** JSON texts that a field may hold instead of what it should. */
export const ODD_JSON: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '-1', '1', '4.35', '0.001', '1.005', '1e400', '-1e400', '1e-400', '1e21'],
  ...['1000000', '1000000.01', '9007199254740993', '123456789012345678901234567890', '1.0', '10e-1', '0.1e1'],
  ...[
    '""',
    '" "',
    '"\\u0000"',
    `"${UNPAIRED}"`,
    `"a${UNPAIRED}"`,
    '"\\ufeff"',
    '"\\u202eabc"',
    '"\\u2028"',
    '"\\uffff"',
  ],
  ...['"😀"', '"Å"', '"1"', '"null"', '"../../etc/passwd"', '"\'; drop table transfers; --"', '"<script>"', '"%00"'],
  ...['[]', '[null]', '[[]]', '[1]', '{}', '{"a":1}', '{"$ref":"#"}', '"NOTPROVIDED"', '"*"', '["*"]', '["*","*"]'],
  ...['"https://127.0.0.1/"', '"http://bank.example/"', '"https://a:b@bank.example/"', '"https://bank.example:0/"'],
  ...['"https://bank.example/#x"', '"https://[::1]/"', '"https://"', '"2026-02-30T00:00:00Z"', '"2026-11-20"'],
  ...['"0000-01-01T00:00:00Z"', '"9999-12-31T23:59:59Z"', '"2026-11-20T00:00:00+99:99"', '"1601-01-01T00:00:00Z"'],
  `"${'x'.repeat(129)}"`,
  `"${'😀'.repeat(501)}"`,
  `"${'y'.repeat(10_000)}"`,
  `[${'"wallet.credited",'.repeat(100)}"*"]`,
  `${'['.repeat(500)}${']'.repeat(500)}`,
];
/** Encoded texts that a parameter may hold instead of what it should. */
export const ODD_TEXTS: readonly string[] = [
  ...['', '+', '%20', '0', '-1', '1', '501', '1.5', '1e3', 'NaN', '00000000001', '9'.repeat(25), 'null', 'true', '[]'],
  ...['%00', 'a%00b', '%ff', '%', '%zz', '%c3', '%ED%A0%80', '%F0%9F%98%80', '%EF%BF%BF', '%E2%80%AE', '%2525'],
  ...[
    '..',
    '.',
    '%2e%2e',
    '%2F',
    '%2f..%2f',
    '%5C',
    ';a=1',
    ':',
    '@',
    '*',
    "'",
    '%22',
    '%3Cscript%3E',
    '%0d%0aX-A:%201',
  ],
  ...['2026-02-30', '2026-11-20', '9999-12-31', '0000-01-01', '0001-01-01', '2026-11-20T09:30:00Z', '-271821-04-20'],
  ...['2026-11-20T09:30:00', '2026-11-20T24:00:00Z', '2026-11-20T09:30:60Z', '9999-12-31T23:59:59.999Z', 'RF18'],
  ...['usr_', 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab', 'USR_01JD3H6M8NFDWTV0K2X9Q4Z7AB', 'usr_zzzzzzzzzzzzzzzzzzzzzzzzzz'],
  ...['crd_01jd3h6m8nfdwtv0k2x9q4z7ab', 'constructor', '__proto__', 'undefined', 'x'.repeat(201), 'x'.repeat(4001)],
];
export const ODD_PARAMETERS: readonly string[] = [
  ...['x=1', 'constructor=1', '__proto__=1', 'toString', '=', '=1', '&&', 'a[]=1', 'access_token=x', 'client_secret=x'],
  ...['%=1', '%00=1', 'per_page=1', 'limit=1', 'limit=0', 'page=1', 'page=2', 'offset=5', 'cursor=x', 'sync_token=x'],
  ...['cursor=%00', 'sync_token=%F0%9F%98%80', '?a=b', `${'k'.repeat(300)}=1`, 'PER_PAGE=1', 'per_page=1&limit=2'],
];
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'LINK'];
export const CONTENT_TYPES: readonly (string | undefined)[] = [
  ...[
    'text/plain',
    'application/json; charset=utf-16',
    'application/json; charset="UTF-8"',
    'APPLICATION/JSON',
    '',
    ';',
  ],
  ...[
    'application/vnd.api+json',
    'application/merge-patch+json',
    'application/x-www-form-urlencoded',
    'application/xml',
  ],
  ...['application/json, text/plain', 'application/json;charset=latin1', 'multipart/form-data; boundary=x', undefined],
];
export const ODD_BODIES: readonly (readonly [what: string, text: string, encoding?: 'latin1'])[] = [
  ['empty', ''],
  ['a space', ' '],
  ['no JSON', 'x'],
  ['half of an object', '{"reference":'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a string', '"x"'],
  ['NaN', '{"hours":NaN}'],
  ['a comma too many', '{"a":1,}'],
  ['two objects', '{}{}'],
  ['empty object', '{}'],
  ['an unknown field', '{"a":1}'],
  ['a repeated field', '{"a":1,"\\u0061":2}'],
  ['own names of objects', '{"__proto__":{"a":1},"constructor":1,"toString":2}'],
  ['a byte order mark', '\ufeff{}'],
  ['a NUL', '\0'],
  ['deep nesting', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ['70 KB', `{"note":"${'x'.repeat(70_000)}"}`],
  ['4,000 unknown fields', `{${Array.from({ length: 4000 }, (_, n) => `"f${n}":1`).join()}}`],
  ['a form', 'grant_type=client_credentials&grant_type=x&%zz=1'],
  ['bytes that are not UTF-8', '{"a":"\xff"}', 'latin1'],
];
export const ODD_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ...([
    ['Accept', 'text/html'],
    ['Accept-Encoding', 'gzip, br'],
    ['If-None-Match', '*'],
    ['Range', 'bytes=0-1'],
  ] as const),
  ...([
    ['Content-Encoding', 'gzip'],
    ['Expect', '200-ok'],
    ['Expect', '100-continue'],
    ['Idempotency-Key', 'x'],
  ] as const),
  ...([
    ['X-Forwarded-Proto', 'http'],
    ['X-Forwarded-For', '::1'],
    ['X-Forwarded-Host', 'evil.example'],
  ] as const),
  ...([
    ['X-HTTP-Method-Override', 'DELETE'],
    ['Cookie', 'session=x'],
    ['Origin', 'https://evil.example'],
  ] as const),
  ...([
    ['X-Request-Id', 'mine'],
    ['DPoP', 'x'],
    ['API-Version', '1.0'],
    ['Upgrade', 'websocket'],
    ['X-Long', 'a'.repeat(17_000)],
  ] as const),
];
export const ODD_ENDS = ['/', '//', '/x', '%20', '.json', ';v=1', '/..', '/.', '%2F', '#x', '/%', '?'];
