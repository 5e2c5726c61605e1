import { EffectivePolicies, PolicyRepository } from '@app/agreements';
import { ValidationWorkerModule } from '@app/validation';
import { Module } from '@nestjs/common';
import { AssetJudge } from './asset-judge';
import { FeedbackRepository } from './feedback/feedback.repository';
import { PointRepository } from './point.repository';
import { SpellRepository } from './warnings/spell.repository';
import { WarningCounter } from './warnings/warning-counter';
import { LearnedWatcher } from './warnings/watcher';

/** Finds what is unusual, and judges by it the contracts that say so: imported by the worker only, which starts the `LearnedWatcher`. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [ValidationWorkerModule],
  providers: [
    AssetJudge,
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
