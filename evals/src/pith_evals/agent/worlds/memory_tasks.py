# SPDX-License-Identifier: MIT
"""12 tasks on a graph of services, hosts and people."""
from __future__ import annotations

import collections
import random
from typing import Any

from pith_evals.agent.worlds import make
from pith_evals.agent.worlds.state import Entity, Relation, State
from pith_evals.agent.worlds.task import DONE, Call, Solution, Task

READ = Call("read_graph", {})

# Everything that runs on, is owned by or tended by has one such relation.


def kinds(graph: dict[str, Any], kind: str) -> list[Relation]:
    return [(edge["from"], edge["to"], edge["relationType"])
            for edge in graph["relations"] if edge["relationType"] == kind]


def target(graph: dict[str, Any], start: str, kind: str) -> str:
    (found,) = (end for begin, end, _ in kinds(graph, kind) if begin == start)
    return found


def with_observation(graph: dict[str, Any], text: str) -> list[str]:
    return [one["name"] for one in graph["entities"] if text in one["observations"]]


def edges(*relations: Relation) -> dict[str, Any]:
    return {"relations": [{"from": start, "to": end, "relationType": kind}
                          for start, end, kind in relations]}


def observe(name: str, text: str) -> Call:
    return Call("add_observations",
                {"observations": [{"entityName": name, "contents": [text]}]})


def entity(name: str, kind: str, *observations: str) -> Call:
    return Call("create_entities", {"entities": [
        {"name": name, "entityType": kind, "observations": list(observations)}]})


def end_of(state: State, start: str, kind: str) -> str:
    (found,) = (end for begin, end, k in state.relations if begin == start and k == kind)
    return found


def owned_services(state: State) -> list[str]:
    return sorted(start for start, _, kind in state.relations
                  if kind == "owned_by" and start in make.SERVICES)


def port_of(state: State, service: str) -> int:
    return int(state.entities[service].observations[0].rsplit(" ", 1)[1])


def owner_of_port(state: State, port: int) -> tuple[str, str]:
    (service,) = (name for name in make.SERVICES if port_of(state, name) == port)
    return service, end_of(state, service, "owned_by")


class MemoryTask(Task):
    family = "memory"
    servers = ("memory",)


