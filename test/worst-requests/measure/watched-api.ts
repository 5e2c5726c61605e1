import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import type { Cost, WorstRequest } from './request';
import { send } from './send';

const PROBE = resolve(__dirname, '../fixtures/loop-probe.cjs');

/** An API that is held for longer is ended. */
const MOST_HOLD_MS = 30_000;

type Measured = Pick<Cost, 'growthMb' | 'holdMs'>;

interface During<Result> {
  readonly cost: Measured;
  readonly result: Result;
}

/** The built API with a probe in it that tells what each request cost. */
export class WatchedApi {
  private probe: Socket | undefined;

  private constructor(
    readonly service: RunningService,
    readonly admin: RestClient,
    private readonly folder: string,
  ) {}

  static async start(): Promise<WatchedApi> {
    const folder = mkdtempSync(join(tmpdir(), 'loop-probe-'));
    const environment = {
      NODE_OPTIONS: `--require=${PROBE}`,
      LOOP_PROBE: join(folder, 'socket'),
      VALIDATION_WAIT: '0',
    };
    const service = await RunningService.start({ environment, workers: 0 });
    return new WatchedApi(service, await service.client(), folder);
  }

  /** What a request costs; one that ends the API costs it without end, and the API is started again. */
  async cost(request: WorstRequest, mode: 'swept' | 'warm' = 'warm'): Promise<Cost> {
    await this.ask(`begin ${mode}`);
    const start = performance.now();
    const status = await send(this.service.baseUrl, this.admin.token, request);
    const tookMs = performance.now() - start;
    try {
      return { ...(await this.ask<Measured>('end')), status, tookMs };
    } catch {
      await this.restart();
      return { holdMs: Infinity, growthMb: Infinity, status: 'the API ended', tookMs };
    }
  }

  /** What the process took while something else was done to it. */
  async during<Result>(work: () => Promise<Result>): Promise<During<Result>> {
    await this.ask('begin swept');
    const result = await work();
    return { cost: await this.ask<Measured>('end'), result };
  }

  /** As `during`, done again, twice at most, where others had to wait for longer: once may be what a neighbour of the machine did. */
  async duringCalm<Result>(mostMs: number, work: () => Promise<Result>): Promise<During<Result>> {
    let done = await this.during(work);
    for (let times = 0; times < 2 && done.cost.holdMs >= mostMs; times++) done = await this.during(work);
    return done;
  }

  async stop(): Promise<void> {
    this.probe?.destroy();
    await this.service.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async restart(): Promise<void> {
    this.probe?.destroy();
    this.probe = undefined;
    await this.service.kill('api');
    rmSync(join(this.folder, 'socket'), { force: true });
    await this.service.startApi();
  }

  private async ask<Answer>(command: string): Promise<Answer> {
    const probe = (this.probe ??= await this.connect());
    if (probe.destroyed) throw new Error('the API has ended');
    const done = new AbortController();
    probe.write(command);
    try {
      const [answer] = (await Promise.race([once(probe, 'data', done), gone(probe, done)])) as [Buffer];
      return JSON.parse(String(answer)) as Answer;
    } finally {
      done.abort();
    }
  }

  private async connect(): Promise<Socket> {
    const socket = connect(join(this.folder, 'socket'));
    await once(socket, 'connect');
    return socket.on('error', () => socket.destroy());
  }
}

async function gone(probe: Socket, until: { readonly signal: AbortSignal }): Promise<never> {
  await Promise.race([once(probe, 'close', until), wait(MOST_HOLD_MS, undefined, until)]);
  throw new Error('the API has ended, or is held for too long');
}
