import { PrincipalsModule, secretBoxOf } from '@app/auth';
import { CatalogReadModule, VisibilityModule } from '@app/catalog';
import { APP_SETTINGS, type Settings } from '@app/config';
import { ChangeEventRepository } from '@app/events';
import { HiddenValuesModule } from '@app/quality';
import { QueueModule } from '@app/queue';
import { ResultsModule } from '@app/results';
import { Module } from '@nestjs/common';
import { DeliveryMetrics } from './delivery/delivery-metrics';
import { DeliveryRepository } from './store/delivery.repository';
import { HoldRepository } from './store/hold.repository';
import { RoundParts } from './delivery/round-parts';
import { Notifier, OPEN_BOX } from './delivery/notifier';
import { ContractNotices } from './planning/contract-notices';
import { EventFacts } from './planning/event-facts';
import { EventNotices } from './planning/event-notices';
import { Planner } from './planning/planner';
import { ShownNotices } from './planning/shown-notices';
import { Sender } from './sending/sender';
import { VerdictEvents } from './verdicts/verdict-events';

/** Sends events to subscribers: imported by the worker only, which starts the `Notifier`. */
@Module({
  imports: [CatalogReadModule, HiddenValuesModule, PrincipalsModule, QueueModule, ResultsModule, VisibilityModule],
  providers: [
    ChangeEventRepository,
    ContractNotices,
    DeliveryMetrics,
    DeliveryRepository,
    EventFacts,
    EventNotices,
    HoldRepository,
    Notifier,
    Planner,
    RoundParts,
    Sender,
    ShownNotices,
    VerdictEvents,
    {
      provide: OPEN_BOX,
      useFactory: (settings: Settings) => () => secretBoxOf(settings),
      inject: [APP_SETTINGS],
    },
  ],
  exports: [Notifier],
})
export class NotificationsWorkerModule {}
