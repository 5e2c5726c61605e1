"""Services and the assets in them."""
import json

from metadata.generated.schema.api.data.createAPICollection import CreateAPICollectionRequest
from metadata.generated.schema.api.data.createAPIEndpoint import CreateAPIEndpointRequest
from metadata.generated.schema.api.data.createChart import CreateChartRequest
from metadata.generated.schema.api.data.createContainer import CreateContainerRequest
from metadata.generated.schema.api.data.createDashboard import CreateDashboardRequest
from metadata.generated.schema.api.data.createDashboardDataModel import CreateDashboardDataModelRequest
from metadata.generated.schema.api.data.createDatabase import CreateDatabaseRequest
from metadata.generated.schema.api.data.createDatabaseSchema import CreateDatabaseSchemaRequest
from metadata.generated.schema.api.data.createMlModel import CreateMlModelRequest
from metadata.generated.schema.api.data.createPipeline import CreatePipelineRequest
from metadata.generated.schema.api.data.createSearchIndex import CreateSearchIndexRequest
from metadata.generated.schema.api.data.createStoredProcedure import CreateStoredProcedureRequest
from metadata.generated.schema.api.data.createTable import CreateTableRequest
from metadata.generated.schema.api.data.createTopic import CreateTopicRequest
from metadata.generated.schema.api.lineage.addLineage import AddLineageRequest
from metadata.generated.schema.api.services.createApiService import CreateApiServiceRequest
from metadata.generated.schema.api.services.createDashboardService import CreateDashboardServiceRequest
from metadata.generated.schema.api.services.createDatabaseService import CreateDatabaseServiceRequest
from metadata.generated.schema.api.services.createMessagingService import CreateMessagingServiceRequest
from metadata.generated.schema.api.services.createMlModelService import CreateMlModelServiceRequest
from metadata.generated.schema.api.services.createPipelineService import CreatePipelineServiceRequest
from metadata.generated.schema.api.services.createSearchService import CreateSearchServiceRequest
from metadata.generated.schema.api.services.createStorageService import CreateStorageServiceRequest
from metadata.generated.schema.entity.data.apiCollection import APICollection
from metadata.generated.schema.entity.data.apiEndpoint import APIEndpoint
from metadata.generated.schema.entity.data.chart import Chart
from metadata.generated.schema.entity.data.container import Container
from metadata.generated.schema.entity.data.dashboard import Dashboard
from metadata.generated.schema.entity.data.dashboardDataModel import DashboardDataModel
from metadata.generated.schema.entity.data.database import Database
from metadata.generated.schema.entity.data.databaseSchema import DatabaseSchema
from metadata.generated.schema.entity.data.mlmodel import MlModel
from metadata.generated.schema.entity.data.pipeline import Pipeline
from metadata.generated.schema.entity.data.searchIndex import SearchIndex
from metadata.generated.schema.entity.data.storedProcedure import StoredProcedure
from metadata.generated.schema.entity.data.table import Table
from metadata.generated.schema.entity.data.topic import Topic
from metadata.generated.schema.entity.domains.dataProduct import DataProduct
from metadata.generated.schema.entity.services.apiService import ApiService
from metadata.generated.schema.entity.services.dashboardService import DashboardService
from metadata.generated.schema.entity.services.databaseService import DatabaseService
from metadata.generated.schema.entity.services.messagingService import MessagingService
from metadata.generated.schema.entity.services.mlmodelService import MlModelService
from metadata.generated.schema.entity.services.pipelineService import PipelineService
from metadata.generated.schema.entity.services.searchService import SearchService
from metadata.generated.schema.entity.services.storageService import StorageService
from metadata.generated.schema.type.entityLineage import EntitiesEdge
from metadata.generated.schema.type.entityReferenceList import EntityReferenceList
from metadata.generated.schema.type.tagLabel import TagLabel
from metadata.ingestion.models.table_metadata import ColumnTag
from metadata.sdk.entities.dataproducts import DataProducts
from world import World, fqn, life

