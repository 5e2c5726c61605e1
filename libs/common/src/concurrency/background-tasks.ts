import type { Fault } from './periodic-task';

/** Work of a process besides its requests and jobs. Nothing runs before `start`. */
export interface BackgroundTask {
  start(): void | Promise<void>;
  /** Resolves when the active work has ended. */
  stop(): Promise<void>;
  /** The work that fails each time: the health of the process shows it. */
  readonly faults: readonly Fault[];
}

/** The background tasks of a process: each application lists its own and starts them only here. */
export class BackgroundTasks implements BackgroundTask {
  constructor(private readonly tasks: readonly BackgroundTask[]) {}

  get faults(): readonly Fault[] {
    return this.tasks.flatMap(({ faults }) => faults);
  }

  /** Sequentially, in the order of the list. */
  async start(): Promise<void> {
    for (const task of this.tasks) await task.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.tasks.map((task) => task.stop()));
  }
}
