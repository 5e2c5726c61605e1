import { AuthModule } from '@app/auth';
import { CatalogReadModule, VisibilityModule } from '@app/catalog';
import { HiddenValuesModule } from '@app/quality';
import { Module } from '@nestjs/common';
import { DeliveryLog } from './delivery/delivery-log';
import { ShownNotices } from './planning/shown-notices';
import { Sender } from './sending/sender';
import { FilterNames } from './subscription/filter-names';
import { SubscriptionRepository } from './store/subscription.repository';
import { SubscriptionService } from './subscription/subscription.service';

/** Subscriptions to events, for callers. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [AuthModule, CatalogReadModule, HiddenValuesModule, VisibilityModule],
  providers: [DeliveryLog, FilterNames, Sender, ShownNotices, SubscriptionRepository, SubscriptionService],
  exports: [DeliveryLog, SubscriptionService],
})
export class NotificationsModule {}