POSTGRES = {
    "config": {
        "type": "Postgres",
        "username": "reader",
        "authType": {"password": "secret"},
        "hostPort": "localhost:5432",
        "database": "shop",
    }
}
COLUMNS = [
    {"name": "id", "dataType": "BIGINT", "constraint": "PRIMARY_KEY"},
    {"name": "note", "dataType": "VARCHAR", "dataLength": 20, "constraint": "NULL"},
]

SERVICES = [
    ("databaseService", DatabaseService, CreateDatabaseServiceRequest, "Postgres"),
    ("messagingService", MessagingService, CreateMessagingServiceRequest, "Kafka"),
    ("dashboardService", DashboardService, CreateDashboardServiceRequest, "Superset"),
    ("pipelineService", PipelineService, CreatePipelineServiceRequest, "Airflow"),
    ("mlmodelService", MlModelService, CreateMlModelServiceRequest, "Mlflow"),
    ("storageService", StorageService, CreateStorageServiceRequest, "S3"),
    ("searchService", SearchService, CreateSearchServiceRequest, "ElasticSearch"),
    ("apiService", ApiService, CreateApiServiceRequest, "Rest"),
]


def requests(name):
    """The assets, each after what it lies in: key, model, create request, fields to ask for."""
    service = lambda kind: f"{name}_{kind}"
    schema = f"{service('databaseService')}.shop.public"
    return [
        ("database", Database, CreateDatabaseRequest(name="shop", service=service("databaseService")), ["owners", "sourceHash"]),
        ("schema", DatabaseSchema, CreateDatabaseSchemaRequest(name="public", database=f"{service('databaseService')}.shop"), ["owners"]),
        ("table", Table, CreateTableRequest(name="orders", databaseSchema=schema, columns=COLUMNS), ["owners", "tags", "columns"]),
        ("view", Table, CreateTableRequest(name="recent", databaseSchema=schema, columns=COLUMNS, tableType="View"), ["schemaDefinition"]),
        (
            "procedure",
            StoredProcedure,
            CreateStoredProcedureRequest(name="proc", databaseSchema=schema, storedProcedureCode={"language": "SQL", "code": "select 1"}),
            ["owners"],
        ),
        ("topic", Topic, CreateTopicRequest(name="clicks", service=service("messagingService"), partitions=1), ["owners", "messageSchema"]),
        ("chart", Chart, CreateChartRequest(name="chart", service=service("dashboardService")), ["owners"]),
        (
            "dataModel",
            DashboardDataModel,
            CreateDashboardDataModelRequest(
                name="model", service=service("dashboardService"), dataModelType="SupersetDataModel", columns=COLUMNS
            ),
            ["owners"],
        ),
        (
            "dashboard",
            Dashboard,
            CreateDashboardRequest(name="board", service=service("dashboardService"), charts=[f"{service('dashboardService')}.chart"]),
            ["charts", "owners"],
        ),
        ("pipeline", Pipeline, CreatePipelineRequest(name="load", service=service("pipelineService"), tasks=[{"name": "one"}]), ["tasks"]),
        ("mlmodel", MlModel, CreateMlModelRequest(name="model", service=service("mlmodelService"), algorithm="regression"), ["owners"]),
        ("container", Container, CreateContainerRequest(name="files", service=service("storageService")), ["owners", "dataModel"]),
        (
            "searchIndex",
            SearchIndex,
            CreateSearchIndexRequest(name="index", service=service("searchService"), fields=[{"name": "a", "dataType": "TEXT"}]),
            ["owners"],
        ),
        ("apiCollection", APICollection, CreateAPICollectionRequest(name="orders", service=service("apiService")), ["owners"]),
        (
            "apiEndpoint",
            APIEndpoint,
            CreateAPIEndpointRequest(
                name="list", apiCollection=f"{service('apiService')}.orders", endpointURL="http://localhost/orders"
            ),
            ["owners"],
        ),
    ]


