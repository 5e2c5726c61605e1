import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { CursorCodec } from './cursor';

const codec = new CursorCodec(Buffer.alloc(32, 7));
const scope = 'tables?database=shop&include=all';
const cursor = codec.encode({ scope, keys: ['orders', 42], direction: 'after' });

describe('CursorCodec', () => {
  it('gives back what went in, for every JSON value as a key', () => {
    const payloads = fc.record({
      scope: fc.string({ unit: 'grapheme' }),
      keys: fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.maxSafeInteger(), fc.boolean(), fc.constant(null))),
      direction: fc.constantFrom('before' as const, 'after' as const),
    });
    fc.assert(
      fc.property(payloads, (payload) => expect(codec.decode(codec.encode(payload), payload.scope)).toEqual(payload)),
    );
  });

  it('gives back what another process made, and what it read before', () => {
    const other = new CursorCodec(Buffer.alloc(32, 7));
    const payload = { scope, keys: ['orders', 42], direction: 'after' };
    for (let time = 0; time < 3; time++) expect(other.decode(cursor, scope)).toEqual(payload);
    expect(() => other.decode(cursor, `${scope}&owner=a`)).toThrow(/other filters/);
  });

  it('needs no encoding in a URL', () => {
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it('does not tell its scope', () => {
    expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.toContain('database');
  });

  it('refuses every change of one character, at every place', () => {
    for (let at = 0; at < cursor.length; at += 1) {
      for (const other of ['A', 'B', '_', '-', '=', ' ', '']) {
        if (cursor[at] === other) continue;
        const bent = cursor.slice(0, at) + other + cursor.slice(at + 1);
        expect(() => codec.decode(bent, scope)).toThrow(/was changed/);
      }
    }
  });

  it.each([
    ['', 'nothing'],
    ['AAAA', 'too short'],
    [`${cursor}=`, 'padding'],
    [`${cursor}AA`, 'something behind it'],
    [cursor.replace(/.{4}$/, ''), 'a cut'],
    ['A'.repeat(100_000), 'a long text'],
    [randomBytes(64).toString('base64url'), 'noise'],
    [Buffer.from('{"keys":[]}').toString('base64url'), 'one of its own making'],
  ])('refuses %s (%s) with 400', (text) => {
    expect(() => codec.decode(text, scope)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
  });

  it('refuses a cursor of a list with other filters, and says so', () => {
    expect(() => codec.decode(cursor, `${scope}&owner=a`)).toThrow(/other filters/);
  });

  it('refuses a cursor that was made with another key', () => {
    expect(() => new CursorCodec(Buffer.alloc(32, 8)).decode(cursor, scope)).toThrow(/was changed/);
  });

  it('asks for a key that cannot be guessed', () => {
    expect(() => new CursorCodec(Buffer.alloc(8))).toThrow(/8 bytes/);
  });
});
