import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('pipeline_status')
export class PipelineStatus {
  /** The node of the pipeline. */
  @PrimaryColumn('bigint')
  readonly pipeline!: string;

  /** Epoch ms. */
  @PrimaryColumn('bigint')
  readonly timestamp!: number;

  @Column('jsonb')
  readonly body!: object;
}
