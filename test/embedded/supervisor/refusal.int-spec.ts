import { writeFileSync } from 'node:fs';
import { compileInto } from '../support/compiled';
import { FakeStack } from '../support/fake-stack';
import { Sandbox } from '../support/sandbox';

const sandbox = new Sandbox();
const compiled = sandbox.path('compiled');
beforeAll(() => compileInto(compiled));
afterAll(() => sandbox.end());

describe('the stack says in one sentence why it does not start', () => {
  it('when the data directory cannot be made', async () => {
    const stack = await FakeStack.on(sandbox, compiled);
    writeFileSync(stack.dataDir, 'a file');
    const run = stack.run();
    expect(await run.closed).toEqual({ code: 1 });
    expect(run.output).toMatch(new RegExp(`^Cannot make the data directory ${stack.dataDir}: .*\\n$`));
  });

  it('when it listens on an address that is not of this machine', async () => {
    const stack = await FakeStack.on(sandbox, compiled);
    const run = stack.run('', { host: '192.0.2.1' });
    expect(await run.closed).toEqual({ code: 1 });
    expect(run.output).toMatch(/^Cannot listen on HOST 192\.0\.2\.1, PORT \d+: EADDRNOTAVAIL\.\n$/);
  });

  it('when the database does not start, with the end of its log', async () => {
    const stack = await FakeStack.on(sandbox, compiled);
    const first = await stack.runReady();
    process.kill(first.pid, 'SIGTERM');
    await first.ended;
    writeFileSync(`${stack.dataDir}/postgres/pg_hba.conf`, 'nonsense\n');
    const run = stack.run();
    expect(await run.closed).toEqual({ code: 1 });
    expect(run.output).toMatch(
      /^PostgreSQL on .* did not start\. The end of .*postgres\.log:\n[^]*invalid connection type/,
    );
  });
});
