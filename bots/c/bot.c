/* A bot for Four Shapes in C. It wins if it can, else prevents the other side's win,
 * else takes what is nearest to the middle.
 *
 * Compile it with clang and lld (Debian, Ubuntu: apt install clang lld):
 *
 *     clang --target=wasm32 -mbulk-memory -O2 -nostdlib -Wl,--no-entry -o bot.wasm bot.c
 *
 * and try the file that comes of it with `four bot check bot.wasm`.
 *
 * There is no C library: no printf, no malloc, no rand. A bot only computes. */

/* Makes a function one that the host can call. */
#define EXPORT(name) __attribute__((export_name(name)))

/* Boards have at most so many columns, and at most so many rows. */
#define MOST 15

/* The game. Between the calls it is kept in these variables. */
static int columns, rows, connect, gravity;

/* What is in each cell: 0 nothing, 1 a piece of player 1, 2 one of player 2.
 * Columns and rows are counted from 0 here; row 0 is at the bottom. */
static int board[MOST][MOST];

/* Who moves next, 1 or 2. */
static int next;

/* ---- The board ---------------------------------------------------------------- */

/* What is in a cell; 0 also for cells outside the board. */
static int at(int column, int row) {
    if (column < 0 || column >= columns || row < 0 || row >= rows) return 0;
    return board[column][row];
}

/* How many pieces are in a column, where pieces fall: also the row of the next one. */
static int height(int column) {
    int row = 0;
    while (row < rows && board[column][row] != 0) row++;
    return row;
}

/* Whether a piece can be put into a cell now. */
static int possible(int column, int row) {
    if (gravity) return row == height(column);
    return board[column][row] == 0;
}

/* How many pieces of a player follow each other from a cell on, the cell itself not
 * counted, in the direction (dx, dy). */
static int count(int player, int column, int row, int dx, int dy) {
    int pieces = 0;
    while (at(column + dx, row + dy) == player) {
        column += dx;
        row += dy;
        pieces++;
    }
    return pieces;
}

/* Whether a player who puts a piece into an empty cell has a line then. */
static int wins(int player, int column, int row) {
    /* Along the row, up the column, and the two diagonals. */
    static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        int dx = directions[i][0], dy = directions[i][1];
        int ahead = count(player, column, row, dx, dy);
        int behind = count(player, column, row, -dx, -dy);
        if (behind + 1 + ahead >= connect) return 1;
    }
    return 0;
}

/* ---- What a cell is good for -------------------------------------------------- */

static int distance(int from, int to) {
    return from < to ? to - from : from - to;
}

/* The higher, the better. */
static int value(int column, int row) {
    if (wins(next, column, row)) return 2000;
    if (wins(3 - next, column, row)) return 1000;
    /* The middle of n columns is at (n - 1) / 2; times two it is a whole number. */
    int away = distance(2 * column, columns - 1);
    if (!gravity) away += distance(2 * row, rows - 1);
    return -away;
}

/* Things to try here: don't put a piece below a cell where the other side wins;
 * like cells that lie in many lines; look one move further, then two. */

/* ---- What every bot has to have ----------------------------------------------- */

/* The version of the interface that this bot is written for. */
EXPORT("four_shapes_bot") int four_shapes_bot(void) {
    return 1;
}

/* A game begins. With gravity 1 pieces fall, with 0 any empty cell can be taken.
 * Player 1 moves first. We could look whether we are player 1 or 2, but need not:
 * whenever we are asked for a move it is our turn. */
EXPORT("begin") void begin(int columns_now, int rows_now, int connect_now, int gravity_now,
                           int player) {
    (void)player;
    columns = columns_now;
    rows = rows_now;
    connect = connect_now;
    gravity = gravity_now;
    next = 1;
    for (int column = 0; column < MOST; column++)
        for (int row = 0; row < MOST; row++) board[column][row] = 0;
}

/* Somebody has moved: the other side, or we ourselves. */
EXPORT("moved") void moved(int number) {
    /* Where pieces fall a move is the number of a column, else of a cell. */
    int column = gravity ? number - 1 : (number - 1) % columns;
    int row = gravity ? height(column) : (number - 1) / columns;
    board[column][row] = next;
    next = 3 - next;
}

/* It is our turn: the answer is the number of our move. */
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

/* ---- What a bot may have ------------------------------------------------------ */

/* What it is called. */
EXPORT("name") const char *name(void) {
    return "Middle C";
}

/* Who has written it. */
EXPORT("author") const char *author(void) {
    return "Four Shapes";
}
