"""The rules of a game, as `Board.new` is given them."""

from __future__ import annotations

from typing import Mapping

from superko import _superko


class Rules(str):
    """The rules in force: a text such as `"chinese"`, which has each switch as an attribute.

    `superko certify --help` lists all switches with their words; a hyphen in a name is an underscore here.

        >>> rules = Rules.named("aga")
        >>> rules, rules.repetition, rules.long_cycle
        ('aga', 'situational', 'goes-on')
    """

    switches: Mapping[str, str]
    """All switches, each with its word."""

    @classmethod
    def named(cls, name: str) -> Rules:
        """The rules of a name or of switches, as `certify` takes them.

        Raises `ValueError` if they cannot be read.
        """
        rules = cls(name)
        rules.switches = _superko.switches(name)
        return rules

    def __getattr__(self, name: str) -> str:
        if name != "switches":
            word = self.switches.get(name.replace("_", "-"), self.switches.get(name))
            if word is not None:
                return word
        raise AttributeError(f"rules have no switch {name}")
