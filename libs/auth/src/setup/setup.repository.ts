import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { SetupSecret } from './setup-secret.entity';

/** Secrets of that many starts are stored, so that what several processes printed at once all works. */
const KEPT = 16;
/** An advisory lock: serialises concurrent setups of the first admin. */
const SETUP_LOCK = 0x73657475;

/** The secrets that open the setup of the first admin, by their SHA-256. */
@Injectable()
export class SetupRepository {
  constructor(@InjectRepository(SetupSecret) private readonly secrets: Repository<SetupSecret>) {}

  async add(digest: Buffer): Promise<void> {
    await this.secrets.insert({ digest });
    await this.secrets
      .createQueryBuilder()
      .delete()
      .where('digest not in (select digest from setup_secret order by made_at desc limit :kept)', { kept: KEPT })
      .execute();
  }

  async lock(tx: Transaction): Promise<void> {
    await query(tx, 'select pg_advisory_xact_lock($1)', [SETUP_LOCK]);
  }

  knows(digest: Buffer): Promise<boolean> {
    return this.secrets.existsBy({ digest });
  }

  /** Consumes all secrets; false if another process was faster. */
  async spend(tx: Transaction): Promise<boolean> {
    const { affected } = await tx.withRepository(this.secrets).createQueryBuilder().delete().execute();
    return (affected ?? 0) > 0;
  }
}
