"""The steps of a user of the client that openapi-python-client makes. Each prints its name; what is not as it has to be ends the walk."""

import sys
from http import HTTPStatus

from metadata_catalog_client import AuthenticatedClient, models
from metadata_catalog_client.api.data_contracts import create_data_contract
from metadata_catalog_client.api.database_schemas import create_database_schema
from metadata_catalog_client.api.databases import create_database
from metadata_catalog_client.api.lineage import get_lineage_by_name, put_lineage_edge
from metadata_catalog_client.api.results import list_results
from metadata_catalog_client.api.search import search_entities
from metadata_catalog_client.api.servicesdatabase_services import create_database_service, delete_database_service
from metadata_catalog_client.api.tables import create_or_update_table, create_table, get_table_by_name, list_tables
from metadata_catalog_client.api.validation import validate_contract
from metadata_catalog_client.types import UNSET

origin, token, service_name = sys.argv[1:]
client = AuthenticatedClient(base_url=origin, token=token, timeout=60.0)


def step(name, response, status=HTTPStatus.CREATED):
    """The model of the answer, which has to be one of its own."""
    if response.status_code != status:
        raise SystemExit(f"{name}: {response.status_code} {response.content!r}")
    if isinstance(response.parsed, (models.Error, type(None))):
        raise SystemExit(f"{name}: the answer has no model")
    print(f"done: {name}", flush=True)
    return response.parsed


service = step(
    "create a service",
    create_database_service.sync_detailed(
        client=client, body=models.CreateDatabaseService(name=service_name, service_type="Postgres")
    ),
)
database = step(
    "create a database, its parent by id",
    create_database.sync_detailed(
        client=client,
        body=models.CreateDatabase(name="shop", service=models.DatabaseServiceById(id=service.id)),
    ),
)
schema = step(
    "create a schema, its parent by name",
    create_database_schema.sync_detailed(
        client=client,
        body=models.CreateDatabaseSchema(
            name="sales", database=models.DatabaseByName(fully_qualified_name=database.fully_qualified_name)
        ),
    ),
)


def table(name, **more):
    columns = [
        models.Column(name="id", data_type=models.ColumnDataType.BIGINT, constraint=models.ColumnConstraint.PRIMARY_KEY),
        models.Column(name="note", data_type=models.ColumnDataType.VARCHAR, data_length=200),
    ]
    return models.CreateTable(name=name, database_schema=schema.fully_qualified_name, columns=columns, **more)


orders = step("create a table", create_table.sync_detailed(client=client, body=table("orders")))
refunds = step("create another", create_table.sync_detailed(client=client, body=table("refunds")))
changed = step(
    "put a table",
    create_or_update_table.sync_detailed(client=client, body=table("orders", description="One row an order")),
    HTTPStatus.OK,
)
read = step(
    "get a table by its name",
    get_table_by_name.sync_detailed(fqn=orders.fully_qualified_name, client=client, fields="columns"),
    HTTPStatus.OK,
)
assert read.id == orders.id and read.description == "One row an order" and read.version == changed.version
assert read.columns[0].data_type == models.ColumnDataType.BIGINT

names = []
after = UNSET
while after or not names:
    page = step(
        "list tables by a cursor",
        list_tables.sync_detailed(client=client, limit=1, database_schema=schema.fully_qualified_name, after=after),
        HTTPStatus.OK,
    )
    names.extend(one.name for one in page.data)
    after = page.paging.after
assert names == ["orders", "refunds"], names

contract = step(
    "create a contract",
    create_data_contract.sync_detailed(
        client=client,
        body=models.CreateDataContract(
            name="orders_contract",
            entity=models.CreateDataContractEntityWithId(
                id=orders.id, type_=models.CreateDataContractEntityWithIdType.TABLE
            ),
            entity_status=models.CreateDataContractEntityStatus.APPROVED,
            schema=[models.Column(name="id", data_type=models.ColumnDataType.BIGINT)],
            semantics=[models.SemanticsRule(name="has_a_description", rule='{"!!": [{"var": "description"}]}')],
            sla=models.ContractSla(retention=models.ContractDuration(period=2, unit=models.ContractDurationUnit.YEAR)),
        ),
    ),
)
verdict = step(
    "validate it", validate_contract.sync_detailed(contract.id, client=client, prefer="wait=30"), HTTPStatus.OK
)
assert verdict.contract_execution_status == models.DataContractResultContractExecutionStatus.SUCCESS, verdict
results = step("list its results", list_results.sync_detailed(contract.id, client=client), HTTPStatus.OK)
assert [one.id for one in results.data] == [verdict.id]

found = step(
    "search",
    search_entities.sync_detailed(client=client, q=f"orders AND service.name:{service_name}", index="table"),
    HTTPStatus.OK,
)
assert found.hits is not None

step(
    "put an edge",
    put_lineage_edge.sync_detailed(
        client=client,
        body=models.PutLineageEdgeInput(
            edge=models.LineageEdgeToSend(
                from_entity=models.LineageEndToSend(id=orders.id, type_=models.LineageEndToSendType.TABLE),
                to_entity=refunds.fully_qualified_name,
            )
        ),
    ),
    HTTPStatus.OK,
)
lineage = step(
    "read lineage",
    get_lineage_by_name.sync_detailed(models.GetLineageByNameType.TABLE, orders.fully_qualified_name, client=client),
    HTTPStatus.OK,
)
assert [edge.to_entity for edge in lineage.downstream_edges] == [refunds.id]

gone = step(
    "delete the service",
    delete_database_service.sync_detailed(service.id, client=client, recursive=True, hard_delete=True),
    HTTPStatus.OK,
)
assert gone.id == service.id
print("all done")
