"""Builds the wheel of this source archive with the standard library alone, so that installing it needs no package index for the build."""

from __future__ import annotations

import base64
import hashlib
import os
import zipfile
from typing import Any, List, Optional

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def get_requires_for_build_wheel(config_settings: Any = None) -> List[str]:
    return []


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Optional[str] = None) -> str:
    with open(os.path.join(HERE, "wheel-name"), encoding="utf-8") as file:
        name = file.read().strip()
    root = os.path.join(HERE, "wheel")
    lines = []
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        record = ""
        for folder, _, files in sorted(os.walk(root)):
            for one in sorted(files):
                path = os.path.join(folder, one)
                inside = os.path.relpath(path, root).replace(os.sep, "/")
                if inside.endswith(".dist-info/RECORD"):
                    record = inside
                    continue
                with open(path, "rb") as source:
                    content = source.read()
                wheel.writestr(inside, content)
                digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                lines.append(f"{inside},sha256={digest},{len(content)}")
        wheel.writestr(record, "\n".join([*lines, f"{record},,"]) + "\n")
    return name
