"""Reading our own source files: what is said in them, and which names stand in their code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path


def texts(file: Path) -> Iterator[str]:
    """All texts and comments of a source file."""
    source = file.read_text()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
    for line in source.splitlines():
        if "#" in line:
            yield line.split("#", 1)[1]


def names_and_texts(path: Path) -> Iterator[str]:
    """Every identifier and every text of a source file that is code; docstrings may name what they like."""
    tree = ast.parse(path.read_text())
    docs = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.alias)):
            yield node.name
        elif isinstance(node, (ast.arg, ast.keyword)) and node.arg:
            yield node.arg
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
