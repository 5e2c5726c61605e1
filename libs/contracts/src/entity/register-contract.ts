import { entityTypes, searchContributions } from '@app/catalog';
import { dataContractType } from './data-contract.type';

/** The contract as the search document of its asset shows it: by its newest result that has ended, whatever runs meanwhile. */
const SHOWN_ON_ASSET = `
  (select jsonb_build_object('name', c.name, 'entityStatus', s.status, 'latestStatus', s.ended_status)
     from contract s join entity c on c.node = s.node where s.asset = e.node and s.live)`;

/** Registers the type in the catalog when this library is loaded. */
entityTypes.register(dataContractType);
searchContributions.register('contract', SHOWN_ON_ASSET);
