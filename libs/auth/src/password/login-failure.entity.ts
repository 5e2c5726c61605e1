import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An attempt to log in: it stands here from before its password is checked until it succeeds. */
@Entity('login_failure')
export class LoginFailure {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: string;

  @Column('text')
  readonly account!: string;

  /** An IPv4 address or an IPv6 network. */
  @Column('text')
  readonly address!: string;

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly at!: Date;
}
