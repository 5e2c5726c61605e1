import { AgreementsModule } from '@app/agreements';
import { IncidentsModule } from '@app/incidents';
import { NoticesModule } from '@app/notices';
import { Module } from '@nestjs/common';
import { ConsumerController } from './consumer.controller';
import { ContractIncidentController } from './incidents/contract-incident.controller';
import { InvitationController } from './invitations/invitation.controller';
import { NoticeController } from './notice.controller';
import { PolicyController } from './policy.controller';
import { ProposalController } from './proposal.controller';
import { ReviewController } from './review.controller';

@Module({
  imports: [AgreementsModule, IncidentsModule, NoticesModule],
  controllers: [
    PolicyController,
    ConsumerController,
    ContractIncidentController,
    InvitationController,
    NoticeController,
    ReviewController,
    ProposalController,
  ],
})
export class GovernanceHttpModule {}
