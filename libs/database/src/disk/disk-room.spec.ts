import { Logger } from '@nestjs/common';
import { DiskRoom } from './disk-room';

const failure = (code: string, message = 'x') => Object.assign(new Error(message), { code });
const FULL = failure('53100', 'could not extend file "base/5/16384": No space left on device');

/** The sign of processes that share one database. */
class Sign {
  static holder: Sign | undefined;
  static isAway = false;

  isRaised = async () => {
    if (Sign.isAway) throw failure('ECONNREFUSED');
    return Sign.holder !== undefined;
  };
  raise = async () => {
    if (Sign.isAway) throw failure('ECONNREFUSED');
    Sign.holder ??= this;
    return Sign.holder === this;
  };
  lower = async () => {
    if (Sign.holder === this) Sign.holder = undefined;
  };
  close = () => this.lower();
}

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
    [Sign.holder, Sign.isAway] = [undefined, false];
    room = newRoom();
    room.onChange((isFull) => told.push(isFull));
  });
  afterEach(async () => {
    await room.close();
    jest.useRealTimers();
  });

  const newRoom = () =>
    new DiskRoom({
      probe: () => {
        probes++;
        return answer();
      },
      glance: () => {
        glances++;
        return answer();
      },
      sign: new Sign(),
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

  describe('with another process', () => {
    let other: DiskRoom;
    beforeEach(() => {
      other = newRoom();
      other.watch();
    });
    afterEach(() => other.close());

    it('is gone for both within 2 s, probed by one of them, and there again for both', async () => {
      await jest.advanceTimersByTimeAsync(1_000);
      answer = () => Promise.reject(FULL);
      room.note(FULL);
      await jest.advanceTimersByTimeAsync(2_000);
      expect(() => other.requireRoom()).toThrow(expect.objectContaining({ code: '53100' }));
      // It goes by the first one, whatever its own writes say that were under way.
      other.note(FULL);
      await jest.advanceTimersByTimeAsync(11_000);
      expect([probes, other.isFull]).toEqual([2, true]);
      answer = async () => undefined;
      await jest.advanceTimersByTimeAsync(5_000);
      expect([probes, room.isFull, other.isFull]).toEqual([3, false, false]);
    });

    it('is looked for by the one that learns of its want first, where both do at once', async () => {
      answer = () => Promise.reject(FULL);
      room.note(FULL);
      other.note(FULL);
      await jest.advanceTimersByTimeAsync(16_000);
      expect([probes, room.isFull, other.isFull]).toEqual([3, true, true]);
      await room.close();
      await jest.advanceTimersByTimeAsync(2_000);
      // Who said so is gone: a write finds out.
      expect(other.isFull).toBe(false);
      other.note(FULL);
      await jest.advanceTimersByTimeAsync(5_000);
      expect([probes, other.isFull]).toEqual([4, true]);
    });

    it('is known to one that starts later', async () => {
      room.note(FULL);
      await jest.advanceTimersByTimeAsync(0);
      const late = newRoom();
      late.watch();
      await jest.advanceTimersByTimeAsync(0);
      expect(late.isFull).toBe(true);
      await late.close();
    });

    it('stays as it was known while the database is away', async () => {
      answer = () => Promise.reject(FULL);
      room.note(FULL);
      await jest.advanceTimersByTimeAsync(2_000);
      Sign.isAway = true;
      await jest.advanceTimersByTimeAsync(30_000);
      expect([room.isFull, other.isFull]).toEqual([true, true]);
      expect(probes).toBeGreaterThan(3);
      Sign.isAway = false;
      answer = async () => undefined;
      await jest.advanceTimersByTimeAsync(7_000);
      expect([room.isFull, other.isFull]).toEqual([false, false]);
    });
  });

  it('is asked for no more after the end', async () => {
    room.note(FULL);
    await room.close();
    room.note(FULL);
    await jest.advanceTimersByTimeAsync(60_000);
    expect([probes, room.isFull]).toEqual([0, false]);
  });
});
