import { EventsModule } from '@app/events';
import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller';

@Module({ imports: [EventsModule], controllers: [AuditController] })
export class AuditHttpModule {}
