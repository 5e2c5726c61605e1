import { AccessControl, Principals, PrincipalsModule, secretBoxOf } from '@app/auth';
import { CatalogReadModule, VisibilityModule } from '@app/catalog';
import { Failpoints } from '@app/common';
import { APP_SETTINGS, type Settings } from '@app/config';
import { Database } from '@app/database';
import { ChangeEventRepository } from '@app/events';
import { VerdictTurns } from '@app/governance';
import { QueueModule } from '@app/queue';
import { ResultsModule } from '@app/results';
import { SlaRisks } from '@app/validation';
import { Module } from '@nestjs/common';
import { DeliveryMetrics } from './delivery/delivery-metrics';
import { DeliveryRepository } from './delivery/delivery.repository';
import { HoldRepository } from './delivery/hold.repository';
import { Notifier } from './delivery/notifier';
import { ContractAlerts } from './planning/contract-alerts';
import { ContractNotices } from './planning/contract-notices';
import { EventFacts } from './planning/event-facts';
import { EventNotices } from './planning/event-notices';
import { Planner } from './planning/planner';
import { ShownNotices } from './planning/shown-notices';
import { Sender } from './sending/sender';
import { VerdictEvents } from './verdicts/verdict-events';

/** Tells subscribers of events: imported by the worker only, which starts the `Notifier`. */
@Module({
  imports: [CatalogReadModule, PrincipalsModule, QueueModule, ResultsModule, VisibilityModule],
  providers: [
    ChangeEventRepository,
    ContractAlerts,
    ContractNotices,
    DeliveryMetrics,
    DeliveryRepository,
    EventFacts,
    EventNotices,
    HoldRepository,
    Planner,
    ShownNotices,
    SlaRisks,
    VerdictEvents,
    VerdictTurns,
    { provide: Sender, useFactory: (settings: Settings) => new Sender(settings), inject: [APP_SETTINGS] },
    {
      provide: Notifier,
      useFactory: (
        database: Database,
        holds: HoldRepository,
        deliveries: DeliveryRepository,
        planner: Planner,
        principals: Principals,
        access: AccessControl,
        shown: ShownNotices,
        verdicts: VerdictEvents,
        sender: Sender,
        metrics: DeliveryMetrics,
        failpoints: Failpoints,
        settings: Settings,
      ) => {
        const openBox = () => secretBoxOf(settings);
        const reading = { database, principals, access, shown, verdicts };
        const parts = { ...reading, holds, deliveries, planner, sender, metrics, failpoints };
        return new Notifier({ ...parts, openBox, settings });
      },
      inject: [
        Database,
        HoldRepository,
        DeliveryRepository,
        Planner,
        Principals,
        AccessControl,
        ShownNotices,
        VerdictEvents,
        Sender,
        DeliveryMetrics,
        Failpoints,
        APP_SETTINGS,
      ],
    },
  ],
  exports: [Notifier],
})
export class NotificationsWorkerModule {}
