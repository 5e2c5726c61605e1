"""Domains, data products, glossaries, classifications."""
from metadata.generated.schema.api.classification.createClassification import CreateClassificationRequest
from metadata.generated.schema.api.classification.createTag import CreateTagRequest
from metadata.generated.schema.api.data.createGlossary import CreateGlossaryRequest
from metadata.generated.schema.api.data.createGlossaryTerm import CreateGlossaryTermRequest
from metadata.generated.schema.api.domains.createDataProduct import CreateDataProductRequest
from metadata.generated.schema.api.domains.createDomain import CreateDomainRequest
from metadata.generated.schema.entity.classification.classification import Classification
from metadata.generated.schema.entity.classification.tag import Tag
from metadata.generated.schema.entity.data.glossary import Glossary
from metadata.generated.schema.entity.data.glossaryTerm import GlossaryTerm
from metadata.generated.schema.entity.domains.dataProduct import DataProduct
from metadata.generated.schema.entity.domains.domain import Domain
from world import World, fqn, life


def run(world: World) -> None:
    om, name = world.om, world.name
    world.keep(
        "domain",
        "Domain: create",
        lambda: om.create_or_update(CreateDomainRequest(name=f"{name}_domain", domainType="Aggregate", description="d")),
    )
    world.keep(
        "product",
        "DataProduct: create",
        lambda: om.create_or_update(
            CreateDataProductRequest(name=f"{name}_product", description="d", domains=[f"{name}_domain"])
        ),
    )
    world.keep(
        "glossary", "Glossary: create", lambda: om.create_or_update(CreateGlossaryRequest(name=f"{name}_glossary", description="d"))
    )
    world.keep(
        "term",
        "GlossaryTerm: create",
        lambda: om.create_or_update(CreateGlossaryTermRequest(name="term", glossary=f"{name}_glossary", description="d")),
    )
    world.keep(
        "classification",
        "Classification: create",
        lambda: om.create_or_update(CreateClassificationRequest(name=f"{name}_class", description="d")),
    )
    world.keep(
        "tag",
        "Tag: create",
        lambda: om.create_or_update(CreateTagRequest(name="tag", classification=f"{name}_class", description="d")),
    )
    life(world, Domain, "domain", ["owners", "experts", "children"])
    life(world, DataProduct, "product", ["owners", "domains"])
    life(world, Glossary, "glossary", ["owners", "termCount"])
    life(world, GlossaryTerm, "term", ["relatedTerms", "children"])
    life(world, Classification, "classification", ["owners", "termCount"])
    life(world, Tag, "tag", ["owners", "usageCount"])
    world.step(
        "Tag: list those of a classification",
        lambda: list(om.list_all_entities(Tag, params={"parent": f"{name}_class"})),
        lambda it: [fqn(tag) for tag in it] == [f"{name}_class.tag"],
    )
