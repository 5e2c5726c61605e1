import { Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from './settings';

/** Injection token of the `Settings` of the process. */
export const APP_SETTINGS = Symbol('settings');

/** Global: any module may inject `APP_SETTINGS`. */
@Module({})
export class ConfigModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: APP_SETTINGS, useValue: settings }],
      exports: [APP_SETTINGS],
    };
  }
}
