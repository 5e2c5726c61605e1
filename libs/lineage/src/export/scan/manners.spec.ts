import { OthersServed } from '../thread/others-served';
import { Manners } from './manners';

describe('an export beside others', () => {
  it('is alone until somebody comes, and again a while after they came', () => {
    const others = new OthersServed();
    const manners = new Manners(others.marks);
    expect(manners.isAlone).toBe(true);
    others.begin();
    expect(manners.isAlone).toBe(false);
    others.end();
    expect(manners.isAlone).toBe(false);
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 1_000);
    expect(manners.isAlone).toBe(true);
    clock.mockRestore();
  });

  it('waits for who is under way, and goes on where they stay', async () => {
    const others = new OthersServed();
    const manners = new Manners(others.marks);
    others.begin();
    const waiting = manners.giveWay().then(() => 'went on');
    expect(await Promise.race([waiting, Promise.resolve('waits')])).toBe('waits');
    expect(await waiting).toBe('went on');
    others.end();
    expect(await Promise.race([manners.giveWay().then(() => 'went on'), new Promise(setImmediate)])).toBe('went on');
  });
});
