import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { startScript } from '@app/config';
import type { TcpProxy, Traffic } from './tcp-proxy';
import { until } from '../until';

const DIST = resolve(__dirname, '../../../../dist');

/** Two busy cores: starts take long. */
const START_MS = 180_000;

/** What a supervisor grants, and some more for a busy machine. */
const END_MS = 15_000;

/** Characters of what it writes: a process that went wild must not take the test run with it. */
const KEPT = 4 * 1024 * 1024;

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Epoch ms. */
  readonly at: number;
}

/** The built API or a worker, whose wires a test holds in its hands. */
export class ChaosProcess {
  readonly ended: Promise<Ending>;
  ending: Ending | undefined;
  private written = '';

  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
    private readonly wires: Readonly<Record<Traffic, TcpProxy>>,
  ) {
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => this.keep(data.toString()));
    this.ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.ending = { code, signal, at: Date.now() };
        resolve(this.ending);
      });
    });
  }

  /** Resolves when it is ready, or with `/livez` when it lives. @param dist where it was built, if not here */
  static async start(
    part: 'api' | 'worker',
    port: number,
    environment: Readonly<Record<string, string>>,
    wires: Readonly<Record<Traffic, TcpProxy>>,
    dist = DIST,
    awaited: '/readyz' | '/livez' = '/readyz',
  ): Promise<ChaosProcess> {
    const env = { PATH: process.env.PATH, ...environment };
    // Over the channel it learns when the test run is gone, and ends too.
    const child = spawn(process.execPath, [startScript(part, dist)], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const started = new ChaosProcess(child, port, wires);
    try {
      await until(`${part} is ready`, START_MS, () => started.look(awaited), Boolean);
    } catch (error) {
      // Whatever did start would outlive the test.
      await started.end();
      throw error;
    }
    return started;
  }

  /** Whether it answers, or has met its failpoint already. @throws {Error} where it ended by itself */
  private async look(path: string): Promise<boolean> {
    if (this.ending?.signal || this.isFrozen()) return true;
    if (this.ending) throw new Error(`ended with ${this.ending.code}:\n${this.output}`);
    return this.get(path).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** The last of what it wrote. */
  get output(): string {
    return this.written;
  }

  private keep(text: string): void {
    this.written += text;
    if (this.written.length > 2 * KEPT) this.written = this.written.slice(-KEPT);
  }

  /** @throws {Error} with its last words where it has ended */
  mustLive(): void {
    if (this.ending) throw new Error(`ended with ${JSON.stringify(this.ending)}:\n${this.output.slice(-4_000)}`);
  }

  get(path: string): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}${path}`, { signal: AbortSignal.timeout(5_000) });
  }

  /** One of `validation_run_events_total`. */
  async counted(event: string): Promise<number> {
    const text = await (await this.get('/metrics')).text();
    return Number(new RegExp(`^validation_run_events_total\\{event="${event}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  }

  /** Whether a SIGSTOP has reached it. */
  isFrozen(): boolean {
    try {
      const stat = readFileSync(`/proc/${this.pid}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
    } catch {
      return false;
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Killed where it does not end by itself in time, as a supervisor does. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<Ending> {
    if (this.ending) return this.ending;
    this.child.kill(signal);
    const late = setTimeout(() => this.child.kill('SIGKILL'), END_MS);
    if (this.isFrozen()) this.child.kill('SIGCONT');
    const ending = await this.ended;
    clearTimeout(late);
    return ending;
  }

  cut(...kinds: Traffic[]): void {
    for (const kind of kinds) this.wires[kind].cut(kind);
  }

  swallow(...kinds: Traffic[]): void {
    for (const kind of kinds) this.wires[kind].swallow(kind);
  }

  slow(kind: Traffic, ms: number): void {
    this.wires[kind].delay(ms);
  }

  heal(): void {
    for (const wire of this.all()) wire.heal();
  }

  /** After its end. */
  async drop(): Promise<void> {
    await Promise.all([...this.all()].map((wire) => wire.close()));
  }

  private all(): Set<TcpProxy> {
    return new Set(Object.values(this.wires));
  }
}
