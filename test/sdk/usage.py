"""What ingestion asks for beside the entities."""
from metadata.generated.schema.entity.services.connections.testConnectionDefinition import TestConnectionDefinition
from world import World, fqn


def run(world: World) -> None:
    om = world.om
    world.step(
        "TestConnectionDefinition: of Postgres",
        lambda: om.get_by_name(TestConnectionDefinition, "Postgres.testConnectionDefinition"),
        lambda it: it.steps == [],
    )
    world.step("settings: of the profiler", lambda: om.get_profiler_config_settings())
