import type { DoneDimension } from './run-log';
import { RunProgress } from './run-progress';

const schema: DoneDimension = { dimension: 'schema', passed: 1, failed: 0, total: 1 };
const sla: DoneDimension = { dimension: 'sla', latencyMet: true };

describe('the progress of a run', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const telling = () => jest.fn<Promise<boolean>, [readonly DoneDimension[]]>(() => Promise.resolve(true));

  it('tells that the run goes on, if it does, before anything is done', async () => {
    const tell = telling();
    const progress = new RunProgress([], tell);
    await jest.runAllTimersAsync();
    expect(tell.mock.calls).toEqual([[[]]]);
    expect(await progress.settle()).toEqual([]);
    new RunProgress([], tell).settle().catch(() => undefined);
    await jest.runAllTimersAsync();
    expect(tell).toHaveBeenCalledTimes(1);
  });

  it('leaves to the end what is done shortly before it', async () => {
    const tell = telling();
    const progress = new RunProgress([], tell);
    progress.add(schema);
    progress.add(sla);
    expect(await progress.settle()).toEqual([schema, sla]);
    await jest.runAllTimersAsync();
    expect(tell).not.toHaveBeenCalled();
  });

  it('tells together what was done while the rest takes longer, once', async () => {
    const tell = telling();
    const progress = new RunProgress([], tell);
    progress.add(schema);
    progress.add(sla);
    await jest.runAllTimersAsync();
    expect(tell.mock.calls).toEqual([[[schema, sla]]]);
    expect(await progress.settle()).toEqual([]);
  });

  it('tells again what changed since an earlier attempt, and nothing else', async () => {
    const earlier = [
      { total: 1, failed: 0, passed: 1, dimension: 'schema' },
      { ...sla, latencyMet: false },
    ];
    const progress = new RunProgress(earlier as DoneDimension[], telling());
    progress.add(schema);
    progress.add(sla);
    expect(await progress.settle()).toEqual([sla]);
  });

  it('keeps for the end what could not be told', async () => {
    const progress = new RunProgress([], () => Promise.reject(new Error('away')));
    progress.add(schema);
    await jest.runAllTimersAsync();
    progress.add(sla);
    expect(await progress.settle()).toEqual([schema, sla]);
    progress.add({ ...schema, passed: 9 });
    expect(await progress.settle()).toEqual([]);
  });
});
