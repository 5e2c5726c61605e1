import { OutageLog } from './outage-log';

describe('the log of an outage', () => {
  const lines: string[] = [];
  const to = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  const outage = new OutageLog({ log: to('info'), warn: to('warn'), debug: to('debug') }, 'it is back');
  afterEach(() => void (lines.length = 0));

  it('has one line for its beginning, and one for its end', () => {
    outage.succeeded();
    for (const error of ['gone', 'still gone', 'gone']) outage.failed(error);
    outage.succeeded();
    outage.succeeded();
    expect(lines).toEqual(['warn: gone', 'debug: still gone', 'debug: gone', 'info: it is back, after 3 errors']);
  });

  it('begins anew after its end', () => {
    outage.failed('gone');
    outage.succeeded();
    outage.failed('again');
    outage.succeeded();
    expect(lines).toEqual(['warn: gone', 'info: it is back', 'warn: again', 'info: it is back']);
  });
});
