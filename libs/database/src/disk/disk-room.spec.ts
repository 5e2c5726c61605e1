import { Logger } from '@nestjs/common';
import { DiskRoom } from './disk-room';

const failure = (code: string, message = 'x') => Object.assign(new Error(message), { code });
const FULL = failure('53100', 'could not extend file "base/5/16384": No space left on device');

describe('the room on the disk of the database', () => {
  let answer: () => Promise<void>;
  let probes: number;
  let glances: number;
  let told: boolean[];
  let room: DiskRoom;

  beforeEach(() => {
    jest.useFakeTimers();
    Logger.overrideLogger(false);
    [answer, probes, told] = [async () => undefined, 0, []];
    glances = 0;
    room = new DiskRoom(
      () => {
        probes++;
        return answer();
      },
      () => {
        glances++;
        return answer();
      },
    );
    room.onChange((isFull) => told.push(isFull));
  });
  afterEach(() => {
    room.close();
    jest.useRealTimers();
  });

  it('is there until a write fails for want of it', () => {
    room.note(failure('23505'));
    room.note(failure('53300', 'too many clients'));
    room.note(failure('53100', 'could not resize shared memory segment: No space left on device'));
    expect(() => room.requireRoom()).not.toThrow();
    room.note(FULL);
    expect(() => room.requireRoom()).toThrow(expect.objectContaining({ code: '53100' }));
    expect(told).toEqual([true]);
  });

  it.each([FULL, failure('58030', 'could not write to log: No space left on device'), { driverError: FULL }])(
    'is gone after %p',
    (error) => {
      room.note(error);
      expect(room.isFull).toBe(true);
    },
  );

  it('is asked for by one probe every 5 s, however many writes fail, until that succeeds', async () => {
    answer = () => Promise.reject(FULL);
    for (let n = 0; n < 10; n++) room.note(FULL);
    await jest.advanceTimersByTimeAsync(14_999);
    expect([probes, room.isFull]).toEqual([2, true]);
    answer = () => Promise.reject(failure('ECONNREFUSED'));
    await jest.advanceTimersByTimeAsync(5_000);
    expect([probes, room.isFull]).toEqual([3, true]);
    answer = async () => undefined;
    await jest.advanceTimersByTimeAsync(5_000);
    expect([probes, room.isFull, told]).toEqual([4, false, [true, false]]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(probes).toBe(4);
    expect(() => room.requireRoom()).not.toThrow();
  });

  it('is left to the writes where no probe can be made', async () => {
    answer = () => Promise.reject(failure('42P01', 'relation "disk_probe" does not exist'));
    room.note(FULL);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(room.isFull).toBe(false);
  });

  it('is looked at when it starts and every half minute where nothing is written, and by the probe alone once it is gone', async () => {
    room.watch();
    await jest.advanceTimersByTimeAsync(60_000);
    expect([glances, probes, room.isFull]).toEqual([3, 0, false]);
    answer = () => Promise.reject(failure('55P03', 'lock timeout'));
    await jest.advanceTimersByTimeAsync(30_000);
    expect(room.isFull).toBe(false);
    answer = () => Promise.reject(FULL);
    await jest.advanceTimersByTimeAsync(30_000);
    expect([room.isFull, told]).toEqual([true, [true]]);
    const before = glances;
    await jest.advanceTimersByTimeAsync(60_000);
    expect([glances, probes]).toEqual([before, 12]);
  });

  it('is asked for no more after the end', async () => {
    room.note(FULL);
    room.close();
    room.note(FULL);
    await jest.advanceTimersByTimeAsync(60_000);
    expect([probes, room.isFull]).toEqual([0, false]);
  });
});
