import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Connection settings of a service, including secrets; the service's document contains them masked. */
@Entity('service_connection')
export class ServiceConnection {
  /** The node of the service. */
  @PrimaryColumn('bigint')
  readonly node!: string;

  /** JSON, encrypted by ConnectionBox. */
  @Column('bytea')
  readonly sealed!: Buffer;

  /** Written since TLS is required where the connection says nothing of it. */
  @Column({ name: 'requires_tls', type: 'boolean', default: false })
  readonly requiresTls!: boolean;
}
