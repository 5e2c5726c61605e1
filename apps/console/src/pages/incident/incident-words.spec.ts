import { endsFrom } from './incident-words';

describe('the ends of a snooze', () => {
  const untilMorning = (now: Date) => new Date(endsFrom(now.getTime())[2]?.until ?? 0);

  it('08:00 is that of the same day before it, else that of the next day', () => {
    expect(untilMorning(new Date(2026, 4, 31, 3, 10))).toEqual(new Date(2026, 4, 31, 8));
    expect(untilMorning(new Date(2026, 4, 31, 8))).toEqual(new Date(2026, 5, 1, 8));
  });

  it('all of them lie ahead', () => {
    const now = Date.now();
    expect(endsFrom(now).filter(({ until }) => until <= now)).toEqual([]);
  });
});
