"""What others read: chess games by python-chess, poker hands by pokerkit.

Both are plain Python, read a text and check that every move or action in it is allowed. Their games
are played at random from a fixed seed and written by the libraries themselves.
"""

from __future__ import annotations

import io
import random
from typing import NamedTuple

import chess
import chess.pgn
from pokerkit import Automation, HandHistory, NoLimitTexasHoldem, State

SEED = 20
CHESS_GAMES = 9
POKER_HANDS = 30
AUTOMATIC = (
    Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING, Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING,
)  # fmt: skip


def chess_games() -> str:
    """Random games of at most 100 moves, as PGN."""
    rng = random.Random(SEED)
    games = []
    for _ in range(CHESS_GAMES):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 100:
            board.push(rng.choice(list(board.legal_moves)))
        games.append(str(chess.pgn.Game.from_board(board)))
    return "\n\n".join(games) + "\n"


def poker_hands() -> list[str]:
    """Random hands of hold'em by four players, each as a PHH text."""
    rng = random.Random(SEED)
    game = NoLimitTexasHoldem(AUTOMATIC, True, 0, (1, 2), 2)
    hands = []
    for _ in range(POKER_HANDS):
        state = game(200, 4)
        while state.status:
            _act(state, rng)
        hands.append(HandHistory.from_game_state(game, state).dumps())
    return hands


def _act(state: State, rng: random.Random) -> None:
    if state.can_deal_hole():
        state.deal_hole()
    elif state.can_deal_board():
        state.deal_board()
    elif state.can_complete_bet_or_raise_to() and rng.random() < 0.2:
        state.complete_bet_or_raise_to(state.min_completion_betting_or_raising_to_amount)
    elif state.can_fold() and rng.random() < 0.2:
        state.fold()
    else:
        state.check_or_call()


class Peer(NamedTuple):
    """A library, and what it is given to read."""

    name: str
    texts: list[str]

    def read(self) -> int:
        """Read all of it once, every move checked: how many there were."""
        return sum(map(moves_of if self.name == CHESS else actions_of, self.texts))


CHESS = "python-chess, PGN"
POKER = "pokerkit, PHH"


def moves_of(text: str) -> int:
    source, moves = io.StringIO(text), 0
    while game := chess.pgn.read_game(source):
        assert not game.errors
        moves += game.end().ply()
    return moves


def actions_of(text: str) -> int:
    """The actions written; what pokerkit does by itself in between is not counted."""
    return sum(action is not None for _, action in HandHistory.loads(text).state_actions)


def peers() -> list[Peer]:
    return [Peer(CHESS, [chess_games()]), Peer(POKER, poker_hands())]
