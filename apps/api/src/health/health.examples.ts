import type { ReadinessReport } from './readiness';

export const ALIVE = { status: 'alive' } as const;

export const READY_EXAMPLE: ReadinessReport = {
  status: 'ready',
  parts: {
    api: { ready: true },
    database: { ready: true },
    migrations: { ready: true },
    queue: { ready: true },
    search: { ready: true },
  },
};

export const NOT_READY_EXAMPLE: ReadinessReport = {
  status: 'not ready',
  parts: { ...READY_EXAMPLE.parts, queue: { ready: false, reason: 'not available' } },
};
