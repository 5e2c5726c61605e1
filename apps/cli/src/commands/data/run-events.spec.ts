import { readEvents, type ServerEvent } from './run-events';

async function read(...chunks: readonly string[]): Promise<ServerEvent[]> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
  }
  const events: ServerEvent[] = [];
  for await (const event of readEvents(bytes())) events.push(event);
  return events;
}

describe('events of a run', () => {
  it('are read with their ids, wherever the chunks end', async () => {
    const text =
      'retry: 1000\n\nid: 1\nevent: state\ndata: {"status":"Queued"}\n\n: heartbeat\n\nevent: refused\ndata: {}\n\n';
    const expected = [
      { id: '1', event: 'state', data: '{"status":"Queued"}' },
      { event: 'refused', data: '{}' },
    ];
    expect(await read(text)).toEqual(expected);
    expect(await read(...text)).toEqual(expected);
  });

  it('of a stream that was cut off are whole ones', async () =>
    expect(await read('id: 1\nevent: state\nda')).toEqual([]));
});
