import { GovernanceModule } from '@app/governance';
import { Module } from '@nestjs/common';
import { ConsumerController } from './consumer.controller';
import { ContractIncidentController } from './incidents/contract-incident.controller';
import { NoticeController } from './notice.controller';
import { PolicyController } from './policy.controller';
import { ProposalController } from './proposal.controller';
import { ReviewController } from './review.controller';

@Module({
  imports: [GovernanceModule],
  controllers: [
    PolicyController,
    ConsumerController,
    ContractIncidentController,
    NoticeController,
    ReviewController,
    ProposalController,
  ],
})
export class GovernanceHttpModule {}
