import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The password of a user. */
@Entity('credential')
export class Credential {
  @PrimaryColumn({ name: 'user_node', type: 'bigint' })
  readonly userNode!: string;

  /** argon2id in its encoded form. */
  @Column('text')
  readonly hash!: string;

  @Column({ name: 'changed_at', type: 'timestamptz', default: () => 'now()' })
  readonly changedAt!: Date;
}
