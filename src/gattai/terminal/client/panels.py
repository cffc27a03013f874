"""What the panels say, as styled text: the head, the sides, what is pointed at, the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.table import Table
from rich.text import Text

from gattai.odds.reckoning import LuckLine
from gattai.scene.advice import percent
from gattai.scene.parts import (
    Bar,
    Card,
    Citation,
    Held,
    LogLine,
    Odds,
    Option,
    Piece,
    Reason,
    Scene,
    Thrown,
    Track,
    WhyNot,
    Zone,
)
from gattai.terminal.client import words
from gattai.terminal.client.luck import in_words
from gattai.terminal.client.paint import Palette, bracketed, sign_of

MOST_PIPS = 20
BLOCKS = " ▁▂▃▄▅▆▇█"


def styled(text: str, style: str = "") -> Text:
    """A text that begins in this style; what is appended has its own."""
    return Text().append(text, style)


class Panels:
    """Writes in one palette."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self.prefix = ""
        """What all rules of this game begin with; it is left out where room is short."""
        self.names = 11
        """How wide a column of names is."""
        self.names_bars = False
        """Whether it is said what a bar is so much of."""

    # The head

    def header(self, scene: Scene | None, state: str, *, lines: int, spends: str = "") -> Text:
        """Title, how far it is, whose turn; then what each side has."""
        palette = self.palette
        head = Text(no_wrap=True, overflow="ellipsis").append("GATTAI ", f"bold {palette.mark}")
        if scene is None:
            return head
        tracks = [self.track(scene, track, lines > 1, spends) for track in scene.tracks]
        had = Text("   ").join(tracks)
        head.append(f" {state}  ", f"bold {palette.ink}")
        if lines == 1:
            return head.append_text(had).append(f"   {scene.headline}", palette.quiet)
        head.append(f"{scene.headline}  ", palette.ink).append(scene.title, palette.quiet)
        return head.append("\n").append_text(had)

    def track(self, scene: Scene, track: Track, pips: bool, spends: str = "") -> Text:
        """Whose, what, how much; what a plan would spend is hatched."""
        hue, sign = self.palette.ink, ""
        if track.owner is not None:
            hue, sign = self.palette.side(scene.seats, track.owner), f"{sign_of(track.owner)} "
        said = styled(sign, hue)
        cost = _cost(spends, track.name) if track.owner in (None, scene.seat) else 0
        if track.between is not None:
            low, high = (scene.seats[seat] for seat in track.between)
            said.append(f"{low} {track.low} ", self.palette.quiet)
            said.append(f"{track.name} {track.now}", f"bold {self.palette.ink}")
            return said.append(f" {track.most} {high}", self.palette.quiet)
        most = max(track.most, track.now)
        if pips and 0 < most <= MOST_PIPS:
            left = max(0, track.now - cost)
            said.append("■" * left, hue)
            said.append("▨" * (track.now - left), self.palette.mark)
            said.append("□" * (most - track.now) + " ", self.palette.quiet)
        said.append(f"{track.now}", f"bold {self.palette.ink}")
        most_said = f"/{track.most}" if track.most else ""
        said.append(f"{most_said} {track.name}", self.palette.quiet)
        return said.append(f" -{cost}", f"bold {self.palette.mark}") if cost else said

    # The sides

    def sides(self, scene: Scene, width: int, *, full: bool = False) -> Table:
        """All pieces and cards, side by side; one's own first."""
        mine = scene.seat if scene.seat is not None else 0
        seats = sorted(range(len(scene.seats)), key=lambda seat: seat != mine)
        columns = max(1, min(len(seats), width // 38))
        table = Table.grid(expand=True, padding=(0, 2, 0, 0))
        for _ in range(columns):
            table.add_column(ratio=1, overflow="ellipsis", no_wrap=not full)
        blocks = [self.side(scene, seat, full=full) for seat in seats]
        common = self.common(scene, full=full)
        for at in range(0, len(blocks), columns):
            table.add_row(*(Text("\n").join(block) for block in blocks[at : at + columns]))
        if common:
            table.add_row(Text("\n").join(common))
        return table

    def common(self, scene: Scene, *, full: bool) -> list[Text]:
        """The cards that are nobody's."""
        zones = [zone for zone in scene.zones if zone.owner is None]
        return [line for zone in zones for line in self._zone(scene, zone, full=full)]

    def side(self, scene: Scene, seat: int, *, full: bool) -> list[Text]:
        """One side: what it has, its pieces, its cards."""
        hue = self.palette.side(scene.seats, seat)
        name = scene.seats[seat].upper() + (", YOU" if seat == scene.seat else "")
        head = styled(f"{sign_of(seat)} {name}", f"bold {hue}")
        for track in scene.tracks:
            if track.owner == seat:
                head.append(f"  {so_much(track)} {track.name}", self.palette.quiet)
        lines = [head]
        own = [piece for piece in scene.pieces if piece.owner == seat]
        for piece in sorted(own, key=lambda piece: piece.is_gone):
            lines += self.piece(scene, piece, full=full)
        for zone in scene.zones:
            if zone.owner == seat:
                lines += self._zone(scene, zone, full=full)
        return lines

    def piece(self, scene: Scene, piece: Piece, *, full: bool = False) -> list[Text]:
        """A unit in a line: token, name, what is left, states; in full with its card."""
        palette = self.palette
        hue = palette.side(scene.seats, piece.owner)
        if piece.is_gone:
            fate = f"    {piece.name} {piece.fate or 'out of play'}"
            return [styled(fate, f"strike {palette.quiet}" if full else palette.quiet)]
        said = styled(f"{bracketed(piece.owner, piece.glyph):<4} ", f"bold {hue}")
        look = f"bold {palette.mark}" if piece.is_active else f"bold {palette.ink}"
        said.append(f"{piece.name}{'*' * piece.house} ".ljust(self.names), look)
        said.append_text(self.bar(piece.bar))
        for name, value in piece.figures:
            said.append(f" {name} {value}", palette.quiet)
        for badge in piece.badges:
            tone = {"good": palette.good, "bad": palette.warn}.get(badge.tone, palette.mark)
            said.append(f" {badge.text}", f"bold {tone}")
        if piece.is_active:
            said.append(" acting", f"bold {palette.mark}")
        elif piece.is_done:
            said.append(" done", palette.quiet)
        elif piece.at is None and piece.fate:
            said.append(f" {piece.fate}", palette.quiet)
        if not full:
            return [said]
        card = next((card for card in scene.cards if card.id == piece.card), None)
        about = [styled(f"  {badge.text}: {badge.about}", palette.ink) for badge in piece.badges]
        return [said, *about, *(self.card(card) if card else ())]

    def token(self, scene: Scene, piece: Piece) -> Text:
        """A piece as on the board."""
        hue = self.palette.side(scene.seats, piece.owner)
        return styled(bracketed(piece.owner, piece.glyph), f"bold {hue}")

    def bar(self, bar: Bar) -> Text:
        """So much of so much, drawn and in numbers."""
        if bar.most <= 0:
            return styled(f"{bar.now}", self.palette.ink)
        share = max(0.0, min(1.0, bar.now / bar.most))
        full = max(round(share * 6), 1 if bar.now > 0 else 0)
        colour = self.palette.good if share >= 0.5 else self.palette.warn
        said = styled("━" * full, colour).append("─" * (6 - full), self.palette.edge)
        said.append(f" {bar.now}/{bar.most}", self.palette.ink)
        return said.append(f" {bar.name}" * self.names_bars, self.palette.quiet)

    def title(self, card: Card) -> Text:
        """A card's name, what it costs and its figures."""
        said = styled(card.title, f"bold {self.palette.ink}")
        said.append(f" {card.cost}" if card.cost else "", f"bold {self.palette.mark}")
        figures = "".join(f" {name} {value}" for name, value in card.figures)
        return said.append(figures, self.palette.quiet)

    def card(self, card: Card) -> Iterator[Text]:
        """What is printed on a card."""
        house = " (our own figures)" if card.house else ""
        yield styled(f"  {card.subtitle}{house}", self.palette.quiet)
        if card.text:
            yield styled(f"  {card.text}", self.palette.ink)
        for line in card.lines:
            said = styled(f"  {line.name}: ", f"bold {self.palette.ink}")
            yield said.append(line.text, self.palette.quiet)

    def _zone(self, scene: Scene, zone: Zone, *, full: bool) -> Iterator[Text]:
        """A hand, a row, a pile: open cards by name, the rest by number.

        Without a board cards are the table, so each has a line of its own; in full with its text.
        """
        faces = {card.id: card for card in scene.cards}
        shown = [held for held in zone.cards if held.card]
        hidden = max(zone.count, len(zone.cards)) - len(shown)
        is_long = (full or scene.board is None) and zone.kind != "pile"
        said = styled(f"{zone.name}: ", self.palette.quiet)
        if not is_long:
            said.append_text(Text(", ").join(self._held(held, faces) for held in shown))
        if hidden > 0:
            comma = ", " if shown and not is_long else ""
            said.append(f"{comma}{hidden} face down", self.palette.quiet)
        yield said if shown or hidden > 0 else said.append("empty", self.palette.quiet)
        if is_long:
            for held in shown:
                yield styled("  ").append_text(self._held(held, faces))
                if full and held.card in faces:
                    yield from self.card(faces[held.card])

    def _held(self, held: Held, faces: dict[str, Card]) -> Text:
        face = faces.get(held.card)
        order = f"{held.order}. " if held.order is not None else ""
        said = styled(f"{order}{face.title if face else held.card}", self.palette.ink)
        if face is not None and face.cost:
            said.append(f" {face.cost}", self.palette.mark)
        figures = face.figures if face else ()
        for name, value in figures:
            said.append(f" {name} {value}", self.palette.quiet)
        for badge in held.badges:
            said.append(f" {badge.text}", self.palette.warn)
        if held.bar is not None and held.bar.now < held.bar.most:
            said.append(f" {held.bar.now}/{held.bar.most}", f"bold {self.palette.warn}")
        return said.append(" turned", self.palette.quiet) if held.is_done else said

    # What is pointed at

    def place(self, scene: Scene, cell: str, piece: Piece | None) -> Iterator[Text]:
        """A place in words, and who stands there."""
        found = next((c for c in scene.board.cells if c.id == cell), None) if scene.board else None
        about = [f"hex {cell}" if scene.board and scene.board.shape == "hex" else cell]
        if found is not None and found.terrain:
            about.append(found.terrain)
        if found is not None and found.height:
            about.append(f"height {found.height}")
        if found is not None and found.zone is not None:
            about.append(f"{scene.seats[found.zone]}'s zone")
        about += [
            over.about for over in scene.overlays if over.piece is None and cell in over.cells
        ]
        if piece is None:
            yield styled(", ".join(about), f"bold {self.palette.ink}")
            return
        yield from self.piece(scene, piece)
        yield Text(
            ", ".join([*about, *(badge.about for badge in piece.badges)]), self.palette.quiet
        )

    def option(self, option: Option) -> Text:
        """What is about to be answered."""
        said = styled(words.capital(option.label), f"bold {self.palette.ink}")
        return (
            said.append(f"  {option.price}", f"bold {self.palette.mark}") if option.price else said
        )

    def odds(self, odds: Odds, width: int) -> Iterator[Text]:
        """The odds card: figures, a bar for each outcome, the reasons."""
        figures = Text()
        for name, value in odds.headline:
            figures.append(value, f"bold {self.palette.mark}").append(
                f" {name}   ", self.palette.quiet
            )
        yield figures
        yield from self._histogram(odds, width)
        yield from self.reasons(odds.reasons)

    def _histogram(self, odds: Odds, width: int) -> Iterator[Text]:
        likely = [bar for bar in odds.bars if bar[1] >= 0.0005]
        bars = likely[: max(1, width // 6)]
        if not bars:
            return
        top = max(share for _, share in bars)
        pillars, shares, names = Text(), Text(), Text()
        for place, (name, share) in enumerate(bars):
            level = max(1, round(share / top * 8))
            is_enough = odds.enough is not None and place >= odds.enough
            colour = self.palette.warn if is_enough else self.palette.hues["blue"]
            pillars.append(f"{BLOCKS[level] * 4}  ", colour)
            shares.append(f"{percent(share):<6}", self.palette.ink)
            names.append(f"{name:<6}", self.palette.quiet)
        yield pillars
        yield shares
        yield names

    def thrown(self, scene: Scene, thrown: Thrown) -> Iterator[Text]:
        """The dice that lie on the table, and what was done with them."""
        yield styled(thrown.title, f"bold {self.palette.ink}")
        for group in thrown.groups:
            hue = self.palette.ink
            if group.owner is not None:
                hue = self.palette.side(scene.seats, group.owner)
            said = styled(f"{group.name} ", hue)
            for die in group.dice:
                gone = die.mark in ("blocked", "ignored", "again")
                look = f"strike {self.palette.quiet}" if gone else f"bold {self.palette.ink}"
                said.append(f"[{die.face}]", look)
                said.append(f"{'=' + die.counted if die.counted else ''} ", self.palette.quiet)
            yield said.append(group.total, f"bold {self.palette.mark}")
        yield from self.reasons(thrown.steps[-4:])
        if thrown.result:
            yield styled(thrown.result, f"bold {self.palette.mark}")

    def why_not(self, told: Sequence[WhyNot]) -> Iterator[Text]:
        """What cannot be done there, those with the same reasons together."""
        together: dict[tuple[Reason, ...], list[str]] = {}
        for one in told:
            together.setdefault(one.reasons, []).append(one.label)
        for reasons, labels in together.items():
            named = "; ".join(label for label in labels[:4] if label)
            named += f" and {len(labels) - 4} more" if len(labels) > 4 else ""
            if named:
                yield styled(words.capital(named), f"bold {self.palette.ink}")
            if not reasons:
                yield styled(f"  {words.POSSIBLE}", self.palette.good)
            yield from self.reasons(reasons, self.palette.warn)

    def reasons(self, reasons: Iterable[Reason], colour: str = "") -> Iterator[Text]:
        """Something said with its rule and its page; terms of several sums each under theirs."""
        group = ""
        for reason in reasons:
            if reason.group != group:
                group = reason.group
                yield styled(f"  {words.capital(group)}", f"bold {self.palette.ink}")
            amount = "" if reason.amount is None else f"{reason.amount:+d} "
            said = styled(f"  {amount}{reason.text} ", colour or self.palette.ink)
            yield said.append_text(self.cited(reason.cites))

    def cited(self, cites: Citation) -> Text:
        """A rule and where it stands."""
        if not cites.rule:
            return Text()
        page = f", {cites.page.replace('. ', '.')}" if cites.page else ""
        return styled(f"[{cites.rule.removeprefix(self.prefix)}{page}]", self.palette.quiet)

    # The log

    def log_line(self, scene: Scene | None, line: LogLine, luck: Sequence[LuckLine] = ()) -> Text:
        """Something that happened: dice as dice, with what they counted for; the rule; then luck."""
        said = Text()
        if line.seat is not None and scene is not None and line.seat < len(scene.seats):
            said.append(f"{sign_of(line.seat)} ", self.palette.side(scene.seats, line.seat))
        for face in line.faces:
            said.append(f"[{face}]", f"bold {self.palette.mark}")
        said.append(f" {line.text} " if line.faces else f"{line.text} ", self.palette.ink)
        said.append_text(self.cited(line.cites))
        for one in luck if line.faces else ():
            if one.number == line.number:
                whose = f"{scene.seats[one.seat]} " if scene and one.seat is not None else ""
                said.append(f" {whose}{in_words(one)}", self.palette.quiet)
        return said


def so_much(track: Track) -> str:
    """How much there is, of how much if there is a most."""
    return f"{track.now}/{track.most}" if track.most else f"{track.now}"


def _cost(price: str, track: str) -> int:
    """How much of a track a price takes: `3 energy` of `energy`.

    >>> _cost("3 energy", "energy"), _cost("3 energy", "points"), _cost("", "energy")
    (3, 0, 0)
    """
    number, _, name = price.partition(" ")
    return int(number) if name == track and number.isdigit() else 0
