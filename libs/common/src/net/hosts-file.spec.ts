import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostsFile, hostsOf } from './hosts-file';

describe('names of a hosts file', () => {
  it('have all their addresses, in the order of the file, without regard to case', () => {
    const text =
      '127.0.0.1 localhost\n::1\tLocalhost ip6-localhost # ours\n\n10.1.2.3  db db.shop.example\n127.0.0.1 localhost';
    expect([...hostsOf(text)]).toEqual([
      ['localhost', ['127.0.0.1', '::1']],
      ['ip6-localhost', ['::1']],
      ['db', ['10.1.2.3']],
      ['db.shop.example', ['10.1.2.3']],
    ]);
  });

  it.each(['# 10.0.0.1 gone', 'nowhere name', '10.0.0.1', '', '\u0000'])('are none in %j', (line) => {
    expect(hostsOf(line).size).toBe(0);
  });

  it('are read again when the file has changed, and are none without a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hosts-'));
    const path = join(folder, 'hosts');
    const file = new HostsFile(path);
    expect(await file.find('db')).toEqual([]);
    writeFileSync(path, '10.0.0.1 db\n');
    expect(await file.find('db')).toEqual(['10.0.0.1']);
    writeFileSync(path, '10.0.0.1 db\n10.0.0.2 db\n');
    expect(await file.find('db')).toEqual(['10.0.0.1', '10.0.0.2']);
    rmSync(folder, { recursive: true });
    expect(await file.find('db')).toEqual([]);
  });
});
