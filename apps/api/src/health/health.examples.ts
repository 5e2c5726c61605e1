import type { HealthAnswer, HealthReport } from '@app/common';

type Body = HealthAnswer['body'];

export const ALIVE_EXAMPLE: Body = { status: 'alive' };
export const STARTED_EXAMPLE: Body = { status: 'started' };

export const READY_EXAMPLE: HealthReport = {
  status: 'ready',
  parts: {
    api: { ready: true },
    database: { ready: true },
    migrations: { ready: true },
    queue: { ready: true },
    search: { ready: true },
    disk: { ready: true },
    data: { ready: true },
  },
};

export const NOT_READY_EXAMPLE: HealthReport = {
  status: 'not ready',
  parts: { ...READY_EXAMPLE.parts, database: { ready: false, reason: 'not available' } },
};
