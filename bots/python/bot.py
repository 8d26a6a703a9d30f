"""A player for Four Shapes in Python. It wins if it can, otherwise blocks an opponent's
win, otherwise moves close to the centre, with some randomness.

It uses the line protocol. Play a tournament with it:

    four tournament --players random,level:2,"program:python3 bot.py" --games 20

The standard output is read as replies. For debugging, write to the standard error:
print("hello", file=sys.stderr).
"""

import random
import sys

# Horizontal, vertical and the two diagonals.
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


class Game:
    """A game. Columns and rows are counted from 0 here; row 0 is at the bottom."""

    def __init__(self, columns, rows, connect, gravity, seed):
        self.columns = columns
        self.rows = rows
        self.connect = connect
        self.gravity = gravity
        # The same seed gives the same random numbers, so games can be repeated.
        self.random = random.Random(seed)
        # Maps (column, row) to the player, 1 or 2; empty cells are missing.
        self.pieces = {}
        # The player to move.
        self.next = 1

    def cell(self, number):
        """Returns the cell of a move: the number of a column with gravity, otherwise of a cell."""
        if self.gravity:
            column = number - 1
            return column, self.height(column)
        return (number - 1) % self.columns, (number - 1) // self.columns

    def number(self, cell):
        """Returns the move to a cell."""
        column, row = cell
        return column + 1 if self.gravity else row * self.columns + column + 1

    def height(self, column):
        """Returns the number of pieces in a column. Only used with gravity."""
        row = 0
        while (column, row) in self.pieces:
            row += 1
        return row

    def possible(self):
        """Returns the cells of the legal moves."""
        if self.gravity:
            cells = [(column, self.height(column)) for column in range(self.columns)]
            return [cell for cell in cells if cell[1] < self.rows]
        cells = [(c, r) for c in range(self.columns) for r in range(self.rows)]
        return [cell for cell in cells if cell not in self.pieces]

    def count(self, player, cell, dx, dy):
        """Returns the number of consecutive pieces of a player next to a cell."""
        column, row = cell
        pieces = 0
        while self.pieces.get((column + dx, row + dy)) == player:
            column, row = column + dx, row + dy
            pieces += 1
        return pieces

    def wins(self, player, cell):
        """Returns True if a player wins with a piece in this cell."""
        return any(
            self.count(player, cell, dx, dy) + 1 + self.count(player, cell, -dx, -dy)
            >= self.connect
            for dx, dy in DIRECTIONS
        )

    def value(self, cell):
        """Returns the value of a move: higher is better."""
        if self.wins(self.next, cell):
            return 2000
        if self.wins(3 - self.next, cell):
            return 1000
        column, row = cell
        away = abs(2 * column - self.columns + 1)
        if not self.gravity:
            away += abs(2 * row - self.rows + 1)
        return 2 * self.random.random() - away

    def choose(self):
        """Returns our move."""
        return self.number(max(self.possible(), key=self.value))

    def moved(self, number):
        """Makes a move of either player."""
        self.pieces[self.cell(number)] = self.next
        self.next = 3 - self.next


def say(*words):
    """Writes a line. Unless flushed, it would stay in the buffer."""
    print(*words, flush=True)


def main():
    game = None
    for line in sys.stdin:
        word, *rest = line.split() or [""]
        if word == "four-shapes":
            say("name", "Monty")
            say("author", "Four Shapes")
            say("ready")
        elif word == "begin":
            # begin 7 6 4 gravity first seed 42 time 1000
            columns, rows, connect = map(int, rest[:3])
            gravity = rest[3] == "gravity"
            # Pairs of a word and its number.
            more = dict(zip(rest[5::2], map(int, rest[6::2])))
            game = Game(columns, rows, connect, gravity, more["seed"])
        elif word == "moved":
            game.moved(int(rest[0]))
        elif word == "choose":
            say(game.choose())
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
