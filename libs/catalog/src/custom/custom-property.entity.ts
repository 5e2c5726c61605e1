import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A property that the extension of an entity type declares. */
@Entity('custom_property')
export class CustomPropertyRow {
  /** An entity type. */
  @PrimaryColumn('text')
  readonly type!: string;

  @PrimaryColumn('text')
  readonly name!: string;

  @Column({ name: 'display_name', type: 'text', nullable: true })
  readonly displayName!: string | null;

  @Column('text')
  readonly description!: string;

  /** Name of the value type. */
  @Column('text')
  readonly kind!: string;

  /** Configuration for validating values, in addition to their type. */
  @Column({ type: 'jsonb', nullable: true })
  readonly config!: unknown;

  /** Epoch ms. */
  @Column({ name: 'updated_at', type: 'bigint' })
  readonly updatedAt!: string;

  @Column({ name: 'updated_by', type: 'text' })
  readonly updatedBy!: string;
}
