import { Controller, Get } from '@nestjs/common';
import { OpenAccess } from '../../../../apps/api/src/http/access';
import { Shutdown } from '../../../../apps/api/src/http/lifecycle/shutdown';

/** Resolved by the test: what the requests in work wait for. */
export const gates: { arrived: () => void; open: Promise<void> } = {
  arrived: () => undefined,
  open: Promise.resolve(),
};

@Controller('v1/waiting')
export class WaitingController {
  constructor(private readonly shutdown: Shutdown) {}

  @Get('work')
  @OpenAccess()
  async work(): Promise<{ done: true }> {
    gates.arrived();
    await gates.open;
    return { done: true };
  }

  @Get('wait')
  @OpenAccess()
  async wait(): Promise<{ ended: true }> {
    gates.arrived();
    await new Promise<void>((resolve) =>
      this.shutdown.signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    return { ended: true };
  }

  @Get('quick')
  @OpenAccess()
  quick(): { ok: true } {
    return { ok: true };
  }
}
