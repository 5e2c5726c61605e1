import { OthersServed } from '../thread/others-served';
import { ExportThrottle } from './export-throttle';

describe('an export beside others', () => {
  it('is alone until somebody comes, and again a while after they came', () => {
    const others = new OthersServed();
    const throttle = new ExportThrottle(others);
    expect(throttle.isAlone).toBe(true);
    others.begin();
    expect(throttle.isAlone).toBe(false);
    others.end();
    expect(throttle.isAlone).toBe(false);
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 1_000);
    expect(throttle.isAlone).toBe(true);
    clock.mockRestore();
  });

  it('waits for who is under way, and goes on where they stay', async () => {
    const others = new OthersServed();
    const throttle = new ExportThrottle(others);
    others.begin();
    const waiting = throttle.giveWay().then(() => 'went on');
    expect(await Promise.race([waiting, Promise.resolve('waits')])).toBe('waits');
    expect(await waiting).toBe('went on');
    others.end();
  });

  it('rests also where nobody is under way, for a shorter time', async () => {
    const others = new OthersServed();
    const throttle = new ExportThrottle(others);
    const ended: string[] = [];
    others.begin();
    const longer = throttle.giveWay().then(() => ended.push('longer'));
    const nobody = new ExportThrottle().giveWay().then(() => ended.push('shorter'));
    await Promise.all([longer, nobody]);
    expect(ended).toEqual(['shorter', 'longer']);
    others.end();
  });

  it('has the database work for one export at a time while others are served, also after one that failed', async () => {
    const others = new OthersServed();
    const throttle = new ExportThrottle(others);
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await new Promise(setImmediate);
      steps.push(`${name} ends`);
      if (name === 'bad') throw new Error('bad');
    };
    const both = () => Promise.allSettled([throttle.inTurn(work('bad')), throttle.inTurn(work('good'))]);
    await both();
    expect(steps.slice(0, 2)).toEqual(['bad begins', 'good begins']);
    steps.length = 0;
    others.begin();
    const [bad, good] = await both();
    expect([bad?.status, good?.status]).toEqual(['rejected', 'fulfilled']);
    expect(steps).toEqual(['bad begins', 'bad ends', 'good begins', 'good ends']);
    others.end();
  });
});
