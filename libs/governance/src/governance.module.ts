import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { LineageModule } from '@app/lineage';
import { Module } from '@nestjs/common';
import { ConsumerRepository } from './consumers/consumer.repository';
import { ConsumerService } from './consumers/consumer.service';
import { ConsumerSuggestions } from './consumers/consumer-suggestions';
import { PromisedColumns } from './consumers/promised-columns';
import { SuggestionRepository } from './consumers/suggestion.repository';
import { NoticeList } from './notices/notice-list';
import { PolicyRepository } from './policies/policy.repository';
import { PolicyRights } from './policies/policy-rights';
import { PolicyService } from './policies/policy.service';

/** The life of a contract: how it may change, who relies on it. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [AuthModule, CatalogModule, LineageModule],
  providers: [
    ConsumerRepository,
    ConsumerService,
    ConsumerSuggestions,
    NoticeList,
    PolicyRepository,
    PolicyRights,
    PolicyService,
    PromisedColumns,
    SuggestionRepository,
  ],
  exports: [ConsumerService, ConsumerSuggestions, NoticeList, PolicyService],
})
export class GovernanceModule {}
