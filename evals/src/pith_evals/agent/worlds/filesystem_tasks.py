# SPDX-License-Identifier: MIT
"""12 tasks on a tree of files."""
from __future__ import annotations

import collections
import random
import re
from typing import Any

from pith_evals.agent.worlds import make
from pith_evals.agent.worlds.state import State
from pith_evals.agent.worlds.task import DONE, Call, Solution, Task

TREE = Call("directory_tree", {"path": "."})
_NAME = re.compile(r"inv-(\d{5})-([a-z]+)-(\d{3})\.txtt?")


def listed(tree: Any, folder: str) -> list[str]:
    """Names in a folder, of what directory_tree says."""
    (found,) = (one for one in tree if one["name"] == folder)
    return [one["name"] for one in found["children"]]


def in_folder(state: State, folder: str) -> list[str]:
    begin = f"{folder}/"
    return sorted(name[len(begin):] for name in state.files if name.startswith(begin))


def parts(name: str) -> tuple[int, str, int]:
    """Number, city and day of an invoice."""
    match = _NAME.fullmatch(name)
    assert match is not None, name
    return int(match[1]), match[2], int(match[3])


def number(name: str) -> int:
    return parts(name)[0]


def move(source: str, destination: str) -> Call:
    return Call("move_file", {"source": source, "destination": destination})


def write_file(path: str, content: str) -> Call:
    return Call("write_file", {"path": path, "content": content})


def read_file(path: str) -> Call:
    return Call("read_text_file", {"path": path}, is_text=True)


def edit(path: str, old: str, new: str) -> Call:
    return Call("edit_file", {"path": path, "edits": [{"oldText": old, "newText": new}]})


class FileTask(Task):
    family = "filesystem"
    servers = ("filesystem",)

    @staticmethod
    def move(state: State, source: str, destination: str) -> None:
        state.files[destination] = state.files.pop(source)


class HighestNumber(FileTask):
    name = "filesystem-highest-number"
    text = "Move the file in inbox that has the highest number to archive, under the same name."

    def expect(self, state: State) -> str:
        *_, before, name = sorted(in_folder(state, "inbox"), key=number)
        assert number(before) != number(name)
        self.move(state, f"inbox/{name}", f"archive/{name}")
        return DONE

    def solve(self) -> Solution:
        name = sorted(listed((yield TREE), "inbox"))[-1]
        yield move(f"inbox/{name}", f"archive/{name}")
        return DONE


