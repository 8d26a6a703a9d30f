/* A bot for Four Shapes in C. It wins if it can, otherwise blocks an opponent's win,
 * otherwise moves as close to the centre as possible.
 *
 * Compile it with clang and lld (Debian, Ubuntu: apt install clang lld):
 *
 *     clang --target=wasm32 -mbulk-memory -O2 -nostdlib -Wl,--no-entry -o bot.wasm bot.c
 *
 * and test it with `four bot check bot.wasm`.
 *
 * There is no C library: no printf, malloc or rand. */

/* Exports a function to the host, the program that runs the game. */
#define EXPORT(name) __attribute__((export_name(name)))

/* The maximum number of columns and of rows. */
#define MAX_SIDE 15

/* The current game. */
static int columns, rows, connect, gravity;

/* The piece in each cell: 0 for none, else the player, 1 or 2.
 * Columns and rows are counted from 0 here; row 0 is at the bottom. */
static int board[MAX_SIDE][MAX_SIDE];

/* The player to move, 1 or 2. */
static int next;

/* ---- The board ---------------------------------------------------------------- */

/* Returns the piece in a cell; 0 outside the board. */
static int at(int column, int row) {
    if (column < 0 || column >= columns || row < 0 || row >= rows) return 0;
    return board[column][row];
}

/* Returns the number of pieces in a column: with gravity, the row of the next one. */
static int height(int column) {
    int row = 0;
    while (row < rows && board[column][row] != 0) row++;
    return row;
}

/* Returns 1 if a move to this cell is legal. */
static int possible(int column, int row) {
    if (gravity) return row == height(column);
    return board[column][row] == 0;
}

/* Returns the number of consecutive pieces of a player next to a cell in the direction
 * (dx, dy). */
static int count(int player, int column, int row, int dx, int dy) {
    int pieces = 0;
    while (at(column + dx, row + dy) == player) {
        column += dx;
        row += dy;
        pieces++;
    }
    return pieces;
}

/* Returns 1 if a player wins with a piece in this cell. */
static int wins(int player, int column, int row) {
    /* Horizontal, vertical and the two diagonals. */
    static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        int dx = directions[i][0], dy = directions[i][1];
        int ahead = count(player, column, row, dx, dy);
        int behind = count(player, column, row, -dx, -dy);
        if (behind + 1 + ahead >= connect) return 1;
    }
    return 0;
}

/* ---- The value of a move ------------------------------------------------------ */

static int distance(int from, int to) {
    return from < to ? to - from : from - to;
}

/* Returns the value of a move: higher is better. */
static int value(int column, int row) {
    if (wins(next, column, row)) return 2000;
    if (wins(3 - next, column, row)) return 1000;
    /* The centre, (n - 1) / 2, may be between two cells, so double the distances. */
    int away = distance(2 * column, columns - 1);
    if (!gravity) away += distance(2 * row, rows - 1);
    return -away;
}

/* Ideas: don't move below a cell where the opponent wins; prefer cells on many open lines;
 * search one move ahead, then two. */

/* ---- Required functions ------------------------------------------------------- */

/* Returns the version of the interface. */
EXPORT("four_shapes_bot") int four_shapes_bot(void) {
    return 1;
}

/* Begins a game. If gravity is 1, pieces fall; if it is 0, any empty cell can be taken.
 * Player 1 moves first. This bot doesn't need its own number, since `choose` is only called on
 * its turn. */
EXPORT("begin") void begin(int columns_now, int rows_now, int connect_now, int gravity_now,
                           int player) {
    (void)player;
    columns = columns_now;
    rows = rows_now;
    connect = connect_now;
    gravity = gravity_now;
    next = 1;
    for (int column = 0; column < MAX_SIDE; column++)
        for (int row = 0; row < MAX_SIDE; row++) board[column][row] = 0;
}

/* Makes a move of either player. */
EXPORT("moved") void moved(int number) {
    /* A move is the number of a column with gravity, otherwise of a cell. */
    int column = gravity ? number - 1 : (number - 1) % columns;
    int row = gravity ? height(column) : (number - 1) / columns;
    board[column][row] = next;
    next = 3 - next;
}

/* Returns our move. */
EXPORT("choose") int choose(void) {
    int best = -1000, move = 0;
    for (int column = 0; column < columns; column++) {
        for (int row = 0; row < rows; row++) {
            if (!possible(column, row)) continue;
            int now = value(column, row);
            if (now > best) {
                best = now;
                move = gravity ? column + 1 : row * columns + column + 1;
            }
        }
    }
    return move;
}

/* ---- Optional functions ------------------------------------------------------- */

/* Returns the bot's name. */
EXPORT("name") const char *name(void) {
    return "Middle C";
}

/* Returns the author's name. */
EXPORT("author") const char *author(void) {
    return "Four Shapes";
}
