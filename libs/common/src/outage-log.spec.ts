import { OutageLog } from './outage-log';

describe('the log of an outage', () => {
  const lines: string[] = [];
  const to = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  const outage = new OutageLog({ log: to('info'), warn: to('warn'), debug: to('debug') }, 'it is back');
  afterEach(() => void (lines.length = 0));

  it('has one line for its beginning, and one for its end', () => {
    outage.succeeded();
    for (const error of ['gone', 'still gone', 'gone']) outage.failed('search', new Error(error));
    outage.succeeded();
    outage.succeeded();
    expect(lines).toEqual([
      'warn: search: gone',
      'debug: search: still gone',
      'debug: search: gone',
      'info: it is back, after 3 errors',
    ]);
  });

  it('begins anew after its end', () => {
    outage.failed('search', new Error('gone'));
    outage.succeeded();
    outage.failed('search', new Error('again'));
    outage.succeeded();
    expect(lines).toEqual(['warn: search: gone', 'info: it is back', 'warn: search: again', 'info: it is back']);
  });

  it('is a fault from the third error in a row until the first success', () => {
    const error = new Error('no such function');
    outage.failed('search', error);
    outage.failed('search', error);
    expect(outage.faults).toEqual([]);
    outage.failed('search', error);
    expect(outage.faults).toEqual([{ failing: 'search', error }]);
    outage.succeeded();
    expect(outage.faults).toEqual([]);
  });
});
