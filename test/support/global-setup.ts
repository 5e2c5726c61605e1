import { startTestDatabase, type TestServer } from './embedded-database';
import { offerSharedServices } from './shared-services';

interface Run {
  testServer?: TestServer;
  endSharedServices?: () => Promise<void>;
}

/** The setup and the teardown share this process, and nothing else that Jest keeps. */
export const RUN = globalThis as typeof globalThis & Run;

/** Once per Jest run, before the first test of a project that needs a database. */
export default async function globalSetup(): Promise<void> {
  RUN.testServer = await startTestDatabase();
  RUN.endSharedServices = await offerSharedServices();
}
