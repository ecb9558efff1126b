# SPDX-License-Identifier: MIT
"""The command pith-evals: one subcommand for each table or experiment."""
from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Sequence
from types import ModuleType

from pith_evals import commands


def command_modules() -> dict[str, ModuleType]:
    """Every module in `commands`, under the name of its subcommand."""
    return {
        found.name.replace("_", "-"): importlib.import_module(
            f"{commands.__name__}.{found.name}"
        )
        for found in pkgutil.iter_modules(commands.__path__)
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="pith-evals", description=__doc__)
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, module in command_modules().items():
        subparser = subparsers.add_parser(
            name, help=module.SUMMARY, description=module.SUMMARY
        )
        module.add_arguments(subparser)
        subparser.set_defaults(run=module.run)
    options = parser.parse_args(arguments)
    return options.run(options)


if __name__ == "__main__":
    sys.exit(main())
