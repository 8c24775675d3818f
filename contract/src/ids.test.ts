import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeId, encodeId, ID_PREFIXES } from './ids.ts';

// The valid vectors published with the TypeID specification.
const VECTORS = [
  ['00000000-0000-0000-0000-000000000000', '00000000000000000000000000'],
  ['00000000-0000-0000-0000-000000000001', '00000000000000000000000001'],
  ['00000000-0000-0000-0000-00000000000a', '0000000000000000000000000a'],
  ['00000000-0000-0000-0000-000000000010', '0000000000000000000000000g'],
  ['00000000-0000-0000-0000-000000000020', '00000000000000000000000010'],
  ['ffffffff-ffff-ffff-ffff-ffffffffffff', '7zzzzzzzzzzzzzzzzzzzzzzzzz'],
  ['0110c853-1d09-52d8-d73e-1194e95b5f19', '0123456789abcdefghjkmnpqrs'],
  ['01890a5d-ac96-774b-bcce-b302099a8057', '01h455vb4pex5vsknk084sn02q'],
] as const;

test('the published TypeID vectors are encoded and decoded', () => {
  for (const [uuid, suffix] of VECTORS) {
    assert.equal(encodeId('usr', uuid), `usr_${suffix}`);
    assert.equal(decodeId('usr', `usr_${suffix}`), uuid);
  }
});

test('every UUID survives the way out and back, under every prefix', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ID_PREFIXES), fc.uuid(), (prefix, uuid) => {
      assert.equal(decodeId(prefix, encodeId(prefix, uuid)), uuid);
    }),
  );
});

test('ids sort like their UUIDs, so keyset order is the same on both sides', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (a, b) => {
      assert.equal(encodeId('usr', a) < encodeId('usr', b), a < b);
    }),
  );
});

test('anything but the canonical form is no id', () => {
  const id = 'usr_01h455vb4pex5vsknk084sn02q';
  const malformed = [
    '',
    'usr_',
    'usr',
    id.slice(4),
    id.slice(0, -1),
    `${id}0`,
    ` ${id}`,
    id.toUpperCase(),
    `lst_${id.slice(4)}`,
    `usr-${id.slice(4)}`,
    'usr_81h455vb4pex5vsknk084sn02q',
    'usr_zzzzzzzzzzzzzzzzzzzzzzzzzz',
    'usr_01h455vb4pex5vsknk084sn02u',
    'usr_01h455vb4pex5vsknk084sn02i',
    'usr_01h455vb4pex5vsknk084sn02\u{e9}',
    'usr_01h455vb4pex5vsknk084sn02\u{ff11}',
    '01890a5d-ac96-774b-bcce-b302099a8057',
    'usr_01h455vb4pex5vsknk084sn0\u{d83d}q',
  ];
  for (const text of malformed) assert.equal(decodeId('usr', text), undefined, JSON.stringify(text));
});

test('arbitrary text never decodes to something that encodes differently', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      const uuid = decodeId('usr', text);
      if (uuid !== undefined) assert.equal(encodeId('usr', uuid), text);
    }),
  );
});

test('encoding something that is no UUID throws', () => {
  for (const text of ['', 'x', '01890a5d-ac96-774b-bcce-b302099a805', '01890A5D-AC96-774B-BCCE-B302099A8057']) {
    assert.throws(() => encodeId('usr', text), TypeError);
  }
});
