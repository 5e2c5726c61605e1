"""Test definitions, suites, cases and their results; profiles."""
import time

from metadata.generated.schema.api.tests.createTestCase import CreateTestCaseRequest
from metadata.generated.schema.api.tests.createTestDefinition import CreateTestDefinitionRequest
from metadata.generated.schema.api.tests.createTestSuite import CreateTestSuiteRequest
from metadata.generated.schema.api.data.createTableProfile import CreateTableProfileRequest
from metadata.generated.schema.entity.data.table import Table, TableProfile
from metadata.generated.schema.tests.basic import TestCaseResult, TestCaseStatus
from metadata.generated.schema.tests.testCase import TestCase
from metadata.generated.schema.tests.testDefinition import TestDefinition, TestPlatform
from metadata.generated.schema.tests.testSuite import TestSuite
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
    profile = CreateTableProfileRequest(tableProfile=TableProfile(timestamp=now, rowCount=2, columnCount=2))
    world.step("Table: add a profile", lambda: om.ingest_profile_data(table, profile), lambda it: it.id == table.id)
    world.step("Table: read the newest profile", lambda: om.get_latest_table_profile(fqn(table)), lambda it: it.profile.rowCount == 2)
