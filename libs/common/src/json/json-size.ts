/** Characters whose JSON form is longer than their UTF-8 form. */
// eslint-disable-next-line no-control-regex -- JSON escapes control characters
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Bytes of a value as JSON, as far as `most`: a value far above a limit is not measured to its end, nor written as text. */
export function jsonBytesUpTo(value: unknown, most: number): number {
  return new JsonSize(most).of(value);
}

class JsonSize {
  private bytes = 0;

  constructor(private readonly most: number) {}

  of(value: unknown): number {
    this.add(value);
    return this.bytes;
  }

  private add(value: unknown): void {
    if (typeof value === 'string') this.bytes += bytesOfText(value);
    else if (Array.isArray(value)) this.addItems(value);
    else if (typeof value === 'object' && value !== null) this.addMembers(value as Record<string, unknown>);
    else this.bytes += String(value).length;
  }

  private addItems(items: readonly unknown[]): void {
    this.bytes += 1 + Math.max(1, items.length);
    for (let at = 0; at < items.length && this.bytes <= this.most; at++) this.add(items[at] ?? null);
  }

  private addMembers(object: Readonly<Record<string, unknown>>): void {
    let members = 0;
    for (const name in object) {
      if (this.bytes > this.most) return;
      const member = object[name];
      if (member === undefined) continue;
      members += 1;
      this.bytes += bytesOfText(name) + 1;
      this.add(member);
    }
    this.bytes += 1 + Math.max(1, members);
  }
}

function bytesOfText(text: string): number {
  return ESCAPED.test(text) ? Buffer.byteLength(JSON.stringify(text)) : Buffer.byteLength(text) + 2;
}
