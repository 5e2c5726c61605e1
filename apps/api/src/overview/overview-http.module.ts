import { ValidationModule } from '@app/validation';
import { Module } from '@nestjs/common';
import { OverviewController } from './overview.controller';

@Module({ imports: [ValidationModule], controllers: [OverviewController] })
export class OverviewHttpModule {}
