import type { EntityType } from '../definition/entity-type';
import { apiCollectionType } from './assets/api-collection.type';
import { apiEndpointType } from './assets/api-endpoint.type';
import { chartType } from './assets/chart.type';
import { containerType } from './assets/container.type';
import { dashboardDataModelType } from './assets/dashboard-data-model.type';
import { dashboardType } from './assets/dashboard.type';
import { mlmodelType } from './assets/mlmodel.type';
import { pipelineType } from './assets/pipeline.type';
import { searchIndexType } from './assets/search-index.type';
import { topicType } from './assets/topic.type';
import { databaseSchemaType } from './data/database-schema.type';
import { databaseType } from './data/database.type';
import { queryType } from './data/query.type';
import { storedProcedureType } from './data/stored-procedure.type';
import { tableType } from './data/table.type';
import { classificationType } from './governance/classification.type';
import { dataProductType } from './governance/data-product.type';
import { domainType } from './governance/domain.type';
import { glossaryTermType } from './governance/glossary-term.type';
import { glossaryType } from './governance/glossary.type';
import { tagType } from './governance/tag.type';
import { policyType } from './people/policy.type';
import { roleType } from './people/role.type';
import { teamType } from './people/team.type';
import { userType } from './people/user.type';
import { testCaseType } from './quality/test-case.type';
import { testDefinitionType } from './quality/test-definition.type';
import { testSuiteType } from './quality/test-suite.type';
import {
  apiServiceType,
  dashboardServiceType,
  databaseServiceType,
  messagingServiceType,
  mlmodelServiceType,
  pipelineServiceType,
  searchServiceType,
  storageServiceType,
} from './services.type';

/** All types of the catalog. Their order is that of lists of types in messages, and of preference where several types match a dataset. */
export const DECLARED_TYPES: readonly EntityType[] = [
  tableType,
  topicType,
  containerType,
  searchIndexType,
  dashboardType,
  mlmodelType,
  storedProcedureType,
  dashboardDataModelType,
  apiEndpointType,
  pipelineType,
  chartType,
  apiCollectionType,
  databaseType,
  databaseSchemaType,
  databaseServiceType,
  messagingServiceType,
  dashboardServiceType,
  pipelineServiceType,
  mlmodelServiceType,
  storageServiceType,
  searchServiceType,
  apiServiceType,
  domainType,
  dataProductType,
  glossaryType,
  glossaryTermType,
  classificationType,
  tagType,
  testDefinitionType,
  testSuiteType,
  testCaseType,
  userType,
  teamType,
  roleType,
  policyType,
  queryType,
];
