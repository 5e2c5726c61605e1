import { healthReport } from './health-report';
import type { HealthParts, HealthReport } from './health-report';

/** What a probe is answered over HTTP. */
export interface HealthAnswer {
  readonly code: 200 | 503;
  readonly body: HealthReport | { readonly status: 'alive' | 'started' };
}

const ALIVE: HealthAnswer = { code: 200, body: { status: 'alive' } };
const STARTED: HealthAnswer = { code: 200, body: { status: 'started' } };

/** The three questions that whoever runs a process asks it, each process with parts of its own: one shape for all of them. */
export class HealthProbes {
  private hasStarted = false;

  constructor(private readonly parts: HealthParts) {}

  report(): Promise<HealthReport> {
    return healthReport(this.parts);
  }

  /** /livez: it answers. */
  live(): HealthAnswer {
    return ALIVE;
  }

  /** /readyz: 200 while it serves, also where it serves less; the body tells of every part in any case. */
  async ready(): Promise<HealthAnswer> {
    const body = await this.report();
    return { code: body.status === 'not ready' ? 503 : 200, body };
  }

  /** /startupz: as /readyz until it was ready for the first time, then 200 whatever becomes of its parts. */
  async started(): Promise<HealthAnswer> {
    if (this.hasStarted) return STARTED;
    const answer = await this.ready();
    if (answer.code !== 200) return answer;
    this.hasStarted = true;
    return STARTED;
  }
}