class EndOfPath(MemoryTask):
    name = "memory-end-of-path"
    text = ("Find the host that {service} runs on, and the person who tends that host. Add "
            "the observation '{text}' to that person.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"service": dice.choice(make.SERVICES), "text": f"call {dice.randint(10, 99)}"}

    def expect(self, state: State, service: str, text: str) -> str:
        person = end_of(state, end_of(state, service, "runs_on"), "tended_by")
        state.entities[person].observations.append(text)
        return DONE

    def solve(self, service: str, text: str) -> Solution:
        graph = yield READ
        yield observe(target(graph, target(graph, service, "runs_on"), "tended_by"), text)
        return DONE


class RemoveKind(MemoryTask):
    name = "memory-remove-kind"
    text = ("Delete all relations of type {kind} that start at {service}. Leave all other "
            "relations as they are.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        found = collections.Counter((start, kind) for start, _, kind in state.relations
                                    if kind in make.KINDS)
        service, kind = dice.choice(sorted(k for k, n in found.items() if 2 <= n <= 4))
        return {"service": service, "kind": kind}

    def expect(self, state: State, service: str, kind: str) -> str:
        state.relations = [one for one in state.relations
                           if (one[0], one[2]) != (service, kind)]
        return DONE

    def solve(self, service: str, kind: str) -> Solution:
        graph = yield READ
        found = [one for one in kinds(graph, kind) if one[0] == service]
        yield Call("delete_relations", edges(*found))
        return DONE


class MergeTwins(MemoryTask):
    name = "memory-merge-twins"
    text = ("Two hosts have the same serial number: they are one machine under two names. "
            "Merge them into the one whose name comes first in the alphabet: create at it "
            "every relation that the other has, with the same type, direction and other end, "
            "unless it is there already; add the rack of the other to its observations; then "
            "delete the other.")

    def expect(self, state: State) -> str:
        serials = collections.defaultdict(list)
        for name, one in state.entities.items():
            if one.kind == "host":
                serials[one.observations[0]].append(name)
        ((kept, gone),) = (sorted(names) for names in serials.values() if len(names) == 2)
        rack = state.entities.pop(gone).observations[1]
        if rack not in state.entities[kept].observations:
            state.entities[kept].observations.append(rack)
        moved = [(kept if start == gone else start, kept if end == gone else end, kind)
                 for start, end, kind in state.relations]
        state.relations = list(dict.fromkeys(moved))
        return DONE

    def solve(self) -> Solution:
        graph = yield READ
        racks: dict[str, list[tuple[str, str]]] = {}
        for one in graph["entities"]:
            if one["entityType"] == "host":
                serial, rack = one["observations"]
                racks.setdefault(serial, []).append((one["name"], rack))
        ((kept, _), (gone, rack)) = next(
            sorted(pair) for pair in racks.values() if len(pair) == 2)
        theirs = [(kept if edge["from"] == gone else edge["from"],
                   kept if edge["to"] == gone else edge["to"], edge["relationType"])
                  for edge in graph["relations"] if gone in (edge["from"], edge["to"])]
        yield Call("create_relations", edges(*theirs))
        yield observe(kept, rack)
        yield Call("delete_entities", {"entityNames": [gone]})
        return DONE


class HighestPort(MemoryTask):
    name = "memory-highest-port"
    text = ("Find the service written in {language} that listens on the highest port. Add the "
            "observation '{text}' to it.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"language": dice.choice(("Go", "Rust", "C++")),
                "text": f"reviewed in week {dice.randint(1, 52)}"}

    def expect(self, state: State, language: str, text: str) -> str:
        found = [name for name in make.SERVICES
                 if f"written in {language}" in state.entities[name].observations]
        highest = max(found, key=lambda name: port_of(state, name))
        state.entities[highest].observations.append(text)
        return DONE

    def solve(self, language: str, text: str) -> Solution:
        graph = yield READ
        found = []
        for name in with_observation(graph, f"written in {language}"):
            (own,) = (one for one in graph["entities"] if one["name"] == name)
            found.append((int(own["observations"][0].split()[-1]), name))
        yield observe(max(found)[1], text)
        return DONE


class Lonely(MemoryTask):
    name = "memory-lonely"
    text = "One host has no relations at all. Delete that entity."

    def expect(self, state: State) -> str:
        related = {name for start, end, _ in state.relations for name in (start, end)}
        (lonely,) = (name for name, one in state.entities.items()
                     if one.kind == "host" and name not in related)
        del state.entities[lonely]
        return DONE

    def solve(self) -> Solution:
        graph = yield READ
        hosts = {one["name"] for one in graph["entities"] if one["entityType"] == "host"}
        for edge in graph["relations"]:
            hosts -= {edge["from"], edge["to"]}
        yield Call("delete_entities", {"entityNames": sorted(hosts)})
        return DONE


class DeskToHost(MemoryTask):
    name = "memory-desk-to-host"
    text = ("Create a relation of type guards from the person with phone {phone} to the host "
            "that the service on port {port} runs on.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        people = sorted(n for n, one in state.entities.items() if one.kind == "person")
        phone = state.entities[dice.choice(people)].observations[1]
        return {"phone": phone.split()[1],
                "port": port_of(state, dice.choice(make.SERVICES))}

    def expect(self, state: State, phone: str, port: int) -> str:
        (person,) = (name for name, one in state.entities.items()
                     if f"phone {phone}" in one.observations)
        service = next(n for n in make.SERVICES if port_of(state, n) == port)
        state.relations.append((person, end_of(state, service, "runs_on"), "guards"))
        return DONE

    def solve(self, phone: str, port: int) -> Solution:
        graph = yield READ
        (person,) = with_observation(graph, f"phone {phone}")
        (service,) = with_observation(graph, f"listens on port {port}")
        yield Call("create_relations",
                   edges((person, target(graph, service, "runs_on"), "guards")))
        return DONE


class Busiest(MemoryTask):
    name = "memory-busiest"
    text = ("Find the host that the most services run on. Add the observation '{text}' to "
            "the person who tends it.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"text": f"needs help by day {dice.randint(2, 28)}"}

    def expect(self, state: State, text: str) -> str:
        hosts = collections.Counter(end for _, end, kind in state.relations
                                    if kind == "runs_on")
        person = end_of(state, hosts.most_common(1)[0][0], "tended_by")
        state.entities[person].observations.append(text)
        return DONE

    def solve(self, text: str) -> Solution:
        graph = yield READ
        ends = [end for _, end, _ in kinds(graph, "runs_on")]
        yield observe(target(graph, max(set(ends), key=ends.count), "tended_by"), text)
        return DONE


class DropObservation(MemoryTask):
    name = "memory-drop-observation"
    text = ("Delete from the service on port {port} the observation that says what it is "
            "written in. Leave its other observation.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"port": port_of(state, dice.choice(make.SERVICES))}

    def expect(self, state: State, port: int) -> str:
        service = next(n for n in make.SERVICES if port_of(state, n) == port)
        del state.entities[service].observations[1]
        return DONE

    def solve(self, port: int) -> Solution:
        graph = yield READ
        (name,) = with_observation(graph, f"listens on port {port}")
        (text,) = (o for one in graph["entities"] if one["name"] == name
                   for o in one["observations"] if o.startswith("written in"))
        yield Call("delete_observations",
                   {"deletions": [{"entityName": name, "observations": [text]}]})
        return DONE


class WrongWay(MemoryTask):
    name = "memory-wrong-way"
    text = ("Relations of type owned_by go from a service to a person. One goes the wrong "
            "way. Replace it by one in the right direction.")

    def expect(self, state: State) -> str:
        (wrong,) = (one for one in state.relations
                    if one[2] == "owned_by" and one[0] not in make.SERVICES)
        state.relations[state.relations.index(wrong)] = (wrong[1], wrong[0], "owned_by")
        return DONE

    def solve(self) -> Solution:
        graph = yield READ
        people = {one["name"] for one in graph["entities"] if one["entityType"] == "person"}
        for start, end, kind in kinds(graph, "owned_by"):
            if start in people:
                yield Call("delete_relations", edges((start, end, kind)))
                yield Call("create_relations", edges((end, start, kind)))
        return DONE


class TwoWords(MemoryTask):
    name = "memory-two-words"
    text = ("The relation types uses and calls mean the same. Where both exist between the "
            "same two services in the same direction, delete the one of type uses.")

    def expect(self, state: State) -> str:
        state.relations = [
            one for one in state.relations
            if one[2] != "uses" or (one[0], one[1], "calls") not in state.relations]
        return DONE

    def solve(self) -> Solution:
        graph = yield READ
        calls = {one[:2] for one in kinds(graph, "calls")}
        twice = [one for one in kinds(graph, "uses") if one[:2] in calls]
        yield Call("delete_relations", edges(*twice))
        return DONE


class CallsItself(MemoryTask):
    name = "memory-calls-itself"
    text = ("One service has a relation of type calls to itself. Delete that relation, and "
            "add the observation '{text}' to the host that the service runs on.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"text": f"loop found on day {dice.randint(2, 28)}"}

    def expect(self, state: State, text: str) -> str:
        (loop,) = (one for one in state.relations if one[0] == one[1])
        state.relations.remove(loop)
        state.entities[end_of(state, loop[0], "runs_on")].observations.append(text)
        return DONE

    def solve(self, text: str) -> Solution:
        graph = yield READ
        (loop,) = (one for one in kinds(graph, "calls") if one[0] == one[1])
        yield Call("delete_relations", edges(loop))
        yield observe(target(graph, loop[0], "runs_on"), text)
        return DONE


class Incident(MemoryTask):
    name = "memory-incident"
    text = ("The service on port {port} is down. Create an entity {incident} of type incident "
            "whose only observation is the name of the person who owns the service, and a "
            "relation of type hits from {incident} to the service.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"port": port_of(state, dice.choice(owned_services(state))),
                "incident": f"incident-{dice.randint(100, 999)}"}

    def expect(self, state: State, port: int, incident: str) -> str:
        service, owner = owner_of_port(state, port)
        state.entities[incident] = Entity("incident", [owner])
        state.relations.append((incident, service, "hits"))
        return DONE

    def solve(self, port: int, incident: str) -> Solution:
        graph = yield READ
        (service,) = with_observation(graph, f"listens on port {port}")
        yield entity(incident, "incident", target(graph, service, "owned_by"))
        yield Call("create_relations", edges((incident, service, "hits")))
        return DONE


TASKS: tuple[Task, ...] = (
    EndOfPath(), RemoveKind(), MergeTwins(), HighestPort(), Lonely(), DeskToHost(),
    Busiest(), DropObservation(), WrongWay(), TwoWords(), CallsItself(), Incident(),
)
