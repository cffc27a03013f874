"""Play our studies and write their pages.

python -m bench.studies play [GAME ...] [--only first squads] [--processes 2] [--out FOLDER]
    play the missing games, summarize them in docs/lab/data and write the pages; studies without games in
    the folder keep their old summary
python -m bench.studies sum [GAME ...]: the same without playing
    with --corrected VERSION --reason WHY the page also shows the squads' shares from before that pack
    was corrected
python -m bench.studies pages: write only the pages, from the summaries
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from bench.studies.drawing import intervals
from bench.studies.found import GAMES, PAGES, ROOT, SUMMARIES, Summary
from bench.studies.pages import charts, pages
from bench.studies.playing import KINDS, Studies
from gattai.lab.asking.played import Make
from gattai.lab.runners.here import Here
from gattai.lab.runners.processes import Processes


def _make(processes: int) -> Make:
    return Here if processes == 1 else lambda plan: Processes(plan, processes)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("what", choices=("play", "sum", "pages"))
    asked.add_argument("games", nargs="*", default=GAMES)
    asked.add_argument("--only", nargs="*", choices=[*KINDS], default=[*KINDS])
    asked.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked.add_argument("--out", type=Path, default=ROOT / "build" / "studies")
    asked.add_argument("--corrected", default="")
    asked.add_argument("--reason", default="")
    said = asked.parse_args()
    if said.what == "play":
        for game in said.games:
            Studies(game, said.out, _make(said.processes)).play(said.only)
    if said.what != "pages":
        for game in said.games:
            studies = Studies(game, said.out)
            if studies.begun():
                found = studies.summary()
                if Summary.is_kept(game):
                    older = Summary.load(game)
                    if said.corrected:
                        found = found.since(older, said.corrected, said.reason)
                    found = found.beside(older)
                found.keep()
    told = Summary.kept()
    for name, text in pages(told).items():
        (PAGES / f"{name}.md").write_text(text, "utf-8")
    for each in told:
        for name, (lines, title, against) in charts(each).items():
            drawn = intervals(lines, title, against)
            (SUMMARIES / f"{each.game}-{name}.svg").write_text(drawn, "utf-8")


if __name__ == "__main__":
    main()
