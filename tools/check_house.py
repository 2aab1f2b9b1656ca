#!/usr/bin/env python3
"""Looks at the sources of the rooms as a whole. Usage: check_house.py [ROOT]

- The namespace of a file is the path of its room: backlot/formats/way/ is backlot::formats::way, with further names behind it
  (internal, the test's own).
- Headers tell the shape of data, units, frames and the sources of constants: of their lines that are neither blank nor includes,
  SHARE have a comment.
- What a caller has to keep is asserted: ASSERTIONS for each 1,000 lines of the libraries.

Prints a table by room, then one line for each violation, like a compiler; exits 1 if there is any. Tests count for namespaces alone.
"""

import collections
import os
import pathlib
import re
import sys

SHARE = 0.30
ASSERTIONS = 10.0

# Rooms whose namespace is not their path, with the reason.
OTHER_NAMESPACES = {
    "formats/text": "backlot::text",  # used by each language, several times in most lines
    "formats/scene": "backlot::scene_text",  # inside backlot::formats, `scene` has to stay the room of scenes
    "traffic/signal": "backlot::traffic",  # one vocabulary: a driver is written in terms of the signals it obeys
    "traffic/vehicle": "backlot::traffic",
    "traffic/pedestrian": "backlot::traffic",
}

NAMESPACE = re.compile(r"^namespace (backlot(?:::\w+)*)", re.MULTILINE)
ASSERTION = re.compile(r"\b(?:BACKLOT_ASSERT|BACKLOT_CHECK|static_assert)\(")
COMMENT = re.compile(r"//")


class Figures:
    def __init__(self):
        self.lines = self.assertions = self.header_lines = self.comments = 0

    def add(self, other):
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def density(self):
        return 1000 * self.assertions / max(1, self.lines)

    def share(self):
        return self.comments / max(1, self.header_lines)


def read_rooms():
    lines = pathlib.Path("layers.txt").read_text().splitlines()
    rooms = {line.split(":")[0] for line in lines if re.match(r"[a-z]", line)}
    return {room for room in rooms if not room.endswith("/test")}


def room_of(path, rooms):
    """The longest folder of the path that is a room; None where there is none, which check_layers.sh reports."""
    for folder in path.relative_to("backlot").parents:
        if str(folder) in rooms:
            return str(folder)
    return None


def figures_of(path, text):
    figures = Figures()
    lines = text.splitlines()
    figures.lines = len(lines)
    figures.assertions = len(ASSERTION.findall(text))
    if path.suffix == ".h":
        told = [line.strip() for line in lines]
        told = [line for line in told if line and not line.startswith(("#include", "#pragma once"))]
        figures.header_lines = len(told)
        figures.comments = sum(bool(COMMENT.search(line)) and not line.startswith("}  // namespace") for line in told)
    return figures


def namespace_fault(path, text, room):
    """None where the file has no namespace, or the one of its room: others beside it are for forward declarations."""
    wanted = OTHER_NAMESPACES.get(room, "backlot::" + room.replace("/", "::"))
    found = NAMESPACE.findall(text)
    if not found or any(name == wanted or name.startswith(wanted + "::") for name in found):
        return None
    line = text.count("\n", 0, NAMESPACE.search(text).start()) + 1
    return f"{path}:{line}: error: namespace {found[0]} in a file of {room}; write {wanted}"


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    os.chdir(root)
    rooms = read_rooms()
    by_room = collections.defaultdict(Figures)
    faults = []
    for path in sorted([*pathlib.Path("backlot").rglob("*.h"), *pathlib.Path("backlot").rglob("*.cpp")]):
        room = room_of(path, rooms)
        if room is None:
            continue
        text = path.read_text()
        fault = namespace_fault(path, text, room)
        if fault:
            faults.append(fault)
        if "test" not in path.parts:
            by_room[room].add(figures_of(path, text))

    whole = Figures()
    print(f"{'room':20} {'lines':>7} {'assertions':>11} {'per 1,000':>10} {'comments in headers':>20}")
    for room, figures in sorted(by_room.items()):
        whole.add(figures)
        print(f"{room:20} {figures.lines:7} {figures.assertions:11} {figures.density():10.1f} {figures.share():20.0%}")
    print(f"{'all':20} {whole.lines:7} {whole.assertions:11} {whole.density():10.2f} {whole.share():20.1%}")

    if whole.density() < ASSERTIONS:
        faults.append(f"backlot: error: {whole.density():.2f} assertions for 1,000 lines; {ASSERTIONS} are wanted")
    if whole.share() < SHARE:
        faults.append(f"backlot: error: {whole.share():.1%} of the lines of headers have a comment; {SHARE:.0%} are wanted")
    print("\n".join(faults))
    return 1 if faults else 0


sys.exit(main())
