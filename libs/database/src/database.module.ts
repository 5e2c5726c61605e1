import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { Database } from './database';
import type { DataSourceOptions } from './data-source';

@Module({})
export class DatabaseModule {
  /** Global: every repository of a process works on the same two pools. */
  static forRoot(options: DataSourceOptions): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [{ provide: Database, useFactory: () => Database.connect(options) }],
      exports: [Database],
    };
  }
}
