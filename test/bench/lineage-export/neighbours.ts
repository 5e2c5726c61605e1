import { LoadGenerator } from '../load/load-generator';
import type { Slice } from '../load/load-message';
import type { BenchApi } from '../stack/bench-api';

const TARGET = 'others';
/** Others' requests: far below what the service can do alone. */
const RATE = 100;
const CONNECTIONS = 4;

/** Whoever else is served: single tables by name, at a fixed rate. */
export class Neighbours {
  private constructor(private readonly generator: LoadGenerator) {}

  static async start({ port, client }: BenchApi, fqns: readonly string[]): Promise<Neighbours> {
    const generator = await LoadGenerator.start();
    const requests = fqns.map((fqn) => ({
      path: `/api/v1/tables/name/${encodeURIComponent(fqn)}`,
      expects: fqn,
      conditional: false,
    }));
    await generator.prepare(TARGET, { port, headers: { Authorization: `Bearer ${client.token}` }, requests });
    return new Neighbours(generator);
  }

  run(ms: number): Promise<Slice> {
    return this.generator.run({ target: TARGET, connections: CONNECTIONS, ms, rate: RATE });
  }

  stop(): void {
    this.generator.stop();
  }
}
