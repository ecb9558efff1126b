# SPDX-License-Identifier: MIT
"""The checksums of all files, and an in-toto statement of how they were made
(SLSA provenance v1). It is not signed: the release workflow attests it."""

import json
import os

from . import writers


def predicate(release):
    return {
        "buildDefinition": {
            "buildType": f"{release.names['repository']}/packaging/release.py",
            "externalParameters": {"version": release.version,
                                   "targets": [one.name for one
                                               in release.targets]},
            "internalParameters": {"SOURCE_DATE_EPOCH": release.date},
            "resolvedDependencies": [
                {"uri": f"git+{release.names['repository']}",
                 "digest": {"gitCommit": release.commit}}]
            + [{"name": f"pith ({one.name})",
                "digest": {"sha256": writers.sha256(one.program)}}
               for one in release.targets],
        },
        "runDetails": {"builder": {"id": builder(release)}},
    }


def builder(release):
    """The workflow, where one runs; otherwise the script."""
    workflow = os.environ.get("GITHUB_WORKFLOW_REF")
    if workflow:
        server = os.environ.get("GITHUB_SERVER_URL", "").rstrip("/")
        return f"{server}/{workflow}"
    return f"{release.names['repository']}/packaging/release.py"


def checksums(made):
    """What `sha256sum --check` reads."""
    return "".join(f"{writers.sha256(made[name])}  {name}\n"
                   for name in sorted(made)).encode()


def make(release, made):
    """Of everything that was made before."""
    about = predicate(release)
    statement = {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": name,
                     "digest": {"sha256": writers.sha256(made[name])}}
                    for name in sorted(made)],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": about,
    }
    return {"SHA256SUMS": checksums(made),
            # The workflow adds the subjects itself, so it takes the predicate.
            "provenance.json": text_of(about),
            f"pith-{release.version}.intoto.json": text_of(statement)}


def text_of(value):
    return (json.dumps(value, indent=2) + "\n").encode()
