import { ObjectivesModule } from '@app/objectives';
import { Module } from '@nestjs/common';
import { ObjectiveReportController } from './objective-report.controller';
import { ObjectiveController } from './objective.controller';

@Module({ imports: [ObjectivesModule], controllers: [ObjectiveReportController, ObjectiveController] })
export class ObjectivesHttpModule {}
