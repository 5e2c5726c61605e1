import { AppError } from '@app/common';
import { AdmissionControl } from './admission-control';

/** Tasks that end on request. */
function held() {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    most = Math.max(most, ++running);
    await new Promise<void>((end) => ends.push(end));
    running--;
  };
  return { work, ends, most: () => most, running: () => running };
}

const turn = () => new Promise((next) => setImmediate(next));

describe('AdmissionControl', () => {
  it('lets four in at a time, the others in their order', async () => {
    const gate = new AdmissionControl();
    const { work, ends, most, running } = held();
    const done = Array.from({ length: 10 }, () => gate.pass(work));
    for (let i = 0; i < 10; i++) {
      await turn();
      expect(running()).toBe(Math.min(4, 10 - i));
      ends.shift()?.();
    }
    await Promise.all(done);
    expect(most()).toBe(4);
  });

  it('refuses what would wait too long, says until when, and takes events again afterwards', async () => {
    const gate = new AdmissionControl();
    const { work, ends } = held();
    const settled: Promise<unknown>[] = [];
    let refusal: unknown;
    for (let i = 0; i < 2_000 && !refusal; i++) {
      settled.push(gate.pass(work).catch((error: unknown) => (refusal = error)));
      await Promise.resolve().then(() => Promise.resolve());
    }
    await turn();
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 3 });
    const all = Promise.all(settled);
    let open = true;
    void all.then(() => (open = false));
    while (open) {
      ends.shift()?.();
      await turn();
    }
    const last = gate.pass(() => Promise.resolve('in'));
    await expect(last).resolves.toBe('in');
  });

  it('gives its place back where the work fails', async () => {
    const gate = new AdmissionControl();
    for (let i = 0; i < 20; i++) await expect(gate.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(gate.pass(() => Promise.resolve(1))).resolves.toBe(1);
  });
});
