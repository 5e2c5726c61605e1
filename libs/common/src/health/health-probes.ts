import { healthReport, type HealthParts, type HealthReport } from './health-report';

/** HTTP response of a probe. */
export interface HealthAnswer {
  readonly code: 200 | 503;
  readonly body: HealthReport | { readonly status: 'alive' | 'started' };
}

const ALIVE: HealthAnswer = { code: 200, body: { status: 'alive' } };
const STARTED: HealthAnswer = { code: 200, body: { status: 'started' } };

/** The three health probes of a process; each process supplies its own components. */
export class HealthProbes {
  private hasStarted = false;

  constructor(private readonly parts: HealthParts) {}

  report(): Promise<HealthReport> {
    return healthReport(this.parts);
  }

  /** /livez: the process responds. */
  live(): HealthAnswer {
    return ALIVE;
  }

  /** /readyz: 200 while it serves requests, also if degraded; the body always lists every component. */
  async ready(): Promise<HealthAnswer> {
    const body = await this.report();
    return { code: body.status === 'not ready' ? 503 : 200, body };
  }

  /** /startupz: as /readyz until first ready, then 200 regardless of its components. */
  async started(): Promise<HealthAnswer> {
    if (this.hasStarted) return STARTED;
    const answer = await this.ready();
    if (answer.code !== 200) return answer;
    this.hasStarted = true;
    return STARTED;
  }
}
