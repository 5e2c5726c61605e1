import type { Settings } from '@app/config';
import { ResultsModule } from '@app/results';
import { ValidationModule } from '@app/validation';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { ResultController } from './result.controller';
import { DEFAULT_WAIT_SECONDS } from './run-request';
import { ValidationController } from './validation.controller';

@Module({ imports: [ResultsModule, ValidationModule], controllers: [ResultController, ValidationController] })
export class ResultsHttpModule {
  /** Needs the global modules of database, queue and identity, and `Shutdown`. */
  static forRoot({ validationWaitSeconds }: Pick<Settings, 'validationWaitSeconds'>): DynamicModule {
    const providers = [{ provide: DEFAULT_WAIT_SECONDS, useValue: validationWaitSeconds }];
    return { module: ResultsHttpModule, providers };
  }
}
