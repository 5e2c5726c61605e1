import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The document of the Open Data Contract Standard that a contract came from. */
@Entity('contract_odcs')
export class OdcsDocument {
  /** The node of the contract. */
  @PrimaryColumn('bigint')
  readonly node!: string;

  /** The document as it goes out while nothing is changed here; json and not jsonb, so that it keeps the order of its keys. */
  @Column('json')
  readonly document!: unknown;

  /** Index of the contract's object in its schema, null without one. */
  @Column({ type: 'integer', nullable: true })
  readonly object!: number | null;

  /** The state of the contract when it was read from the document. */
  @Column('jsonb')
  readonly baseline!: unknown;
}
