/** An event of a stream of server-sent events. */
export interface ServerEvent {
  readonly id?: string;
  readonly event: string;
  /** JSON, as it was sent. */
  readonly data: string;
}

/** Reads a stream of server-sent events; comments are left out, and an event that is cut off at the end. */
export async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncIterable<ServerEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const read = eventOf(block);
      if (read) yield read;
    }
  }
}

function eventOf(block: string): ServerEvent | undefined {
  const fields = new Map(
    block.split('\n').flatMap((line) => {
      const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value] as const];
    }),
  );
  const event = fields.get('event');
  const id = fields.get('id');
  return event === undefined
    ? undefined
    : { event, data: fields.get('data') ?? '', ...(id === undefined ? {} : { id }) };
}
