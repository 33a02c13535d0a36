"""What hatchling asks when a compiled wheel is built (`make wheel`): compile first, and say so."""

from __future__ import annotations

import sys
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Compiled(BuildHookInterface):  # type: ignore[type-arg]
    """Puts what mypyc makes of the rules and the sound path beside their sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and have the wheel say for which Python and machine it is."""
        sys.path.insert(0, self.root)
        from bench import compiled

        compiled.remove()
        compiled.build()
        root = Path(self.root)
        build_data["dependencies"].append(f"librt>={version_of('librt')}")
        build_data["pure_python"], build_data["infer_tag"] = False, True
        build_data["force_include"] |= {
            str(path): str(path.relative_to(root)) for path in compiled.built()
        }

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave the sources as they were."""
        from bench import compiled

        compiled.remove()
