import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A secret that opens the setup of the first admin, by its SHA-256. */
@Entity('setup_secret')
export class SetupSecret {
  @PrimaryColumn('bytea')
  readonly digest!: Buffer;

  @Column({ name: 'made_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly madeAt!: Date;
}
