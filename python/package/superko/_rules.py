"""The rules of a game, as `Board.new` receives them."""

from __future__ import annotations

from typing import Mapping

from superko import _superko


class Rules(str):
    """The rules in force: a string such as `"chinese"`, with an attribute for each switch.

    `superko certify --help` lists all switches and their values. Attribute names have underscores instead of hyphens.

        >>> rules = Rules.named("aga")
        >>> rules, rules.repetition, rules.long_cycle
        ('aga', 'situational', 'goes-on')
    """

    switches: Mapping[str, str]
    """The value of each switch, by name."""

    @classmethod
    def named(cls, name: str) -> Rules:
        """Returns the rules for a name or switches, as `certify` takes them.

        Raises `ValueError` if the text cannot be read.
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