class CityAndDays(FileTask):
    name = "filesystem-city-and-days"
    text = ("Create the folder picked. Move every file in inbox of the city {city} whose day "
            "is between {low} and {high} (both included) there, under the same name.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        days = collections.defaultdict(list)
        for name in in_folder(state, "inbox"):
            days[parts(name)[1]].append(parts(name)[2])
        city = dice.choice(sorted(c for c, found in days.items() if len(found) >= 5))
        chosen = sorted(days[city])[1:4]
        return {"city": city, "low": chosen[0], "high": chosen[-1]}

    def expect(self, state: State, city: str, low: int, high: int) -> str:
        state.folders.add("picked")
        for name in in_folder(state, "inbox"):
            if parts(name)[1] == city and low <= parts(name)[2] <= high:
                self.move(state, f"inbox/{name}", f"picked/{name}")
        return DONE

    def solve(self, city: str, low: int, high: int) -> Solution:
        names = listed((yield TREE), "inbox")
        yield Call("create_directory", {"path": "picked"})
        for name in names:
            _, place, day = name.removesuffix(".txt").rsplit("-", 2)
            if place == city and low <= int(day) <= high:
                yield move(f"inbox/{name}", f"picked/{name}")
        return DONE


class CameTwice(FileTask):
    name = "filesystem-came-twice"
    text = ("Two files in inbox have the same number. Move the one with the later day to misc, "
            "under the same name.")

    def expect(self, state: State) -> str:
        names = in_folder(state, "inbox")
        found = collections.Counter(map(number, names))
        twice = [name for name in names if found[number(name)] == 2]
        later = max(twice, key=lambda name: parts(name)[2])
        self.move(state, f"inbox/{later}", f"misc/{later}")
        return DONE

    def solve(self) -> Solution:
        seen: dict[str, str] = {}
        for name in listed((yield TREE), "inbox"):
            key = name[:9]
            if key in seen:
                later = max(seen[key], name, key=lambda one: one.rsplit("-", 1)[1])
                yield move(f"inbox/{later}", f"misc/{later}")
            seen[key] = name
        return DONE


class Sizes(FileTask):
    name = "filesystem-sizes"
    text = ("For the three files in inbox with the lowest numbers, write the file sizes.txt at "
            "the top: one line for each, in order of number, with the number, a blank and the "
            "exact size in bytes. End each line with a line feed.")

    def expect(self, state: State) -> str:
        names = sorted(in_folder(state, "inbox"), key=number)[:3]
        assert len(set(map(number, names))) == 3
        state.files["sizes.txt"] = "".join(
            f"{number(name)} {len(state.files[f'inbox/{name}'].encode())}\n" for name in names)
        return DONE

    def solve(self) -> Solution:
        lines = []
        for name in sorted(listed((yield TREE), "inbox"))[:3]:
            about = yield Call("get_file_info", {"path": f"inbox/{name}"},
                               is_text=True)
            (size,) = re.findall(r"^size: (\d+)$", about, re.MULTILINE)
            lines.append(f"{name[4:9]} {size}\n")
        yield write_file("sizes.txt", "".join(lines))
        return DONE


class OwnerOfLowest(FileTask):
    name = "filesystem-owner-of-lowest"
    text = ("Find the file in archive with the lowest number, and read in it who the owner is. "
            "Change the owner to {owner} in that file and nothing else.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"owner": f"Zoe-{dice.randint(10, 99)}"}

    def expect(self, state: State, owner: str) -> str:
        name = f"archive/{min(in_folder(state, 'archive'), key=number)}"
        state.files[name] = re.sub(r"(?m)^owner: .*$", f"owner: {owner}", state.files[name])
        return DONE

    def solve(self, owner: str) -> Solution:
        name = f"archive/{min(listed((yield TREE), 'archive'))}"
        (line,) = (line for line in (yield read_file(name)).splitlines()
                   if line.startswith("owner: "))
        yield edit(name, line, f"owner: {owner}")
        return DONE


class Missing(FileTask):
    name = "filesystem-missing"
    text = ("misc/index.txt lists numbers of files in inbox. One of them has no file there. "
            "Write misc/missing.txt with that number and a line feed.")

    def expect(self, state: State) -> str:
        there = set(map(number, in_folder(state, "inbox")))
        (missing,) = set(map(int, state.files["misc/index.txt"].split())) - there
        state.files["misc/missing.txt"] = f"{missing}\n"
        return DONE

    def solve(self) -> Solution:
        names = " ".join(listed((yield TREE), "inbox"))
        for one in (yield read_file("misc/index.txt")).split():
            if f"inv-{one}-" not in names:
                yield write_file("misc/missing.txt", f"{one}\n")
        return DONE


class WrongEnd(FileTask):
    name = "filesystem-wrong-end"
    text = "One file in reports ends in .txtt. Rename it so that it ends in .txt."

    def expect(self, state: State) -> str:
        (wrong,) = (n for n in in_folder(state, "reports") if n.endswith(".txtt"))
        self.move(state, f"reports/{wrong}", f"reports/{wrong[:-1]}")
        return DONE

    def solve(self) -> Solution:
        for name in listed((yield TREE), "reports"):
            if name.endswith("tt"):
                yield move(f"reports/{name}", f"reports/{name[:-1]}")
        return DONE


class InBoth(FileTask):
    name = "filesystem-in-both"
    text = ("One number is in inbox and in archive. Write the name of its file in archive, and "
            "a line feed, to misc/both.txt.")

    def expect(self, state: State) -> str:
        (both,) = (set(map(number, in_folder(state, "inbox")))
                   & set(map(number, in_folder(state, "archive"))))
        (name,) = (n for n in in_folder(state, "archive") if number(n) == both)
        state.files["misc/both.txt"] = f"{name}\n"
        return DONE

    def solve(self) -> Solution:
        tree = yield TREE
        old = {name[:9]: name for name in listed(tree, "archive")}
        (name,) = (old[one[:9]] for one in listed(tree, "inbox") if one[:9] in old)
        yield write_file("misc/both.txt", f"{name}\n")
        return DONE


class DayLookup(FileTask):
    name = "filesystem-day-lookup"
    text = ("Find the file in inbox of day {day}. Write its number and a line feed to "
            "misc/day-{day}.txt, and move the file to reports, under the same name.")

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"day": f"{parts(dice.choice(in_folder(state, 'inbox')))[2]:03}"}

    def expect(self, state: State, day: str) -> str:
        (name,) = (n for n in in_folder(state, "inbox") if parts(n)[2] == int(day))
        state.files[f"misc/day-{day}.txt"] = f"{number(name)}\n"
        self.move(state, f"inbox/{name}", f"reports/{name}")
        return DONE

    def solve(self, day: str) -> Solution:
        (name,) = (n for n in listed((yield TREE), "inbox") if n.endswith(f"-{day}.txt"))
        yield write_file(f"misc/day-{day}.txt", f"{name[4:9]}\n")
        yield move(f"inbox/{name}", f"reports/{name}")
        return DONE


class Port(FileTask):
    name = "filesystem-port"
    text = ("In misc/settings.json, change the port to {port}. Leave everything else as it "
            "is, to the byte.")
    turns_on_table = False

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"port": dice.randint(9001, 9999)}

    def expect(self, state: State, port: int) -> str:
        name = "misc/settings.json"
        state.files[name] = re.sub(r"\d{4}", str(port), state.files[name])
        return DONE

    def solve(self, port: int) -> Solution:
        (old,) = re.findall(r'"port": \d+', (yield read_file("misc/settings.json")))
        yield edit("misc/settings.json", old, f'"port": {port}')
        return DONE


