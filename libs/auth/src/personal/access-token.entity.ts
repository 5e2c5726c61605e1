import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A personal or bot token by its id; its text is stored nowhere. */
@Entity('access_token')
export class AccessToken {
  @PrimaryColumn('uuid')
  readonly jti!: string;

  @Column({ name: 'user_node', type: 'bigint' })
  readonly userNode!: string;

  @Column('text')
  readonly name!: string;

  @Column('text')
  readonly kind!: 'personal' | 'bot';

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  readonly createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  readonly expiresAt!: Date;

  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true })
  readonly revokedAt!: Date | null;
}
