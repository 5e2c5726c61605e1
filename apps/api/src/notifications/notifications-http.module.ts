import { AuthModule } from '@app/auth';
import { NotificationsModule } from '@app/notifications';
import { Module } from '@nestjs/common';
import { SubscriptionController } from './subscription.controller';

@Module({ imports: [AuthModule, NotificationsModule], controllers: [SubscriptionController] })
export class NotificationsHttpModule {}
