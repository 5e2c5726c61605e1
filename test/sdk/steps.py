"""
Walks through the SDK of OpenMetadata, unmodified, against a running catalog: one line for each step.

Usage: steps.py <url of the service> <token> <how the mode is chosen: header | setting>

Exits with 1 where a step failed. A step fails where the SDK raises an error, gives None for what is there, or gives something else than
what was asked for; its models refuse answers with unknown members.
"""
import logging
import sys
import traceback
import uuid
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)

from world import World  # noqa: E402
import assets, contracts, governance, people, quality, searching, usage  # noqa: E402

PARTS = [people, governance, assets, quality, contracts, searching, usage]


def main(url: str, token: str, chosen_by: str) -> int:
    world = World(url, token, chosen_by == "header", f"sdk_{uuid.uuid4().hex[:8]}")
    for part in PARTS:
        try:
            part.run(world)
        except Exception:
            world.failed.append(f"{part.__name__} ended early")
            traceback.print_exc(limit=3)
    print(f"{world.passed + len(world.failed)} steps, {len(world.failed)} failed", flush=True)
    for name in world.failed:
        print(f"failed: {name}")
    return 1 if world.failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
