"""The files people and bots send: kept in memory, or in a folder beside the saved state."""

from __future__ import annotations

import hashlib
import mimetypes
import re
import struct
from pathlib import Path

mimetypes.add_type("image/webp", ".webp")


class Files:
    def __init__(self, folder: Path | None = None):
        self.folder = folder
        self._kept: dict[str, bytes] = {}

    def put(self, file_id: str, data: bytes, *, lasting: bool) -> str:
        """Keep a file and return its digest. What only one person may see is never written to disk."""
        if self.folder is not None and lasting:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / file_id).write_bytes(data)
        else:
            self._kept[file_id] = data
        return hashlib.sha256(data).hexdigest()

    def get(self, file_id: str) -> bytes | None:
        if file_id in self._kept:
            return self._kept[file_id]
        if self.folder is not None and file_id.isdigit() and (self.folder / file_id).is_file():
            return (self.folder / file_id).read_bytes()
        return None

    def drop(self, file_id: str) -> None:
        self._kept.pop(file_id, None)
        if self.folder is not None:
            (self.folder / file_id).unlink(missing_ok=True)


def safe_name(filename: str) -> str:
    """Discord keeps letters, digits, dot, dash and underscore of a file's name."""
    name = re.sub(r"[^\w.\-]", "_", filename.replace("\\", "/").rsplit("/", 1)[-1])
    return name.strip("_") or "unknown"


def content_type(filename: str, data: bytes) -> str:
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return "image/png"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[:3] == b"\xff\xd8\xff":
        return "image/jpeg"
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return "image/gif"
    guessed = mimetypes.guess_type(filename)[0]
    if guessed and guessed.startswith("text/"):
        return f"{guessed}; charset=utf-8"
    return guessed or "application/octet-stream"


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG, WebP, GIF or JPEG, read from its first bytes."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        width, height = struct.unpack("<HH", data[6:10])
        return width, height
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        return _webp_size(data)
    if data[:2] == b"\xff\xd8":
        return _jpeg_size(data)
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    return None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(data):
        if data[at] != 0xFF:
            return None
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return None
