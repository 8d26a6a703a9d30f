"""A bot for Four Shapes in Python. It wins if it can, else prevents the other side's
win, else plays near the middle, with a little chance in it.

It is a program: it reads lines and answers with lines. Play against others with it in

    four tournament --players random,level:2,"program:python3 bot.py" --games 20

What `print` writes is read as an answer. To find out what is going on, write to the
standard error instead: print("hello", file=sys.stderr).
"""

import random
import sys

# Along the row, up the column, and the two diagonals.
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


class Game:
    """A game. Columns and rows are counted from 0 here; row 0 is at the bottom."""

    def __init__(self, columns, rows, connect, gravity, seed):
        self.columns = columns
        self.rows = rows
        self.connect = connect
        self.gravity = gravity
        # The same seed gives the same random numbers, so a game can be played again.
        self.random = random.Random(seed)
        # The pieces: the player, 1 or 2, by column and row. Empty cells are not in it.
        self.pieces = {}
        # Who moves next.
        self.next = 1

    def cell(self, number):
        """The cell of a move: where pieces fall it is a column, else a cell, from 1."""
        if self.gravity:
            column = number - 1
            return column, self.height(column)
        return (number - 1) % self.columns, (number - 1) // self.columns

    def number(self, cell):
        """The move that puts a piece into a cell."""
        column, row = cell
        return column + 1 if self.gravity else row * self.columns + column + 1

    def height(self, column):
        """How many pieces are in a column, where pieces fall."""
        row = 0
        while (column, row) in self.pieces:
            row += 1
        return row

    def possible(self):
        """The cells that a piece can be put into now."""
        if self.gravity:
            cells = [(column, self.height(column)) for column in range(self.columns)]
            return [cell for cell in cells if cell[1] < self.rows]
        cells = [(c, r) for c in range(self.columns) for r in range(self.rows)]
        return [cell for cell in cells if cell not in self.pieces]

    def count(self, player, cell, dx, dy):
        """How many pieces of a player follow each other behind a cell."""
        column, row = cell
        pieces = 0
        while self.pieces.get((column + dx, row + dy)) == player:
            column, row = column + dx, row + dy
            pieces += 1
        return pieces

    def wins(self, player, cell):
        """Whether a player who puts a piece into this cell has a line then."""
        return any(
            self.count(player, cell, dx, dy) + 1 + self.count(player, cell, -dx, -dy)
            >= self.connect
            for dx, dy in DIRECTIONS
        )

    def value(self, cell):
        """What a cell is good for: the more, the better."""
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
        """Our move."""
        return self.number(max(self.possible(), key=self.value))

    def moved(self, number):
        """Somebody has moved: the other side, or we ourselves."""
        self.pieces[self.cell(number)] = self.next
        self.next = 3 - self.next


def say(*words):
    """Answers with a line. Without the flush it would wait for others to come."""
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
            # What comes in pairs: a word and its number.
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
