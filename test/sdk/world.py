"""The connection, the count of steps, and what the parts leave for each other."""
from typing import Any, Callable, Dict, List

from metadata.generated.schema.entity.services.connections.metadata.openMetadataConnection import (
    OpenMetadataConnection,
)
from metadata.generated.schema.security.client.openMetadataJWTClientConfig import OpenMetadataJWTClientConfig
from metadata.generated.schema.type.entityReference import EntityReference
from metadata.ingestion.ometa.ometa_api import OpenMetadata


class World:
    def __init__(self, url: str, token: str, by_header: bool, name: str):
        self.name = name
        self.passed = 0
        self.failed: List[str] = []
        self.made: Dict[str, Any] = {}
        headers = {"extraHeaders": {"X-Compatibility": "openmetadata"}} if by_header else {}
        self.om = OpenMetadata(
            OpenMetadataConnection(
                hostPort=f"{url}/api",
                authProvider="openmetadata",
                securityConfig=OpenMetadataJWTClientConfig(jwtToken=token),
                **headers,
            )
        )

    def step(self, name: str, act: Callable[[], Any], holds: Callable[[Any], bool] = lambda it: it is not None) -> Any:
        """Does one step; gives its outcome, or None where it failed."""
        try:
            outcome = act()
            if not holds(outcome):
                raise AssertionError(f"unexpected: {str(outcome)[:300]}")
        except Exception as error:  # whatever the SDK raises
            self.failed.append(f"{name}: {type(error).__name__}: {' '.join(str(error).split())[:400]}")
            print(f"not ok {name}", flush=True)
            return None
        self.passed += 1
        return outcome

    def keep(self, key: str, name: str, act: Callable[[], Any], holds: Callable[[Any], bool] = lambda it: it is not None) -> Any:
        """A step whose outcome later parts need."""
        self.made[key] = self.step(name, act, holds)
        return self.made[key]

    def reference(self, key: str, kind: str) -> EntityReference:
        return EntityReference(id=self.made[key].id, type=kind)


def plain(value: Any) -> Any:
    """The value itself: some models of the SDK wrap it, others do not."""
    return getattr(value, "root", value)


def fqn(entity: Any) -> str:
    return plain(entity.fullyQualifiedName)


def life(world: World, kind: type, key: str, fields: List[str]) -> None:
    """What can be done with every entity: read, list, describe, see its versions, delete and restore it."""
    om, entity, name = world.om, world.made[key], kind.__name__
    if entity is None:
        return
    world.step(f"{name}: get by name", lambda: om.get_by_name(kind, fqn(entity)), lambda it: it.id == entity.id)
    world.step(f"{name}: get by id", lambda: om.get_by_id(kind, entity.id), lambda it: it.name == entity.name)
    world.step(f"{name}: get with all fields", lambda: om.get_by_name(kind, fqn(entity), fields=["*"]))
    if fields:
        world.step(f"{name}: get with {','.join(fields)}", lambda: om.get_by_name(kind, fqn(entity), fields=fields))
    world.step(f"{name}: list", lambda: om.list_entities(kind, limit=100), lambda it: len(it.entities) > 0)
    world.step(f"{name}: list with all fields", lambda: om.list_entities(kind, fields=["*"], limit=20))
    world.step(
        f"{name}: patch the description",
        lambda: om.patch_description(kind, source=om.get_by_id(kind, entity.id), description="Changed", force=True),
        lambda it: plain(it.description) == "Changed",
    )
    world.step(f"{name}: versions", lambda: om.get_list_entity_versions(entity.id, kind), lambda it: len(it.versions) >= 1)
    world.step(f"{name}: first version", lambda: om.get_entity_version(kind, entity.id, 0.1))
