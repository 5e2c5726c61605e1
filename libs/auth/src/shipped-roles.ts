import type { AccessRule, Operation } from '@app/common';

export interface ShippedRole {
  readonly name: 'Admin' | 'DataConsumer' | 'DataSteward' | 'Bot';
  /** The same in every installation, so that references to it can be carried from one to another. */
  readonly id: string;
  readonly description: string;
  readonly policy: {
    readonly id: string;
    readonly name: string;
    readonly description: string;
  };
  /** On all resources; those of the administration are beyond every role but Admin. */
  readonly operations: readonly (Operation | 'All')[];
  readonly furtherRules: readonly AccessRule[];
}

const CONSUMER: readonly Operation[] = ['ViewAll', 'ViewBasic', 'Search', 'ExportLineage'];

/** Types that ingestion bots must not delete: those that others are responsible for, and containers of many assets. */
const NEVER_DELETED_BY_BOTS = [
  ...['databaseService', 'messagingService', 'dashboardService', 'pipelineService', 'mlmodelService'],
  ...['storageService', 'searchService', 'apiService', 'domain', 'team', 'dataContract'],
];

/** The roles of a fresh catalog, each with one policy. The file that seeds them (seeds/roles.sql of libs/database) is checked against this. */
export const SHIPPED_ROLES: readonly ShippedRole[] = [
  {
    name: 'Admin',
    id: '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0a01',
    description: 'May do everything, the administration of users, roles and policies included.',
    policy: {
      id: '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0b01',
      name: 'AdminPolicy',
      description: 'Everything on everything.',
    },
    operations: ['All', 'ManageContractPolicy', 'ReviewContract', 'OverrideConsent'],
    furtherRules: [],
  },
  {
    name: 'DataConsumer',
    id: '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0a02',
    description: 'What every principal may: see, search and export.',
    policy: {
      id: '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0b02',
      name: 'DataConsumerPolicy',
      description: 'See and search everything, export lineage. Holds for every principal.',
    },
    operations: CONSUMER,
    furtherRules: [],
  },
  {
    name: 'DataSteward',
    id: '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0a03',
    description: 'Describes data, looks after its tests and contracts.',
    policy: {
      id: '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0b03',
      name: 'DataStewardPolicy',
      description:
        'What a consumer may, and describe, tag, assign owners, draw lineage, write tests and contracts, validate these, manage results, have sources crawled and checked.',
    },
    operations: [
      ...CONSUMER,
      'EditDescription',
      'EditTags',
      'EditOwners',
      'EditLineage',
      'EditTests',
      'ValidateContract',
      'ManageResults',
      'CrawlData',
      'CheckData',
    ],
    furtherRules: [
      {
        ...{ name: 'DataStewardContracts', effect: 'allow', resources: ['dataContract'] },
        operations: ['Create', 'EditAll', 'Delete'],
      },
      // Which tests a contract expects is part of it; on which assets is judged by EditTests.
      { name: 'DataStewardTests', effect: 'allow', operations: ['Create'], resources: ['testCase'] },
    ],
  },
  {
    name: 'Bot',
    id: '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0a04',
    description: 'Brings metadata in: for ingestion.',
    policy: {
      id: '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0b04',
      name: 'BotPolicy',
      description:
        'What a consumer may, and create and edit entities, lineage and results, have sources crawled and checked; delete softly, but no services, domains, teams and contracts.',
    },
    operations: [...CONSUMER, 'Create', 'Delete', 'EditAll', 'EditLineage', 'ManageResults', 'CrawlData', 'CheckData'],
    // Denials apply to what a bot owns as well.
    furtherRules: [
      { name: 'BotNeverForGood', effect: 'deny', operations: ['HardDelete'], resources: ['All'] },
      { name: 'BotNeverDeletes', effect: 'deny', operations: ['Delete'], resources: NEVER_DELETED_BY_BOTS },
    ],
  },
];
