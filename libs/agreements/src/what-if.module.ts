import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { ContractsModule } from '@app/contracts';
import { ObjectivesModule } from '@app/objectives';
import { ValidationModule } from '@app/validation';
import { Module } from '@nestjs/common';
import { AgreementsModule } from './agreements.module';
import { DraftReader } from './what-if/draft-reader';
import { WriteTrials } from './what-if/tried-write';
import { WhatIfService } from './what-if/what-if.service';

/** Says what a save of a contract would come to. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [AgreementsModule, AuthModule, CatalogModule, ContractsModule, ObjectivesModule, ValidationModule],
  providers: [DraftReader, WriteTrials, WhatIfService],
  exports: [WhatIfService],
})
export class WhatIfModule {}
