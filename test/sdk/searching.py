"""Search, bulk writes, custom properties."""
from metadata.generated.schema.api.data.createTable import CreateTableRequest
from metadata.generated.schema.entity.data.table import Table
from world import World, fqn


def run(world: World) -> None:
    om, name = world.om, world.name
    requests = [
        CreateTableRequest(name=f"bulk_{i}", databaseSchema=fqn(world.made["schema"]), columns=[{"name": "a", "dataType": "INT"}])
        for i in range(3)
    ]
    world.step("bulk: create", lambda: om.bulk_create_or_update(requests), lambda it: it.numberOfRowsProcessed.root == 3 and it.numberOfRowsFailed.root == 0)
    world.step("bulk: again", lambda: om.bulk_create_or_update(requests), lambda it: it.numberOfRowsFailed.root == 0)
    world.step(
        "search: pages", lambda: list(om.paginate_es(Table, size=2)), lambda it: len(it) >= 2
    )
    world.step(
        "search: fieldQuery with a wildcard",
        lambda: om.es_search_from_fqn(Table, f"{name}_databaseService.*.*.bulk_1"),
        lambda it: len(it) == 1,
    )
    world.step(
        "search: aggregate",
        lambda: om.client.get("/search/aggregate", {"index": "table_search_index", "field": "service.name.keyword", "size": 5, "q": ""}),
        lambda it: len(it["aggregations"]) >= 1,
    )
    world.step("types: of fields", lambda: om.client.get("/metadata/types/name/string", {"category": "field"}), lambda it: it["name"] == "string")
