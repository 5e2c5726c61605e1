import { PassThrough } from 'node:stream';
import { type Framing, MessageLimit } from './message-limit';

/** One byte of length; a body of 255 goes on. */
const FRAMING: Framing = {
  headerBytes: 1,
  bodyBytes: (header) => header[0]! * 10_000,
  goesOn: (body) => body === 2_550_000,
};
const MB = 1024 * 1024;

/** The outcome of parts of these lengths, in chunks of a size. */
async function outcomeOf(lengths: readonly number[], chunk: number, resultBytes = 0): Promise<string> {
  const bytes = Buffer.concat(
    lengths.map((length) => Buffer.concat([Buffer.from([length]), Buffer.alloc(length * 10_000)])),
  );
  const stream = new PassThrough();
  const limit = new MessageLimit(FRAMING);
  limit.watch(stream);
  limit.expect(resultBytes);
  const outcome = new Promise<string>((resolve) => {
    stream.on('error', (error: Error & { reason?: string }) => resolve(`${error.reason}: ${error.message}`));
    stream.on('end', () => resolve('taken'));
  });
  for (let at = 0; at < bytes.length && !stream.destroyed; at += chunk) stream.write(bytes.subarray(at, at + chunk));
  stream.end();
  expect([(await outcome) === 'taken', limit.wasExceeded]).toEqual(limit.wasExceeded ? [false, true] : [true, false]);
  return outcome;
}

describe('the limit of a message', () => {
  it.each([1, 7, 9_999, 10_001, 65_536, 10 * MB])(
    'counts each message by itself, in chunks of %d bytes',
    async (chunk) => {
      expect(await outcomeOf([50, 0, 50, 50, 0, 104], chunk)).toBe('taken');
    },
  );

  it.each([1, 65_536])('refuses a message that announces more, in chunks of %d bytes', async (chunk) => {
    expect(await outcomeOf([1, 105], chunk)).toBe(`tooLarge: A message of the server has more than ${MB} bytes`);
  });

  it('adds what a result may have, and the parts of one message', async () => {
    expect(await outcomeOf([200], MB, MB)).toBe('taken');
    expect(await outcomeOf([255, 10, 255, 0], MB, 2 * MB)).toBe('taken');
    expect(await outcomeOf([255, 100], MB, 2 * MB)).toBe(
      `tooLarge: A message of the server has more than ${2 * MB} bytes`,
    );
  });
});
