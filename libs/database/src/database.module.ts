import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions as TypeOrmOptions } from 'typeorm';
import { connectDataSource, dataSourceOptions, type DataSourceOptions } from './data-source';
import { Database } from './database';
import { LargeReads } from './large-reads';
import { CacheMetrics } from './metrics/cache-metrics';
import { PoolMetrics } from './metrics/pool-metrics';

@Module({})
export class DatabaseModule {
  /**
   * Global: every repository of a process works on the same two pools. A module that has TypeORM entities imports
   * `TypeOrmModule.forFeature` with them.
   */
  static forRoot(options: DataSourceOptions): DynamicModule {
    const source = TypeOrmModule.forRootAsync({
      // A failed start is repeated by the supervisor of the process.
      useFactory: () => ({ ...dataSourceOptions(options), autoLoadEntities: true, toRetry: () => false }),
      dataSourceFactory: (typeOrm) => connectDataSource(typeOrm as TypeOrmOptions),
    });
    const database = {
      provide: Database,
      useFactory: (connected: DataSource) => Database.on(connected, options),
      inject: [DataSource],
    };
    return {
      module: DatabaseModule,
      global: true,
      imports: [source],
      providers: [database, LargeReads, PoolMetrics, CacheMetrics],
      exports: [Database, LargeReads],
    };
  }
}
