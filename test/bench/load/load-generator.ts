import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadCommand, LoadReply, LoadTarget, Slice, SliceOrder } from './load-message';

/** The generator's process, asked one thing at a time. */
export class LoadGenerator {
  private constructor(private readonly child: ChildProcess) {}

  static async start(): Promise<LoadGenerator> {
    const child = fork(join(__dirname, 'load.main.js'), { serialization: 'advanced' });
    await once(child, 'spawn');
    return new LoadGenerator(child);
  }

  async prepare(name: string, target: LoadTarget): Promise<void> {
    await this.ask({ kind: 'prepare', name, target });
  }

  async run(slice: SliceOrder): Promise<Slice> {
    const reply = await this.ask({ kind: 'run', slice });
    if (!reply.slice) throw new Error('The load generator reported no slice');
    return reply.slice;
  }

  stop(): void {
    if (this.child.connected) this.child.disconnect();
  }

  private async ask(command: LoadCommand): Promise<LoadReply> {
    const ended = new AbortController();
    const exit = once(this.child, 'exit', { signal: ended.signal }).then(([code]) => {
      throw new Error(`The load generator ended with ${String(code)}`);
    });
    exit.catch(() => undefined);
    this.child.send(command);
    try {
      const [reply] = (await Promise.race([once(this.child, 'message'), exit])) as [LoadReply];
      if (reply.error !== undefined) throw new Error(reply.error);
      return reply;
    } finally {
      ended.abort();
    }
  }
}