class Token(FileTask):
    name = "filesystem-token"
    text = ("misc/a.txt has a token. Write the same token in misc/b.txt in place of the word "
            "unset.")
    turns_on_table = False

    def expect(self, state: State) -> str:
        state.files["misc/b.txt"] = state.files["misc/a.txt"]
        return DONE

    def solve(self) -> Solution:
        token = (yield read_file("misc/a.txt")).split()[1]
        yield edit("misc/b.txt", "unset", token)
        return DONE


class Owner(FileTask):
    name = "filesystem-owner"
    text = ("misc/owners.csv says who owns a city. Write the file misc/{city}.txt with the "
            "owner of {city} and a line feed.")
    turns_on_table = False

    def given(self, state: State, dice: random.Random) -> dict[str, Any]:
        return {"city": dice.choice(make.CITIES)}

    def expect(self, state: State, city: str) -> str:
        (owner,) = re.findall(rf"(?m)^{city},(\w+)$", state.files["misc/owners.csv"])
        state.files[f"misc/{city}.txt"] = f"{owner}\n"
        return DONE

    def solve(self, city: str) -> Solution:
        lines = (yield read_file("misc/owners.csv")).splitlines()
        owners = dict(line.split(",") for line in lines)
        yield write_file(f"misc/{city}.txt", f"{owners[city]}\n")
        return DONE


TASKS: tuple[Task, ...] = (
    HighestNumber(), CityAndDays(), CameTwice(), Sizes(), OwnerOfLowest(), Missing(),
    WrongEnd(), InBoth(), DayLookup(), Port(), Token(), Owner(),
)