def run(world: World) -> None:
    om, name = world.om, world.name
    for key, kind, create, service_type in SERVICES:
        given = {"connection": POSTGRES} if key == "databaseService" else {}
        request = create(name=f"{name}_{key}", serviceType=service_type, **given)
        world.keep(key, f"{kind.__name__}: create", lambda: om.create_or_update(request))
        life(world, kind, key, ["owners", "tags"])
    world.step(
        "DatabaseService: connection without fields",
        lambda: om.get_by_name(DatabaseService, f"{name}_databaseService"),
        lambda it: it.connection.config.username == "reader",
    )
    for key, kind, request, fields in requests(name):
        world.keep(key, f"{kind.__name__}: create {key}", lambda: om.create_or_update(request))
        life(world, kind, key, fields)
    tables(world)
    ports(world)


def tables(world: World) -> None:
    om, table = world.om, world.made["table"]
    world.step(
        "Table: columns in a list",
        lambda: list(om.list_all_entities(Table, params={"database": fqn(world.made["schema"])}, fields=["sourceHash"])),
        lambda it: len(it) == 2 and all(len(one.columns) == 2 for one in it),
    )
    label = TagLabel(tagFQN=f"{world.name}_class.tag", source="Classification", labelType="Manual", state="Confirmed")
    world.step("Table: patch a tag", lambda: om.patch_tag(Table, table, label), lambda it: len(it.tags) == 1)
    world.step(
        "Table: patch the tag of a column",
        lambda: om.patch_column_tags(
            om.get_by_id(Table, table.id, fields=["tags", "columns"]),
            [ColumnTag(column_fqn=f"{fqn(table)}.note", tag_label=label)],
        ),
        lambda it: len(it.columns[1].tags) == 1,
    )
    owners = EntityReferenceList(root=[world.reference("user", "user")])
    world.step("Table: patch the owner", lambda: om.patch_owner(Table, table, owners, force=True), lambda it: len(it.owners.root) == 1)
    world.step("Table: add a domain", lambda: om.patch_domain(Table, table, EntityReferenceList(root=[world.reference("domain", "domain")])),
        lambda it: len(it.domains.root) == 1)
    edge = AddLineageRequest(edge=EntitiesEdge(fromEntity=world.reference("table", "table"), toEntity=world.reference("view", "table")))
    world.step("lineage: add an edge", lambda: om.add_lineage(edge), lambda it: len(it["downstreamEdges"]) == 1)
    world.step("lineage: add it again", lambda: om.add_lineage(edge, check_patch=True))
    world.step("lineage: by name", lambda: om.get_lineage_by_name(Table, fqn(table)), lambda it: len(it["nodes"]) == 1)
    world.step("lineage: of an edge", lambda: om.get_lineage_edge(table.id.root, world.made["view"].id.root))
    world.step("Table: search by FQN", lambda: om.es_search_from_fqn(Table, fqn(table)), lambda it: len(it) == 1)
    world.step("Table: delete", lambda: om.delete(Table, world.made["view"].id) or True)
    world.step("Table: restore", lambda: om.client.put("/tables/restore", data=json.dumps({"id": str(world.made["view"].id.root)})))


def ports(world: World) -> None:
    """What a data product consumes, and what of it others may consume; its own assets come first."""
    om, product = world.om, fqn(world.made["product"])
    DataProducts.use_client(om)
    table, topic = [world.reference("table", "table")], [world.reference("topic", "topic")]
    for name, act in (
        ("add assets", lambda: om.add_assets_to_data_product(product, table)),
        ("add output ports", lambda: om.add_output_ports_to_data_product(product, table)),
        ("add input ports", lambda: om.add_input_ports_to_data_product(product, topic)),
        ("add them again, fluently", lambda: DataProducts.add_input_ports(product, topic)),
        ("remove input ports", lambda: om.remove_input_ports_from_data_product(product, topic)),
        ("remove output ports", lambda: om.remove_output_ports_from_data_product(product, table)),
        ("remove assets", lambda: om.remove_assets_from_data_product(product, table)),
    ):
        world.step(
            f"DataProduct: {name}", act, lambda it: it["status"] == "success" and it["numberOfRowsPassed"] == 1
        )
        if "ports" in name:
            world.step(
                f"DataProduct: read after {name}",
                lambda: om.get_by_name(DataProduct, product, fields=["*"]),
                lambda it: it.id == world.made["product"].id,
            )
