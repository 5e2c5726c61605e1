"""What ingestion asks for beside the entities."""
import datetime

from metadata.generated.schema.entity.services.connections.testConnectionDefinition import TestConnectionDefinition
from metadata.generated.schema.api.data.createQuery import CreateQueryRequest
from metadata.generated.schema.entity.data.database import Database
from metadata.generated.schema.entity.data.query import Query
from metadata.generated.schema.entity.data.table import (
    ColumnJoins,
    DataModel,
    JoinedWith,
    Table,
    TableJoins,
    TableProfilerConfig,
)
from metadata.generated.schema.type.usageRequest import UsageRequest
from world import World, fqn, life


def run(world: World) -> None:
    om = world.om
    world.step(
        "TestConnectionDefinition: of Postgres",
        lambda: om.get_by_name(TestConnectionDefinition, "Postgres.testConnectionDefinition"),
        lambda it: it.steps == [],
    )
    world.step("settings: of the profiler", lambda: om.get_profiler_config_settings())
    queries(world)
    table_facts(world)


def queries(world: World) -> None:
    om, name, table = world.om, world.name, world.made["table"]
    service, text = f"{name}_databaseService", f"select count(*) from orders -- {name}"
    request = CreateQueryRequest(query=text, service=service, duration=1.5, usedBy=["etl"], users=[name], processedLineage=True)
    world.keep("query", "Query: create", lambda: om.create_or_update(request), lambda it: it.query.root == text)
    world.step(
        "Query: bulk",
        lambda: om.bulk_create_or_update([CreateQueryRequest(query=f"{text} {i}", service=service) for i in range(2)]),
        lambda it: it.numberOfRowsFailed.root == 0,
    )
    life(world, Query, "query", ["users", "queryUsedIn", "votes"])
    world.step(
        "Query: ingest those of a table",
        lambda: om.ingest_entity_queries_data(table, [CreateQueryRequest(query="select 1", service=service, dialect="postgres", usedBy=["etl"])]) or True,
    )
    world.step("Query: list those of a table", lambda: om.get_entity_queries(table.id, fields=["users"]), lambda it: len(it) == 1)
    world.step("Query: those with lineage", lambda: om.es_get_queries_with_lineage(service), lambda it: len(it) == 1)


def table_facts(world: World) -> None:
    om, table = world.om, world.made["table"]
    today = datetime.date.today().isoformat()
    model = DataModel(modelType="DBT", sql="select 1", rawSql="select 1", path="a.sql", upstream=[fqn(table)])
    world.step("Table: data model", lambda: om.ingest_table_data_model(table, model), lambda it: it.dataModel.sql.root == "select 1")
    other = JoinedWith(fullyQualifiedName=f"{fqn(world.made['view'])}.id", joinCount=3)
    joins = TableJoins(startDate=today, dayCount=1, columnJoins=[ColumnJoins(columnName="id", joinedWith=[other])])
    world.step("Table: joins", lambda: om.publish_frequently_joined_with(table, joins) or True)
    world.step(
        "Table: read joins",
        lambda: om.get_by_id(Table, table.id, fields=["joins"]),
        lambda it: it.joins.columnJoins[0].joinedWith[0].joinCount == 3,
    )
    world.step("Table: use", lambda: om.publish_table_usage(table, UsageRequest(date=today, count=5)) or True)
    world.step("Table: percentiles", lambda: om.compute_percentile(Table, today) or True)
    world.step("Database: percentiles", lambda: om.compute_percentile(Database, today) or True)
    world.step(
        "Table: read use",
        lambda: om.get_by_id(Table, table.id, fields=["usageSummary"]),
        lambda it: it.usageSummary.dailyStats.count == 5,
    )
    world.step(
        "Database: use of its tables",
        lambda: om.get_by_id(Database, world.made["database"].id, fields=["usageSummary"]),
        lambda it: it.usageSummary.weeklyStats.count == 5,
    )
    config = TableProfilerConfig(profileSample=10, profileSampleType="PERCENTAGE")
    world.step(
        "Table: profiler configuration",
        lambda: om.create_or_update_table_profiler_config(fqn(table), config),
        lambda it: it.tableProfilerConfig.profileSample == 10,
    )
