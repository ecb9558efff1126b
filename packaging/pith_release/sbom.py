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


def program(release, target):
    return {"name": f"pith ({target.name})",
            "SPDXID": identifier(f"pith-{target.name}"),
            "versionInfo": release.version,
            "downloadLocation": release.names["repository"],
            "filesAnalyzed": False,
            "checksums": [{"algorithm": "SHA256",
                           "checksumValue": writers.sha256(target.program)}],
            "licenseConcluded": "NOASSERTION", "licenseDeclared": "MIT",
            "copyrightText": f"Copyright {release.names['authors']}",
            "primaryPackagePurpose": "APPLICATION"}


def document(release):
    relations = []
    for target in release.targets:
        own = identifier(f"pith-{target.name}")
        relations.append(("SPDXRef-DOCUMENT", "DESCRIBES", own))
        relations += [(own, "CONTAINS", identifier(one["name"]))
                      for one in components.of(target)]
    used = {other for _, _, other in relations}
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT", "name": f"pith-{release.version}",
        "documentNamespace": f"{release.names['repository']}/spdx/"
                             f"{release.version}/{release.commit}",
        "creationInfo": {"created": utc(release.date),
                         "creators": ["Tool: pith-packaging-release.py"]},
        "packages": [program(release, one) for one in release.targets]
        + [part(one) for one in components.read()
           if identifier(one["name"]) in used],
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind,
             "relatedSpdxElement": other} for one, kind, other in relations],
    }


def make(release, made):
    text = json.dumps(document(release), indent=2) + "\n"
    return {f"pith-{release.version}.spdx.json": text.encode()}
