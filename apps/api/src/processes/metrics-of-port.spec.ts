import { MetricsOfPort, type MeasuredSlot } from './metrics-of-port';

/** A slot whose process answers `text`; none if it does not answer. */
interface TestPlace extends MeasuredSlot {
  serving: number | undefined;
  text: string | undefined;
}

function slot(number: number): TestPlace {
  return {
    slot: number,
    serving: 10 + number,
    text: `text ${number}`,
    async metrics() {
      if (this.text === undefined) throw new Error('too busy');
      return this.text;
    },
  };
}

describe('metrics of a port', () => {
  const both = (): { one: TestPlace; two: TestPlace; metrics: MetricsOfPort } => {
    const [one, two] = [slot(1), slot(2)];
    return { one, two, metrics: new MetricsOfPort([one, two]) };
  };

  it('are those of all that serve', async () => {
    const { one, two, metrics } = both();
    const texts = [
      { slot: 1, text: 'own' },
      { slot: 2, text: 'text 2' },
    ];
    expect(await metrics.all(one, 'own')).toEqual({ serving: texts, ended: [], wanted: 2 });
    two.serving = undefined;
    expect((await metrics.all(one, 'own')).serving).toEqual(texts.slice(0, 1));
  });

  it('have the last text of one that does not answer', async () => {
    const { one, two, metrics } = both();
    two.text = undefined;
    expect((await metrics.all(one, 'own')).serving.map(({ text }) => text)).toEqual(['own']);
    two.text = 'said';
    await metrics.all(one, 'own');
    two.text = undefined;
    expect((await metrics.all(one, 'own')).serving.map(({ text }) => text)).toEqual(['own', 'said']);
  });

  it('keep the last text of one that has ended, once', async () => {
    const { one, two, metrics } = both();
    await metrics.all(one, 'own');
    two.serving = undefined;
    metrics.end(2);
    metrics.end(2);
    two.serving = 13;
    two.text = 'anew';
    const { serving, ended } = await metrics.all(one, 'own');
    expect(serving.map(({ text }) => text)).toEqual(['own', 'anew']);
    expect(ended.map(({ text }) => text)).toEqual(['text 2']);
  });

  it('count one that ends while it is asked among the ended alone, also where the next one serves already', async () => {
    const { one, two, metrics } = both();
    await metrics.all(one, 'own');
    let say = (_: string): void => undefined;
    two.metrics = () => new Promise((resolve) => (say = resolve));
    const asked = metrics.all(one, 'own');
    metrics.end(2);
    two.serving = 13;
    say('late');
    const { serving, ended } = await asked;
    expect(serving.map(({ text }) => text)).toEqual(['own']);
    expect(ended.map(({ text }) => text)).toEqual(['text 2']);
  });

  it('take what was added up in place of what it was made of, from the first who did', async () => {
    const { one, two, metrics } = both();
    for (const text of ['a', 'b']) {
      two.text = text;
      await metrics.all(one, 'own');
      metrics.end(2);
    }
    const { ended } = await metrics.all(one, 'own');
    const numbers = ended.map(({ number }) => number);
    two.text = 'c';
    await metrics.all(one, 'own');
    metrics.end(2);
    metrics.replace({ numbers, text: 'a+b' });
    metrics.replace({ numbers, text: 'a+b, again' });
    expect((await metrics.all(one, 'own')).ended.map(({ text }) => text)).toEqual(['c', 'a+b']);
  });
});
