"""Write every golden playthrough anew: `make playthroughs`. Read the difference before you commit it."""

from tests.playthroughs.playthrough import GOLDEN, PLAYTHROUGHS, playthrough


def main() -> None:
    for name in PLAYTHROUGHS:
        (GOLDEN / f"{name}.txt").write_text(playthrough(name), "utf-8")


if __name__ == "__main__":
    main()
