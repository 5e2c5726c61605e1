import { AuthModule } from '@app/auth';
import { APP_SETTINGS, type Settings } from '@app/config';
import { ResultsModule } from '@app/results';
import { ValidationModule } from '@app/validation';
import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module';
import { PublishedRunController } from './published-run.controller';
import { ReportController } from './report.controller';
import { ResultController } from './result.controller';
import { DEFAULT_WAIT_SECONDS } from './run-request';
import { ValidationController } from './validation.controller';

@Module({
  imports: [AuthModule, HealthModule, ResultsModule, ValidationModule],
  controllers: [PublishedRunController, ReportController, ResultController, ValidationController],
  providers: [
    {
      provide: DEFAULT_WAIT_SECONDS,
      useFactory: ({ validationWaitSeconds }: Settings) => validationWaitSeconds,
      inject: [APP_SETTINGS],
    },
  ],
})
export class ResultsHttpModule {}
