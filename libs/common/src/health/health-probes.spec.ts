import { HealthProbes } from './health-probes';
import { notReady, READY } from './health-report';

describe('the probes of a process', () => {
  it('are ready while all that is needed is, and degraded without what is wanted', async () => {
    const states = { database: READY, search: READY };
    const probes = new HealthProbes({
      needed: { database: async () => states.database },
      wanted: { search: async () => states.search },
    });
    expect(await probes.ready()).toEqual({ code: 200, body: { status: 'ready', parts: states } });
    states.search = notReady('not available');
    expect(await probes.ready()).toEqual({ code: 200, body: { status: 'degraded', parts: states } });
    states.database = notReady('not available');
    expect(await probes.ready()).toEqual({ code: 503, body: { status: 'not ready', parts: states } });
    expect(probes.live()).toEqual({ code: 200, body: { status: 'alive' } });
  });

  it('say why a process has not started, and that it has from then on', async () => {
    let database = notReady('not available');
    const probes = new HealthProbes({ needed: { database: async () => database } });
    expect(await probes.started()).toEqual({ code: 503, body: { status: 'not ready', parts: { database } } });
    database = READY;
    expect(await probes.started()).toEqual({ code: 200, body: { status: 'started' } });
    database = notReady('not available');
    expect(await probes.started()).toEqual({ code: 200, body: { status: 'started' } });
    expect((await probes.ready()).code).toBe(503);
  });
});
