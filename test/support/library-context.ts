import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { ConfigModule, loadSettings } from '@app/config';
import { DatabaseModule } from '@app/database';
import type { INestApplicationContext, ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createTestDatabase } from './embedded-database';
import { RecordingClient } from './recording-client';

type Imports = NonNullable<ModuleMetadata['imports']>;

/** The catalog and the libraries that a test adds to it, composed as an app does, on a database of the test's own. */
export class LibraryContext {
  private constructor(
    readonly app: INestApplicationContext,
    private readonly cleanUp: () => Promise<void>,
  ) {}

  /**
   * @param further what stands on the catalog; told the address of the database
   * @param more settings of the test's own
   */
  static async open(further: (databaseUrl: string) => Imports = () => [], more: object = {}): Promise<LibraryContext> {
    const { url, drop } = await createTestDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'catalog-int-'));
    const settings = { ...loadSettings({ DATABASE_URL: url, DATA_DIR: dataDir }), ...more };
    const imports = [
      ConfigModule.forRoot(settings),
      DatabaseModule.forRoot({ url, poolSize: 10, Client: RecordingClient }),
      AuthModule,
      CatalogModule,
      ...further(url),
    ];
    const app = await NestFactory.createApplicationContext({ module: class Libraries {}, imports }, { logger: false });
    return new LibraryContext(app, async () => {
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.cleanUp();
  }
}
