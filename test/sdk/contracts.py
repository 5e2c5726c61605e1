"""Data contracts and their results."""
import copy
import time

from metadata.generated.schema.api.data.createDataContract import CreateDataContractRequest
from metadata.generated.schema.entity.data.dataContract import DataContract
from metadata.generated.schema.entity.datacontract.dataContractResult import DataContractResult
from metadata.generated.schema.type.basic import Markdown
from world import World, fqn, life, plain


def run(world: World) -> None:
    om, name = world.om, world.name
    world.keep(
        "contract",
        "DataContract: create",
        lambda: om.create_or_update(
            CreateDataContractRequest(
                name=f"{name}_contract",
                entity=world.reference("table", "table"),
                entityStatus="Approved",
                termsOfUse="Only for reports",
                schema=[{"name": "id", "dataType": "BIGINT"}],
                semantics=[{"name": "owned", "description": "Somebody answers", "rule": '{"!!": {"var": "name"}}', "enabled": True}],
                sla={
                    "refreshFrequency": {"interval": 1, "unit": "day"},
                    "maxLatency": {"value": 4, "unit": "hour"},
                    "retention": {"period": 30, "unit": "day"},
                    "timezone": "GMT+01:00 (Europe/Paris)",
                },
                security={"dataClassification": "internal", "policies": [{"accessPolicy": "read", "identities": ["a"]}]},
            )
        ),
        lambda it: plain(it.termsOfUse.content) == "Only for reports",
    )
    contract = world.made["contract"]
    if contract is None:
        return
    life(world, DataContract, "contract", ["owners", "reviewers"])
    world.step("DataContract: validate", lambda: om.validate_data_contract(contract.id), lambda it: it.contractExecutionStatus is not None)
    world.step("DataContract: latest result", lambda: om.get_latest_data_contract_result(contract.id))
    world.step("DataContract: results", lambda: om.get_data_contract_results(contract.id), lambda it: len(it) >= 1)
    result = DataContractResult(
        dataContractFQN=fqn(contract), timestamp=int(time.time() * 1000), contractExecutionStatus="Success"
    )
    world.step("DataContract: put a result", lambda: om.put_data_contract_result(contract.id, result))

    def patched(change):
        before = om.get_by_id(DataContract, contract.id)
        after = copy.deepcopy(before)
        change(after)
        return om.patch(DataContract, before, after)

    world.step(
        "DataContract: patch the terms",
        lambda: patched(lambda it: setattr(it.termsOfUse, "content", Markdown("Changed"))),
        lambda it: plain(it.termsOfUse.content) == "Changed",
    )
    world.step(
        "DataContract: patch a duration",
        lambda: patched(lambda it: setattr(it.sla.refreshFrequency, "interval", 2)),
        lambda it: it.sla.refreshFrequency.interval == 2 and it.sla.retention.period == 30,
    )
    world.step(
        "DataContract: patch a rule",
        lambda: patched(lambda it: setattr(it.semantics[0], "rule", '{"!!": {"var": "owners"}}')),
        lambda it: it.semantics[0].rule == '{"!!": {"var": "owners"}}',
    )
    world.step("DataContract: ODCS", lambda: om.export_to_odcs_yaml(contract.id), lambda it: "apiVersion" in it)
