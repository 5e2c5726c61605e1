import { GovernanceModule } from '@app/governance';
import { Module } from '@nestjs/common';
import { ConsumerController } from './consumer.controller';
import { NoticeController } from './notice.controller';
import { PolicyController } from './policy.controller';

@Module({ imports: [GovernanceModule], controllers: [PolicyController, ConsumerController, NoticeController] })
export class GovernanceHttpModule {}
