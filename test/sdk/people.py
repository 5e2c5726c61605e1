"""Users, teams, roles, policies."""
from metadata.generated.schema.api.policies.createPolicy import CreatePolicyRequest
from metadata.generated.schema.api.teams.createRole import CreateRoleRequest
from metadata.generated.schema.api.teams.createTeam import CreateTeamRequest
from metadata.generated.schema.api.teams.createUser import CreateUserRequest
from metadata.generated.schema.entity.policies.policy import Policy
from metadata.generated.schema.entity.teams.role import Role
from metadata.generated.schema.entity.teams.team import Team, TeamType
from metadata.generated.schema.entity.teams.user import User
from world import World, fqn, life


def run(world: World) -> None:
    om, name = world.om, world.name
    rule = {"name": "read", "effect": "allow", "operations": ["ViewAll"], "resources": ["table"]}
    world.keep("policy", "Policy: create", lambda: om.create_or_update(CreatePolicyRequest(name=f"{name}_policy", rules=[rule])))
    world.keep("role", "Role: create", lambda: om.create_or_update(CreateRoleRequest(name=f"{name}_role", policies=[f"{name}_policy"])))
    world.keep(
        "team", "Team: create", lambda: om.create_or_update(CreateTeamRequest(name=f"{name}_team", teamType=TeamType.Group))
    )
    world.keep(
        "user",
        "User: create",
        lambda: om.create_or_update(
            CreateUserRequest(name=name, email=f"{name}@example.org", teams=[world.made["team"].id.root])
        ),
        lambda it: it.email.root == f"{name}@example.org",
    )
    life(world, Policy, "policy", ["roles", "teams"])
    world.step(
        "Policy: rules in a list without fields",
        lambda: om.list_entities(Policy, limit=100),
        lambda it: all(policy.rules for policy in it.entities),
    )
    life(world, Role, "role", ["policies", "users"])
    life(world, Team, "team", ["users", "owns"])
    life(world, User, "user", ["teams", "roles"])
    world.step("User: reference by e-mail", lambda: om.get_reference_by_email(f"{name}@example.org"))
