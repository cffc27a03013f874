"""Values worked out when first asked for, and then kept."""

import msgspec
import pytest

from gattai.kernel.lazy import lazy

asked: list[int] = []


class Square(msgspec.Struct, frozen=True, dict=True):
    """A number that knows its square."""

    side: int

    @lazy
    def area(self) -> int:
        """The square."""
        asked.append(self.side)
        return self.side * self.side


def test_it_is_worked_out_once_and_only_when_asked_for() -> None:
    asked.clear()
    square = Square(3)
    assert asked == []
    assert (square.area, square.area) == (9, 9)
    assert asked == [3]


def test_a_changed_copy_works_it_out_anew() -> None:
    square = Square(3)
    assert square.area == 9
    assert msgspec.structs.replace(square, side=4).area == 16


def test_whether_it_was_asked_for_makes_no_difference_to_the_value() -> None:
    one, other = Square(5), Square(5)
    assert one.area == 25
    assert one == other
    assert hash(one) == hash(other)
    assert msgspec.json.encode(one) == msgspec.json.encode(other) == b'{"side":5}'


def test_it_cannot_be_set() -> None:
    with pytest.raises(AttributeError):
        Square(1).area = 2


def test_the_class_shows_what_it_is() -> None:
    assert Square.area.__doc__ == "The square."
