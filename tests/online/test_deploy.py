"""What stands in `deploy/` fits together: nothing is started without what it needs."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath
from typing import Any

import yaml  # type: ignore[import-untyped]

DEPLOY = Path(__file__).parents[2] / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]


def mounts(service: str) -> dict[str, str]:
    """Files of ours by where they are seen inside."""
    pairs = (volume.split(":")[:2] for volume in SERVICES[service].get("volumes", ()))
    return {inside: outside for outside, inside in pairs if outside.startswith("./")}


def test_every_image_has_a_fixed_version() -> None:
    images = {name: each["image"] for name, each in SERVICES.items() if "image" in each}
    assert len(images) >= 5
    for name, image in images.items():
        version = image.partition(":")[2]
        assert version.lstrip("v").count(".") >= 1 and version[-1].isdigit(), f"{name}: {image}"


def test_every_file_that_is_mounted_is_there() -> None:
    found = [outside for name in SERVICES for outside in mounts(name).values()]
    assert len(found) >= 5
    for outside in found:
        assert (DEPLOY / outside).is_file(), outside


def test_grafana_finds_its_board_and_its_source() -> None:
    seen = mounts("grafana")
    provisioning = PurePosixPath("/etc/grafana/provisioning")
    by_kind = {PurePosixPath(inside).parent: DEPLOY / outside for inside, outside in seen.items()}
    provider = yaml.safe_load(by_kind[provisioning / "dashboards"].read_text())["providers"][0]
    boards = PurePosixPath(provider["options"]["path"])
    assert json.loads(by_kind[boards].read_text())["title"] == "Gattai"
    source = yaml.safe_load(by_kind[provisioning / "datasources"].read_text())["datasources"][0]
    assert source["type"] == "prometheus"
    assert source["url"].removeprefix("http://").partition(":")[0] in SERVICES


def test_bots_think_at_a_worker_and_prometheus_reads_everybody() -> None:
    ours = {name for name, each in SERVICES.items() if "build" in each}
    workers = {name for name in ours if "worker" in SERVICES[name].get("command", ())}
    assert workers and ours - workers
    assert all(SERVICES[name]["environment"]["GATTAI_WORKERS"] == "0" for name in ours)
    read = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())
    targets = read["scrape_configs"][0]["static_configs"][0]["targets"]
    assert {target.partition(":")[0] for target in targets} == ours


def test_nobody_speaks_to_nats_without_a_password_nor_from_outside() -> None:
    assert {"--user", "--pass"} <= {*SERVICES["bus"]["command"]}
    assert "@bus" in SERVICES["node"]["environment"]["GATTAI_NATS"]
    outside = {name for name, each in SERVICES.items() if "ports" in each}
    assert outside == {"proxy", "grafana"}
    assert all(port.startswith("127.0.0.1:") for port in SERVICES["grafana"]["ports"])
