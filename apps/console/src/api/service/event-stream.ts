import { ApiError } from './api-error';
import { authorizedFetch } from './client';

/** One event of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export interface StreamEvent {
  readonly event: string;
  readonly id?: string;
  readonly data: unknown;
}

/** Reads one block of lines; undefined for a comment, which only is a sign of life. */
export function parseEvent(block: string): StreamEvent | undefined {
  let event = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, name, value = ''] = /^([^:]+):? ?(.*)$/.exec(line) ?? [];
    if (name === 'event') event = value;
    else if (name === 'id') id = value;
    else if (name === 'data') data.push(value);
  }
  if (data.length === 0) return undefined;
  return { event, data: JSON.parse(data.join('\n')) as unknown, ...(id === undefined ? {} : { id }) };
}

/** How often a cut connection is taken up again before it is an error. */
const MOST_ATTEMPTS = 5;
const PAUSE_MS = 1_000;

/**
 * Hands each event over until the server ends the stream or the signal is aborted. By fetch, since an EventSource can send no token. A
 * cut connection goes on behind the last event.
 *
 * @throws ApiError where the stream is refused, or stays cut
 */
export async function followEvents(
  path: string,
  hear: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  let last: string | undefined;
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    const headers = { accept: 'text/event-stream', ...(last === undefined ? {} : { 'last-event-id': last }) };
    try {
      const answer = await authorizedFetch(new Request(new URL(path, location.origin), { headers, signal }));
      if (!answer.ok) throw new ApiError(answer.status, (await answer.json()) as { message?: string });
      await readAll(answer, (event) => {
        last = event.id ?? last;
        attempt = 1;
        hear(event);
      });
      return;
    } catch (error) {
      if (signal.aborted) return;
      const isCut = !(error instanceof ApiError) || error.isPassing;
      if (!isCut || attempt >= MOST_ATTEMPTS) throw error instanceof ApiError ? error : new ApiError(0, undefined);
      await new Promise((done) => setTimeout(done, PAUSE_MS * attempt));
    }
  }
}

/** The server gives a sign of life each five seconds: a connection that is silent for longer is cut. */
const MOST_SILENCE_MS = 16_000;

async function readAll(answer: Response, hear: (event: StreamEvent) => void): Promise<void> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = '';
  for (;;) {
    const part = await beforeSilence(reader);
    if (part.done) return;
    const blocks = (rest + part.value.replaceAll('\r', '')).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event) hear(event);
    }
  }
}

async function beforeSilence(reader: ReadableStreamDefaultReader<string>): Promise<ReadableStreamReadResult<string>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      fail(new Error('The stream is silent'));
      void reader.cancel().catch(() => undefined);
    }, MOST_SILENCE_MS);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}
