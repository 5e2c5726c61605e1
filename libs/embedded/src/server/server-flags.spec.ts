import { serverFlags } from './launch';

describe('serverFlags', () => {
  it('listens on the loopback address only, without a socket file', () => {
    const flags = serverFlags('/data', 5000, true).join(' ');
    expect(flags).toMatch(/^-D \/data -p 5000 /);
    expect(flags).toContain('-c listen_addresses=127.0.0.1');
    expect(flags).toMatch(/-c unix_socket_directories=( |$)/);
  });

  it('looks for tables that have grown more often than within a minute', () => {
    expect(serverFlags('/data', 5000, true)).toContain('autovacuum_naptime=10s');
  });

  it('takes a hundred connections, or as many more as are wanted', () => {
    expect(serverFlags('/data', 5000, true)).toContain('max_connections=100');
    expect(serverFlags('/data', 5000, true, 60)).toContain('max_connections=100');
    expect(serverFlags('/data', 5000, true, 180)).toContain('max_connections=180');
    expect(serverFlags('/data', 5000, false, 180)).toContain('max_connections=300');
  });

  it('leaves out what an older server does not know', () => {
    expect(serverFlags('/data', 5000, false, 0, 14).join(' ')).not.toMatch(/scram_iterations|io_workers/);
    expect(serverFlags('/data', 5000, false, 0, 18)).toEqual(
      expect.arrayContaining(['scram_iterations=1', 'io_workers=1']),
    );
  });

  it('loses nothing unless it is told that the data do not matter', () => {
    expect(serverFlags('/data', 5000, true).join(' ')).not.toMatch(/fsync|synchronous_commit|full_page_writes|scram/);
    expect(serverFlags('/data', 5000, false)).toContain('fsync=off');
  });
});
