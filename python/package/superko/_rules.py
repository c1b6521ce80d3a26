"""The rules of a game, as `Board.new` is given them."""

from __future__ import annotations

from typing import Mapping


class Rules(str):
    """The rules in force, such as `"chinese"` or `"repetition=positional,suicide=forbidden"`.

    It is a text, and has each switch as an attribute: `rules.repetition`, `rules.suicide`, `rules.scoring` and so on.
    `superko certify --help` lists all switches with their words; a hyphen in a name is an underscore here.

        >>> rules = of("aga", {"repetition": "situational", "last-pass": "white"})
        >>> rules, rules.repetition, rules.last_pass
        ('aga', 'situational', 'white')
    """

    switches: Mapping[str, str]
    """All switches, each with its word."""

    def __getattr__(self, name: str) -> str:
        if name != "switches":
            word = self.switches.get(name.replace("_", "-"), self.switches.get(name))
            if word is not None:
                return word
        raise AttributeError(f"rules have no switch {name}")


def of(name: str, switches: Mapping[str, str]) -> Rules:
    """Rules of this name with these switches."""
    rules = Rules(name)
    rules.switches = switches
    return rules
