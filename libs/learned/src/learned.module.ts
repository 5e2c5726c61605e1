import { AgreementsModule } from '@app/agreements';
import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { Module } from '@nestjs/common';
import { FeedbackRepository } from './feedback/feedback.repository';
import { FeedbackService } from './feedback/feedback.service';
import { LearnedService } from './learned.service';
import { PointRepository } from './point.repository';
import { SpellRepository } from './warnings/spell.repository';
import { WarningService } from './warnings/warning.service';

/** When the data of assets comes and how much of it, learned from their past. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [AuthModule, CatalogModule, AgreementsModule],
  providers: [FeedbackRepository, FeedbackService, LearnedService, PointRepository, SpellRepository, WarningService],
  exports: [FeedbackService, LearnedService, WarningService],
})
export class LearnedModule {}
