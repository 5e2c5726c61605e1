"""Test definitions, suites, cases and their results; profiles."""
import time

from metadata.generated.schema.api.tests.createLogicalTestCases import CreateLogicalTestCases
from metadata.generated.schema.api.tests.createTestCase import CreateTestCaseRequest
from metadata.generated.schema.api.tests.createTestCaseResolutionStatus import CreateTestCaseResolutionStatus
from metadata.generated.schema.api.tests.createTestDefinition import CreateTestDefinitionRequest
from metadata.generated.schema.api.tests.createTestSuite import CreateTestSuiteRequest
from metadata.generated.schema.api.data.createTableProfile import CreateTableProfileRequest
from metadata.generated.schema.api.tests.createCustomMetric import CreateCustomMetricRequest
from metadata.generated.schema.entity.data.databaseSchema import DatabaseSchema
from metadata.generated.schema.entity.data.table import (
    ColumnProfile,
    DmlOperationType,
    SystemProfile,
    Table,
    TableProfile,
)
from metadata.generated.schema.entity.services.pipelineService import PipelineServiceType
from metadata.generated.schema.tests.basic import TestCaseResult, TestCaseStatus
from metadata.generated.schema.tests.resolved import Resolved
from metadata.generated.schema.tests.testCase import TestCase
from metadata.generated.schema.tests.testDefinition import TestDefinition, TestPlatform
from metadata.generated.schema.tests.testSuite import TestSuite
from metadata.generated.schema.type.basic import Timestamp
from metadata.generated.schema.type.entityReference import EntityReference
from metadata.generated.schema.type.pipelineObservability import LastRunStatus, PipelineObservability
from world import World, fqn, life


def run(world: World) -> None:
    om, name, table = world.om, world.name, world.made["table"]
    now = int(time.time() * 1000)
    world.keep(
        "definition",
        "TestDefinition: create",
        lambda: om.create_or_update(
            CreateTestDefinitionRequest(
                name=f"{name}_unique", entityType="COLUMN", testPlatforms=[TestPlatform.OpenMetadata], validatorClass="Unique"
            )
        ),
    )
    world.step(
        "TestDefinition: validator without fields",
        lambda: om.get_by_id(TestDefinition, world.made["definition"].id),
        lambda it: it.validatorClass == "Unique",
    )
    world.keep(
        "suite", "TestSuite: of a table", lambda: om.get_or_create_executable_test_suite(entity_fqn=fqn(table))
    )
    world.keep(
        "logicalSuite", "TestSuite: create", lambda: om.create_or_update(CreateTestSuiteRequest(name=f"{name}_suite"))
    )
    world.keep(
        "case",
        "TestCase: create",
        lambda: om.create_or_update(
            CreateTestCaseRequest(
                name="unique", testDefinition=f"{name}_unique", entityLink=f"<#E::table::{fqn(table)}::columns::id>"
            )
        ),
    )
    life(world, TestDefinition, "definition", ["owners"])
    life(world, TestSuite, "logicalSuite", ["owners", "tests"])
    life(world, TestCase, "case", ["testDefinition", "testSuite", "testSuites"])
    world.step(
        "TestCase: list those of a suite",
        lambda: om.list_entities(
            TestCase,
            fields=["testSuite", "entityLink", "testDefinition"],
            limit=100,
            params={"testSuiteId": world.made["suite"].id.root},
        ),
        lambda it: [one.name.root for one in it.entities] == ["unique"],
    )
    world.step(
        "TestCase: add a result",
        lambda: om.add_test_case_results(
            TestCaseResult(timestamp=now, testCaseStatus=TestCaseStatus.Success, result="fine"), fqn(world.made["case"])
        )
        or True,
    )
    world.step(
        "TestCase: read results",
        lambda: om.get_test_case_results(fqn(world.made["case"]), now - 1000, now + 1000),
        lambda it: len(it) == 1,
    )
    incidents(world, now)
    world.step(
        "TestSuite: add test cases to a logical one",
        lambda: om.add_logical_test_cases(
            CreateLogicalTestCases(testSuiteId=world.made["logicalSuite"].id, testCaseIds=[world.made["case"].id])
        )
        or om.get_by_id(TestSuite, world.made["logicalSuite"].id, fields=["tests"]),
        lambda it: [one.id for one in it.tests] == [world.made["case"].id],
    )
    profiles(world, table, now)
    pipelines(world, table, now)


