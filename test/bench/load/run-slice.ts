import { quantile } from '../measure/quantile';
import { Connection, type Answer } from './connection';
import type { Slice, SliceOrder } from './load-message';
import type { PreparedRequest, PreparedTarget } from './prepared-target';

const NANOS_PER_MS = 1e6;
const FAULTS_SHOWN = 5;

interface Asked {
  readonly request: PreparedRequest;
  /** When it was sent, or was due. */
  readonly since: number;
}

/** Sends the target's requests in their order, from its beginning, for a while; then waits for what is under way. */
export class SliceRun {
  private readonly asked = new Map<Connection, Asked>();
  private readonly idle: Connection[] = [];
  private readonly latencies: number[] = [];
  private readonly faults: string[] = [];
  private next = 0;
  private notModified = 0;
  private end = 0;
  private ended: () => void = () => undefined;
  private failed: (error: Error) => void = () => undefined;

  constructor(
    private readonly target: PreparedTarget,
    private readonly order: SliceOrder,
  ) {}

  async run(): Promise<Slice> {
    const finished = new Promise<void>((resolve, reject) => ([this.ended, this.failed] = [resolve, reject]));
    const heard = (answer: Answer, connection: Connection): void => this.heard(answer, connection);
    const opening = Array.from({ length: this.order.connections }, () =>
      Connection.open(this.target.port, heard, (error) => this.failed(error)),
    );
    const connections = await Promise.all(opening);
    const start = now();
    this.end = start + this.order.ms;
    this.begin(connections, start);
    await finished;
    const seconds = (now() - start) / 1000;
    for (const connection of connections) connection.close();
    return this.summary(seconds);
  }

  private begin(connections: readonly Connection[], start: number): void {
    const { rate } = this.order;
    if (rate === undefined) for (const connection of connections) this.ask(connection, now());
    else {
      this.idle.push(...connections);
      this.askWhatIsDue(start, rate);
    }
  }

  /** With a rate: a request whose time has come waits for the next free connection, and its waiting counts. */
  private askWhatIsDue(start: number, rate: number): void {
    for (;;) {
      const due = start + (this.next * 1000) / rate;
      if (due > this.end) return this.finishWhenQuiet();
      if (due > now()) break;
      const connection = this.idle.pop();
      if (!connection) break;
      this.ask(connection, due);
    }
    setTimeout(() => this.askWhatIsDue(start, rate), 1);
  }

  private ask(connection: Connection, since: number): void {
    const request = this.target.requests[this.next++ % this.target.requests.length] as PreparedRequest;
    this.asked.set(connection, { request, since });
    connection.ask(request.bytes);
  }

  private heard(answer: Answer, connection: Connection): void {
    const time = now();
    const { request, since } = this.asked.get(connection) as Asked;
    this.asked.delete(connection);
    this.latencies.push(time - since);
    this.check(answer, request);
    if (this.order.rate !== undefined) this.idle.push(connection);
    else if (time < this.end) return this.ask(connection, time);
    if (time >= this.end) this.finishWhenQuiet();
  }

  private finishWhenQuiet(): void {
    if (this.asked.size === 0) this.ended();
  }

  private check({ status, body }: Answer, { status: wanted, expects, path }: PreparedRequest): void {
    if (status === 304) this.notModified++;
    if (status === wanted && (status === 304 || body.includes(expects))) return;
    if (this.faults.length < FAULTS_SHOWN) {
      const found = status === wanted ? `a body without ${expects.toString()}` : `${status} instead of ${wanted}`;
      this.faults.push(`GET ${path}: ${found}`);
    }
  }

  private summary(seconds: number): Slice {
    const sorted = Float64Array.from(this.latencies).sort();
    return {
      requests: sorted.length,
      notModified: this.notModified,
      perSecond: sorted.length / seconds,
      p50: quantile(sorted, 0.5),
      p95: quantile(sorted, 0.95),
      p99: quantile(sorted, 0.99),
      faults: this.faults,
    };
  }
}

/** In ms, with the precision of the system's clock. */
function now(): number {
  return Number(process.hrtime.bigint()) / NANOS_PER_MS;
}
