/** A text is no schema of its language at all: nothing of it is read. */
export class TextFault extends Error {
  constructor(
    message: string,
    /** The index of the character, where it is known. */
    readonly at?: number,
  ) {
    super(message);
    this.name = 'TextFault';
  }
}

/** `line 3, column 7` of the character at an index. */
export function placeIn(text: string, at: number): string {
  const before = text.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (let end = before.indexOf('\n'); end >= 0; end = before.indexOf('\n', end + 1)) line++;
  return `line ${line}, column ${at - start + 1}`;
}
