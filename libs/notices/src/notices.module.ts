import { AuthModule } from '@app/auth';
import { CatalogModule } from '@app/catalog';
import { ContractsModule } from '@app/contracts';
import { Module } from '@nestjs/common';
import { RemovalNotices } from './events/removal-notices';
import { NoticeList } from './record/notice-list';

/** Notices of contracts, for whom they concern. Needs ConfigModule and DatabaseModule. */
@Module({
  imports: [AuthModule, CatalogModule, ContractsModule],
  providers: [NoticeList, RemovalNotices],
  exports: [NoticeList],
})
export class NoticesModule {}
