import { ValidationModule } from '@app/validation';
import { Module } from '@nestjs/common';
import { OverviewController } from './overview.controller';
import { ReportController } from './report.controller';

@Module({ imports: [ValidationModule], controllers: [OverviewController, ReportController] })
export class OverviewHttpModule {}
