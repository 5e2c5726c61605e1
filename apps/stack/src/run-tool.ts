import { CatalogIndexModule } from '@app/catalog';
import { ConfigModule, exitOnBadSettings } from '@app/config';
import { DatabaseModule } from '@app/database';
import type { INestApplicationContext, ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { withRunningDatabase } from './state/database-address';

/** Says what was done and found. Returns the exit code: 1 where not all could be done, or is not as it should be. */
export type Work = (app: INestApplicationContext) => Promise<number>;

/**
 * Does the work of an operator's command on the database of the installation, with the catalog to read and search in sync, and
 * ends the process. Exit code: that of the work; 1 where it throws, with its message; 2 where the command is wrong, with the usage.
 *
 * @param name what the message of a failure begins with
 * @param work absent: the command is wrong
 * @param more what the command needs beside
 */
export function runTool(
  name: string,
  usage: string,
  work: Work | undefined,
  more: Pick<ModuleMetadata, 'imports' | 'providers'> = {},
): void {
  if (!work) {
    process.stderr.write(usage);
    process.exit(2);
  }
  withApp(work, more).then(
    (code) => process.exit(code),
    (error: Error) => {
      process.stderr.write(`${name}: ${error.message}\n`);
      process.exit(1);
    },
  );
}

async function withApp(
  work: Work,
  { imports = [], providers = [] }: Pick<ModuleMetadata, 'imports' | 'providers'>,
): Promise<number> {
  const settings = withRunningDatabase(exitOnBadSettings());
  const module = {
    module: class Tools {},
    imports: [
      ConfigModule.forRoot(settings),
      DatabaseModule.forRoot({ url: settings.databaseUrl, directUrl: settings.databaseDirectUrl, poolSize: 4 }),
      CatalogIndexModule,
      ...imports,
    ],
    providers,
  };
  const app = await NestFactory.createApplicationContext(module, { logger: ['warn', 'error'], abortOnError: false });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
