import { RUN } from './global-setup';

/** Once per Jest run, after the last test. */
export default async function globalTeardown(): Promise<void> {
  await RUN.endSharedServices?.();
  await RUN.testServer?.stop();
  delete RUN.endSharedServices;
  delete RUN.testServer;
}
