import { Failpoints } from './failpoint';

describe('failpoints', () => {
  it('are passed when none is switched on', async () => {
    await expect(new Failpoints().pass('after-claim')).resolves.toBeUndefined();
    await expect(new Failpoints('after-claim=error').pass('after-commit-before-ack')).resolves.toBeUndefined();
  });

  it('do what they are told at the hit that they are told', async () => {
    const points = new Failpoints('after-claim=error@2, after-commit-before-ack=error');
    await points.pass('after-claim');
    await expect(points.pass('after-claim')).rejects.toThrow('failpoint after-claim');
    await points.pass('after-claim');
    await expect(points.pass('after-commit-before-ack')).rejects.toThrow('failpoint after-commit-before-ack');
  });

  it('may stand several times, each at a hit of its own', async () => {
    const points = new Failpoints('after-claim=error@1,after-claim=error@3');
    await expect(points.pass('after-claim')).rejects.toThrow('failpoint after-claim');
    await points.pass('after-claim');
    await expect(points.pass('after-claim')).rejects.toThrow('failpoint after-claim');
    await points.pass('after-claim');
  });

  it.each(['after-lunch=kill', 'after-claim', 'after-claim=explode', 'after-claim=kill@0', 'after-claim=kill@x'])(
    'are refused as %s, with what is allowed',
    (text) => {
      expect(() => new Failpoints(text)).toThrow(/is none; allowed: .*after-claim.*kill, stop, error/);
    },
  );
});
