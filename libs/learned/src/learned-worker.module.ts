import { EffectivePolicies, PolicyRepository } from '@app/governance';
import { Module } from '@nestjs/common';
import { FeedbackRepository } from './feedback/feedback.repository';
import { PointRepository } from './point.repository';
import { SpellRepository } from './warnings/spell.repository';
import { WarningCounter } from './warnings/warning-counter';
import { LearnedWatcher } from './warnings/watcher';

/** Finds what is unusual: imported by the worker only, which starts the `LearnedWatcher`. Needs ConfigModule and DatabaseModule. */
@Module({
  providers: [
    EffectivePolicies,
    FeedbackRepository,
    LearnedWatcher,
    PointRepository,
    PolicyRepository,
    SpellRepository,
    WarningCounter,
  ],
  exports: [LearnedWatcher],
})
export class LearnedWorkerModule {}
