import { resolve } from 'node:path';
import { NameServer } from '../../../libs/common/src/net/name-server.cases';
import { RunningService, type ServiceOptions } from '../running-service';

const PRELOADED = resolve(__dirname, 'ask-name-server.cjs');

/** A service that looks the names of receivers up at a server of the test. Its names are known to nobody else. */
export class NamedService {
  private constructor(
    readonly names: NameServer,
    readonly service: RunningService,
  ) {}

  static async start({ environment, ...options }: ServiceOptions = {}): Promise<NamedService> {
    const names = await NameServer.start();
    const asked = { NODE_OPTIONS: `--require=${PRELOADED}`, NAME_SERVER: names.address };
    const started = RunningService.start({ ...options, environment: { ...environment, ...asked } });
    return new NamedService(
      names,
      await started.catch((error: unknown) => names.stop().then(() => Promise.reject(error))),
    );
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.names.stop();
  }
}