def incidents(world: World, now: int) -> None:
    om, case = world.om, fqn(world.made["case"])

    def shown():
        return om.get_by_id(TestCase, world.made["case"].id, fields=["incidentId"]).incidentId

    world.step(
        "TestCase: a failed result opens an incident",
        lambda: om.add_test_case_results(
            TestCaseResult(timestamp=now + 1, testCaseStatus=TestCaseStatus.Failed, result="two"), case
        )
        and shown(),
    )
    world.step(
        "TestCase: acknowledge the incident",
        lambda: om.create_test_case_resolution(
            CreateTestCaseResolutionStatus(
                testCaseResolutionStatusType="Ack", testCaseReference=case, severity="Severity2"
            )
        ),
        lambda it: it.stateId == shown(),
    )
    world.step(
        "TestCase: resolve the incident",
        lambda: om.create_test_case_resolution(
            CreateTestCaseResolutionStatus(
                testCaseResolutionStatusType="Resolved",
                testCaseReference=case,
                testCaseResolutionStatusDetails=Resolved(
                    testCaseFailureReason="Duplicates", testCaseFailureComment="loaded twice"
                ),
            )
        ),
        lambda it: it.severity.value == "Severity2" and shown() is None,
    )


def profiles(world: World, table: Table, now: int) -> None:
    om = world.om
    column = table.columns[0].name.root
    profile = CreateTableProfileRequest(
        tableProfile=TableProfile(timestamp=now, rowCount=2, columnCount=2),
        columnProfile=[ColumnProfile(name=column, timestamp=now, nullCount=1)],
        systemProfile=[SystemProfile(timestamp=now, operation=DmlOperationType.INSERT, rowsAffected=2)],
    )
    world.step("Table: add a profile", lambda: om.ingest_profile_data(table, profile), lambda it: it.id == table.id)
    world.step("Table: read the newest profile", lambda: om.get_latest_table_profile(fqn(table)), lambda it: it.profile.rowCount == 2)
    for kind, name, told in (
        (TableProfile, fqn(table), lambda it: it.rowCount == 2),
        (ColumnProfile, f"{fqn(table)}.{column}", lambda it: it.nullCount == 1),
        (SystemProfile, fqn(table), lambda it: it.rowsAffected == 2),
    ):
        world.step(
            f"Table: read its {kind.__name__}s",
            lambda kind=kind, name=name: om.get_profile_data(name, now - 1000, now + 1000, profile_type=kind),
            lambda it, told=told: it.total == 1 and told(it.entities[0]),
        )
    for of_column in (None, column):
        metric = CreateCustomMetricRequest(name="late", expression="select 1", columnName=of_column)
        world.step(
            f"Table: custom metric of {of_column or 'the table'}",
            lambda metric=metric: om.create_or_update_custom_metric(metric, table.id.root),
            lambda it: it.id == table.id,
        )
    world.step(
        "Table: read custom metrics",
        lambda: om.get_by_id(Table, table.id, fields=["customMetrics", "columns"]),
        lambda it: it.customMetrics[0].name.root == it.columns[0].customMetrics[0].name.root == "late",
    )
    for kind, named in ((Table, fqn(table)), (DatabaseSchema, table.databaseSchema.fullyQualifiedName)):
        world.step(
            f"{kind.__name__}: export as CSV and import again",
            lambda kind=kind, named=named: om.import_csv(kind, named, om.export_csv(kind, named), dry_run=True),
            lambda it: it["status"] == "success" and it["numberOfRowsProcessed"] > 0,
        )


def pipelines(world: World, table: Table, now: int) -> None:
    om, pipeline = world.om, world.made["pipeline"]
    told = PipelineObservability(
        pipeline=EntityReference(id=pipeline.id, type="pipeline", fullyQualifiedName=fqn(pipeline)),
        serviceType=PipelineServiceType.Airflow,
        scheduleInterval="0 2 * * *",
        lastRunTime=now,
        lastRunStatus=LastRunStatus.Successful,
        averageRunTime=1.5,
    )

    # As the connector to Airflow does, which tells of all runs that it has read.
    earlier = told.model_copy(update={"lastRunTime": Timestamp(now - 1000), "averageRunTime": 2.5})

    def is_told(it) -> bool:
        return it.id == table.id and [one.averageRunTime for one in it.pipelineObservability] == [1.5]

    world.step("Table: add what pipelines did", lambda: om.add_pipeline_observability(table.id, [told, earlier]), is_told)
    world.step("Table: add what one pipeline did", lambda: om.add_single_pipeline_observability(table.id, told), is_told)
    world.step(
        "Table: read what pipelines did",
        lambda: om.get_by_id(Table, table.id, fields=["pipelineObservability"]).pipelineObservability[0],
        lambda it: it.pipeline.id == pipeline.id and it.lastRunStatus == LastRunStatus.Successful and it.lastRunTime.root == now,
    )
