import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { relative, resolve } from 'node:path';

const PROJECT = resolve(__dirname, '../../..');

/** Records which files of the project a piece of work enters, by the counts of calls that V8 keeps of each function. */
export class TracedFiles {
  private constructor(private readonly session: Session) {}

  static async start(): Promise<TracedFiles> {
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    return new TracedFiles(session);
  }

  /** Paths below the project of the files of which a function was called during the work, in this process. */
  async during(work: () => Promise<void>): Promise<ReadonlySet<string>> {
    await this.session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await this.session.post('Profiler.takePreciseCoverage');
    const entered = result.filter(({ functions }) =>
      functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)),
    );
    return new Set(entered.map(({ url }) => relative(PROJECT, url.startsWith('file:') ? fileURLToPath(url) : url)));
  }

  async stop(): Promise<void> {
    await this.session.post('Profiler.stopPreciseCoverage');
    this.session.disconnect();
  }
}
