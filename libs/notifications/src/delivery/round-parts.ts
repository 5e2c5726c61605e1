import { addDuration, Failpoints, parseDuration } from '@app/common';
import { APP_SETTINGS, type Settings } from '@app/config';
import { Inject, Injectable } from '@nestjs/common';
import { ShownNotices } from '../planning/shown-notices';
import { Sender } from '../sending/sender';
import { VerdictEvents } from '../verdicts/verdict-events';
import { DeliveryMetrics } from './delivery-metrics';
import { DeliveryRepository } from '../store/delivery.repository';

@Injectable()
export class RoundParts {
  /** How long a message is tried, in ms. */
  readonly retryForMs: number;

  constructor(
    readonly deliveries: DeliveryRepository,
    readonly shown: ShownNotices,
    readonly verdicts: VerdictEvents,
    readonly sender: Sender,
    readonly metrics: DeliveryMetrics,
    readonly failpoints: Failpoints,
    @Inject(APP_SETTINGS) settings: Pick<Settings, 'notificationRetryFor'>,
  ) {
    this.retryForMs = lengthOf(settings.notificationRetryFor);
  }
}

/** The length of a duration of the settings, in ms. */
export function lengthOf(text: string): number {
  const parsed = parseDuration(text);
  if (!parsed.ok) throw new Error(`A duration of the settings ${parsed.message}`);
  const now = Date.now();
  return addDuration(now, parsed.duration) - now;
}
