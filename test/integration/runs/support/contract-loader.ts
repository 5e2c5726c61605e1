import { EntityDocuments } from '@app/catalog';
import { EffectiveRepository } from '@app/contracts';
import type { Database } from '@app/database';
import { EntityRepository } from '../../../../libs/catalog/src/read/entity.repository';
import { RelationRepository } from '../../../../libs/catalog/src/read/relation.repository';
import { ContractLoader } from '../../../../libs/validation/src/runs/work/contract-loader';
import { EvidenceLoader } from '../../../../libs/validation/src/runs/work/evidence-loader';

/** Loads what runs are evaluated with from a database, without Nest. */
export function contractLoader(database: Database): ContractLoader {
  const links = { origin: 'http://catalog' };
  const documents = new EntityDocuments(new EntityRepository(), new RelationRepository(), links);
  return new ContractLoader(new EffectiveRepository(database), database, documents, new EvidenceLoader(database));
}
