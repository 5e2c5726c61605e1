export { DeliveryLog, type DeliveryView } from './delivery/delivery-log';
export { Notifier } from './delivery/notifier';
export { purgeDeliveries } from './store/delivery.repository';
export { NotificationsWorkerModule } from './notifications-worker.module';
export { NotificationsModule } from './notifications.module';
export type { Outcome } from './sending/sender';
export { secretFault } from './sending/signature';
export {
  DELIVERY_STATES,
  DESTINATION_TYPES,
  NOTICE_TYPES,
  type DeliveryState,
  type DestinationType,
  type NoticeType,
  type SentSubscription,
  type SubscriptionFilter,
  type SubscriptionView,
} from './document/subscription';
export {
  SubscriptionService,
  type SubscriptionJudge,
  type SubscriptionWritten,
} from './subscription/subscription.service';
