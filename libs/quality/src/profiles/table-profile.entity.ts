import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A profile of a table at one instant. */
@Entity('table_profile')
export class TableProfile {
  /** The node of the asset. */
  @PrimaryColumn('bigint')
  readonly asset!: string;

  /** Epoch ms. */
  @PrimaryColumn('bigint')
  readonly timestamp!: number;

  @Column('jsonb')
  readonly body!: object;

  @Column('jsonb')
  readonly columns!: object;

  @Column('jsonb')
  readonly systems!: object;
}
