"""Puts one part into RESULTS.md: python results.py PART TITLE < TABLES. Other parts stay as they are."""
import datetime
import os
import platform
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PATH = os.path.join(HERE, "RESULTS.md")
ORDER = ["features", "files", "analysis", "streams", "latency", "allocations", "day", "accuracy", "recognition",
         "one", "many", "onsets", "capture", "scale"]
HEAD = """# What it costs and how right it is

Written by `Benchmarks/run.sh`; `run.sh PART` measures one part again. Processor time is the least of several runs, taken
in turns with the peers. Machines that do other work at the same time disturb wall times most: compare within a table.
"""


def machine():
    name = platform.machine()
    with open("/proc/cpuinfo") as file:
        found = re.search(r"model name\s*: (.*)", file.read())
    return f"{found[1] if found else name}, {os.cpu_count()} cores, {platform.system()}"


def commit():
    out = subprocess.run(["git", "-C", HERE, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    return out.stdout.strip() or "unknown"


def main():
    part, title, body = sys.argv[1], sys.argv[2], sys.stdin.read().strip()
    if not body:
        sys.exit(f"{part} gave no results; RESULTS.md keeps the old ones.")
    old = open(PATH).read() if os.path.exists(PATH) else ""
    sections = dict(re.findall(r"<!-- part (\w+) -->\n(.*?)<!-- end -->", old, re.S))
    load = os.getloadavg()[0]
    when = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
    sections[part] = (f"## {title}\n\n{when}, commit {commit()}, {machine()}, load {load:.1f}.\n\n{body}\n")
    with open(PATH, "w") as file:
        file.write(HEAD)
        for name in ORDER:
            if name in sections:
                file.write(f"\n<!-- part {name} -->\n{sections[name]}<!-- end -->\n")


if __name__ == "__main__":
    main()
