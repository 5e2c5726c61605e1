-- The roles of a fresh catalog, each with one policy of its own; libs/auth checks them against the list that it knows.
insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
select s.id::uuid, s.type, s.name, s.name, 1, (extract(epoch from now()) * 1000)::bigint, 'system',
       jsonb_build_object('description', s.description), s.details::jsonb
  from (values
    ('6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0a01', 'role', 'Admin',
     'May do everything, the administration of users, roles and policies included.', '{}'),
    ('6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0b01', 'policy', 'AdminPolicy',
     'Everything on everything.',
     '{"enabled": true, "rules": [
        {"name": "AdminRule", "effect": "allow", "resources": ["All"],
         "operations": ["All", "ManageContractPolicy", "ReviewContract", "OverrideConsent"]}]}'),
    ('6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0a02', 'role', 'DataConsumer',
     'What every principal may: see, search and export.', '{}'),
    ('6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0b02', 'policy', 'DataConsumerPolicy',
     'See and search everything, export lineage. Holds for every principal.',
     '{"enabled": true, "rules": [
        {"name": "DataConsumerRule", "effect": "allow", "resources": ["All"],
         "operations": ["ViewAll", "ViewBasic", "Search", "ExportLineage"]}]}'),
    ('6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0a03', 'role', 'DataSteward',
     'Describes data, looks after its tests and contracts.', '{}'),
    ('6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0b03', 'policy', 'DataStewardPolicy',
     'What a consumer may, and describe, tag, assign owners, draw lineage, write tests and contracts, validate these, manage results, have sources crawled and checked.',
     '{"enabled": true, "rules": [
        {"name": "DataStewardRule", "effect": "allow", "resources": ["All"],
         "operations": ["ViewAll", "ViewBasic", "Search", "ExportLineage", "EditDescription", "EditTags", "EditOwners", "EditLineage",
                        "EditTests", "ValidateContract", "ManageResults", "CrawlData", "CheckData"]},
        {"name": "DataStewardContracts", "effect": "allow", "resources": ["dataContract"], "operations": ["Create", "EditAll", "Delete"]},
        {"name": "DataStewardTests", "effect": "allow", "resources": ["testCase"], "operations": ["Create"]}]}'),
    ('6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0a04', 'role', 'Bot',
     'Brings metadata in: for ingestion.', '{}'),
    ('6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0b04', 'policy', 'BotPolicy',
     'What a consumer may, and create and edit entities, lineage and results, have sources crawled and checked; delete softly, but no services, domains, teams and contracts.',
     '{"enabled": true, "rules": [
        {"name": "BotRule", "effect": "allow", "resources": ["All"],
         "operations": ["ViewAll", "ViewBasic", "Search", "ExportLineage", "Create", "Delete", "EditAll", "EditLineage", "ManageResults",
                        "CrawlData", "CheckData"]},
        {"name": "BotNeverForGood", "effect": "deny", "resources": ["All"], "operations": ["HardDelete"]},
        {"name": "BotNeverDeletes", "effect": "deny", "operations": ["Delete"],
         "resources": ["databaseService", "messagingService", "dashboardService", "pipelineService", "mlmodelService", "storageService",
                       "searchService", "apiService", "domain", "team", "dataContract"]}]}')
  ) s (id, type, name, description, details);

insert into entity_reference (from_node, relation, to_node, position)
select r.node, 'policies', p.node, 0
  from entity r join entity p on p.type = 'policy' and p.name = r.name || 'Policy'
 where r.type = 'role'
 order by r.node;
