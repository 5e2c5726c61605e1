import fc from 'fast-check';
import { ByteWriter, mostQuoted } from './byte-writer';

const written = (write: (writer: ByteWriter) => void, expected = 0): string => {
  const writer = new ByteWriter(Buffer.alloc(expected));
  write(writer);
  return writer.bytes.toString();
};

function quoted(text: string): string {
  const from = Buffer.from(`<${text}>`);
  return written((writer) => {
    writer.room(mostQuoted(from.length - 2));
    writer.quoted(from, 1, from.length - 1);
  });
}

describe('text written as bytes', () => {
  it('is quoted as JSON.stringify quotes it', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(quoted(text)).toBe(JSON.stringify(text))));
    const all = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).join('');
    expect(quoted(all)).toBe(JSON.stringify(all));
    for (const one of all) expect(quoted(one)).toBe(JSON.stringify(one));
  });

  it('has room for what is quoted, whatever has to be escaped', () => {
    expect(quoted('\u0001'.repeat(10_000))).toBe(`"${'\\u0001'.repeat(10_000)}"`);
  });

  it.each([0, 100, 1_000_000])('is what was copied, short or long (%i expected)', (expected) => {
    const pieces = ['', 'a', 'é'.repeat(20), 'ö'.repeat(25), '😀'.repeat(10_000)];
    const text = written((writer) => {
      for (const piece of pieces) {
        const bytes = Buffer.from(`-${piece}-`);
        writer.room(bytes.length + 1);
        writer.copy(bytes, 1, bytes.length - 1);
        writer.byte(0x2c);
      }
    }, expected);
    expect(text).toBe(pieces.map((piece) => `${piece},`).join(''));
  });
});
