import { RUN } from './global-setup';

/** Once per Jest run, after the last test. */
export default async function globalTeardown(): Promise<void> {
  await RUN.testServer?.stop();
  delete RUN.testServer;
}
