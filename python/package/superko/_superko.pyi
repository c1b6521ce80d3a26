from typing import Any, Callable, Optional

__version__: str

class Illegal(Exception): ...
class Unsupported(Exception): ...

def main(words: list[str]) -> int: ...
def certify(
    factory: Callable[[], Any],
    *,
    rules: str,
    sizes: list[str],
    level: str,
    games: Optional[int],
    seed: int,
    budget: Optional[float],
    only: list[str],
    skip: list[str],
    require: list[str],
    strict: bool,
    fail_fast: bool,
    diagnose: Optional[bool],
    name: str,
) -> dict[str, Any]: ...
def replay(factory: Callable[[], Any], record: str) -> None: ...
def switches(rules: str) -> dict[str, str]: ...
def tests_under(rules: str) -> tuple[list[str], list[str]]: ...
