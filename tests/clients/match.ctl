competition_type = 'playoff'

# A match for gomill's ringmaster (pip install gomill, for Python 2.7): Superko against GNU Go. Superko refuses what is
# illegal, and says the score. SUPERKO and GNUGO are the programs.
import os

description = 'Superko as a player and as the referee'
record_games = True
stderr_to_log = True

players = {
    'superko': Player([os.environ['SUPERKO'], 'gtp', 'optimized', '--player', 'area', '--playouts', '300']),
    'gnugo': Player(
        [os.environ['GNUGO'], '--mode', 'gtp', '--level', '1', '--chinese-rules', '--positional-superko',
         '--allow-suicide', '--play-out-aftermath', '--capture-all-dead'],
        is_reliable_scorer=False),
}

board_size = 9
komi = 7.5
alternating = True
scorer = 'players'
move_limit = 400

matchups = [Matchup('superko', 'gnugo', number_of_games=4)]
