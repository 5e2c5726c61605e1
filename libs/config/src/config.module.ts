import { CacheMemory } from '@app/common';
import { Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from './setting-list';

/** Injection token of the `Settings` of the process. */
export const APP_SETTINGS = Symbol('settings');

const MEGABYTE = 1024 * 1024;

/** Global: any module may inject `APP_SETTINGS`, and the `CacheMemory` of the process. */
@Module({})
export class ConfigModule {
  static forRoot(settings: Settings): DynamicModule {
    const memory = {
      provide: CacheMemory,
      useFactory: () => new CacheMemory(settings.cacheMegabytes * MEGABYTE),
    };
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: APP_SETTINGS, useValue: settings }, memory],
      exports: [APP_SETTINGS, CacheMemory],
    };
  }
}
