import type { FirstAdmin } from '@app/auth';
import { processPlace, type Settings } from '@app/config';
import type { OnApplicationBootstrap } from '@nestjs/common';

export type Address = Pick<Settings, 'host' | 'port' | 'publicUrl'>;

/**
 * Prints for the operator, at each start until it is done, how the first admin gets a password: a random one, shown once. One process of a
 * port does.
 */
export class FirstAdminAnnouncement implements OnApplicationBootstrap {
  constructor(
    private readonly firstAdmin: FirstAdmin,
    private readonly address: Address,
    private readonly print: (line: string) => void = (line) => void process.stdout.write(line),
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if ((processPlace() ?? 1) > 1) return;
    const secret = await this.firstAdmin.offer();
    if (secret !== undefined) this.print(`First admin: ${callOf(this.address, secret)}\n`);
  }
}

function callOf({ publicUrl, host, port }: Address, secret: string): string {
  const base = publicUrl?.replace(/\/$/, '') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  // Without a password: the line, pasted unchanged, must not set a known password.
  const body = JSON.stringify({ secret });
  return `curl ${base}/api/v1/system/setup -H 'Content-Type: application/json' -d '${body}'`;
}
