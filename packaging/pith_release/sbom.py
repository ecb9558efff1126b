# SPDX-License-Identifier: MIT
"""A bill of materials in SPDX 2.3: what the file of the command contains."""

import json
import re
import time

from . import components, writers


def utc(date):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(date))


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", name)


def part(one):
    return {"name": one["name"], "SPDXID": identifier(one["name"]),
            "versionInfo": one["version"], "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
            "licenseDeclared": one["licence"],
            "copyrightText": f"Copyright {one['copyright']}"}


def own(release, name, identified, data, purpose):
    """A file of ours."""
    return {"name": name, "SPDXID": identifier(identified),
            "versionInfo": release.version,
            "downloadLocation": release.names["repository"],
            "filesAnalyzed": False,
            "checksums": [{"algorithm": "SHA256",
                           "checksumValue": writers.sha256(data)}],
            "licenseConcluded": "NOASSERTION", "licenseDeclared": "MIT",
            "copyrightText": f"Copyright {release.names['authors']}",
            "primaryPackagePurpose": purpose}


def document(release, name, space, contents):
    """A bill of what files contain: `contents` has each with its parts."""
    relations, parts = [], {}
    for file, inside in contents:
        relations.append(("SPDXRef-DOCUMENT", "DESCRIBES", file["SPDXID"]))
        for one in inside:
            relations.append((file["SPDXID"], "CONTAINS",
                              identifier(one["name"])))
            parts[one["name"]] = part(one)
    text = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT", "name": name,
        "documentNamespace": f"{release.names['repository']}/spdx/{space}/"
                             f"{release.commit}",
        "creationInfo": {"created": utc(release.date),
                         "creators": ["Tool: pith-packaging-release.py"]},
        "packages": [file for file, _ in contents] + list(parts.values()),
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind,
             "relatedSpdxElement": other} for one, kind, other in relations],
    }
    return {f"{name}.spdx.json": (json.dumps(text, indent=2) + "\n").encode()}


def make(release, made):
    contents = [
        (own(release, f"pith ({target.name})", f"pith-{target.name}",
             target.program, "APPLICATION"), components.of(target))
        for target in release.targets]
    return document(release, f"pith-{release.version}", release.version,
                    contents)
