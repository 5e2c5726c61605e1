import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { usageError } from './cli-error';

/**
 * Reads a line that is typed, of which the terminal shows nothing; where there is no terminal, all of the input.
 * @throws {CliError} usage where nothing is typed
 */
export async function readSecret(
  prompt: string,
  input: NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY'>>,
  output: NodeJS.WritableStream,
): Promise<Buffer> {
  if (input.isTTY !== true) return buffer(input);
  // What is typed is echoed by the editor of the line, and here to nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const editor = createInterface({ input, output: nowhere, terminal: true });
  // Behind it: from then on the terminal itself echoes nothing, either.
  output.write(prompt);
  try {
    return Buffer.from(await typedLine(editor));
  } finally {
    editor.close();
    output.write('\n');
  }
}

function typedLine(editor: ReturnType<typeof createInterface>): Promise<string> {
  return new Promise((typed, failed) => {
    editor.once('line', typed);
    for (const end of ['SIGINT', 'close']) editor.once(end, () => failed(usageError('nothing was typed')));
  });
}
