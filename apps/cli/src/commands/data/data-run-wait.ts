import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Option } from 'commander';
import { CliError } from '../../cli-error';
import { wholeNumber } from '../../command-line/shared-options';
import type { CatalogClient } from '../../connection/catalog-client';
import { curedRefusal, type DataRun, isOpen } from './data-run';
import { readEvents, type ServerEvent } from './run-events';

/** One day: a longer wait is assumed to be a mistake. */
const LONGEST_WAIT_S = 86_400;
/** Short runs end within it and need no stream; the wait also shows that no worker reads the source. */
const WAIT_OF_A_REQUEST_S = 1;
/** Between two lines about how far a run is. */
const TELL_MS = 2_000;
/** Before a stream that was cut off is opened again. */
const AGAIN_MS = 250;

/** The option of commands that wait for data runs. */
export const WAIT = new Option('--wait <SECONDS>', 'How long to wait for the end; 0: only ask for it')
  .default(300)
  .argParser(wholeNumber(0, LONGEST_WAIT_S));

/** A question to a source. */
interface AskedRun {
  /** The path of the POST, below `/api/v1`. */
  readonly path: string;
  readonly body?: object;
  /** The beginning of the lines about it. */
  readonly label: string;
  /** For messages. */
  readonly what: string;
  /** The service, where a refusal may say that its data is not read. */
  readonly service: string;
}

/** Asks for data runs and follows them until they have ended, all within one deadline. */
export class DataRunWait {
  private readonly deadline: number;

  constructor(
    private readonly service: CatalogClient,
    /** Seconds; 0: does not wait. */
    readonly waitS: number,
    private readonly progress: (line: string) => void,
  ) {
    this.deadline = Date.now() + waitS * 1000;
  }

  get isAwaited(): boolean {
    return this.waitS > 0;
  }

  /** The run as it ended, or as it is at the deadline. @throws {CliError} refused */
  async run(asked: AskedRun): Promise<DataRun> {
    let run = await this.started(asked);
    if (!this.isAwaited || !isOpen(run)) return run;
    this.progress(`${asked.label}: ${run.status.toLowerCase()}, run ${run.id}`);
    const path = `/dataRuns/${run.id}`;
    const lines = new ProgressLines(asked.label, this.progress, run.status);
    while (this.leftMs() > 0) {
      await this.follow(`${path}/events`, asked.what, lines);
      run = await this.service.json<DataRun>({ path, what: asked.what });
      if (!isOpen(run)) break;
      await pause(Math.min(AGAIN_MS, this.leftMs()));
    }
    return run;
  }

  private async started({ path, body, what, service }: AskedRun): Promise<DataRun> {
    const answer = await this.service.send({
      ...{ method: 'POST', path, body, what, idempotencyKey: randomUUID(), accept: [404, 409] },
      headers: { prefer: this.isAwaited ? `wait=${WAIT_OF_A_REQUEST_S}` : 'respond-async' },
    });
    if (answer.status < 300) return answer.body as DataRun;
    throw curedRefusal(what, answer, service);
  }

  /** Prints events until the run ends, the stream does, or the time is over; starts after the last printed event. */
  private async follow(path: string, what: string, lines: ProgressLines): Promise<void> {
    const headers = {
      accept: 'text/event-stream',
      ...(lines.last === undefined ? {} : { 'last-event-id': lines.last }),
    };
    try {
      const content = await this.service.content({ path, what, headers, limitMs: this.leftMs() });
      for await (const event of readEvents(content)) lines.tell(event);
    } catch (error) {
      // The stream was cut off or refused, or its time is over: the next read of the run shows the same, or its state.
      if (!(error instanceof CliError)) throw error;
    }
  }

  private leftMs(): number {
    return Math.max(0, this.deadline - Date.now());
  }
}

/** How far a run is: its states, and its progress now and then. */
class ProgressLines {
  /** The id of the last event. */
  last: string | undefined;
  private toldAt = 0;

  /** @param lastStatus that was printed last */
  constructor(
    private readonly label: string,
    private readonly progress: (line: string) => void,
    private lastStatus: string,
  ) {}

  tell({ id, event, data }: ServerEvent): void {
    this.last = id ?? this.last;
    const { status, done, total, current } = JSON.parse(data || '{}') as Readonly<Record<string, string | undefined>>;
    // The stream begins with the first event of the run: events before the printed status are not new.
    if (event === 'state' && status !== undefined && status !== 'Queued' && status !== this.lastStatus) {
      this.lastStatus = status;
      this.progress(`${this.label}: ${status.toLowerCase()}`);
    }
    if (event !== 'progress' || Date.now() - this.toldAt < TELL_MS) return;
    this.toldAt = Date.now();
    this.progress(`${this.label}: ${done} of ${total}${current === undefined ? '' : `, ${current}`}`);
  }
}
