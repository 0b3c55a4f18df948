/** Fills the empty cells of Sudokus by trial: `Sudoku COUNT EMPTY`. */
class Sudoku {
    private final int[][] cells = new int[9][9];
    private long tried;

    public static void main(String[] arguments) {
        int empty = Integer.parseInt(arguments[1]);
        long tried = 0;
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            Sudoku sudoku = new Sudoku();
            sudoku.fill(i);
            sudoku.clear(i, empty);
            if (!sudoku.solve(0)) throw new IllegalStateException(sudoku.toString());
            sudoku.check();
            tried += sudoku.tried;
        }
        System.out.println(tried);
    }

    private void fill(int seed) {
        for (int row = 0; row < 9; row++)
            for (int column = 0; column < 9; column++)
                cells[row][column] = (row * 3 + row / 3 + column + seed) % 9 + 1;
    }

    private void clear(int seed, int count) {
        long state = seed * 2654435761L + 1;
        while (count > 0) {
            state = state * 6364136223846793005L + 1442695040888963407L;
            int cell = (int) ((state >>> 33) % 81);
            if (cells[cell / 9][cell % 9] == 0) continue;
            cells[cell / 9][cell % 9] = 0;
            count--;
        }
    }

    private boolean solve(int cell) {
        if (cell == 81) return true;
        int row = cell / 9;
        int column = cell % 9;
        if (cells[row][column] != 0) return solve(cell + 1);
        for (int digit = 1; digit <= 9; digit++) {
            tried++;
            if (!fits(row, column, digit)) continue;
            cells[row][column] = digit;
            if (solve(cell + 1)) return true;
        }
        cells[row][column] = 0;
        return false;
    }

    private boolean fits(int row, int column, int digit) {
        for (int i = 0; i < 9; i++) {
            if (cells[row][i] == digit || cells[i][column] == digit) return false;
            if (cells[row / 3 * 3 + i / 3][column / 3 * 3 + i % 3] == digit) return false;
        }
        return true;
    }

    private void check() {
        for (int[] row : cells) {
            int seen = 0;
            for (int digit : row) seen |= 1 << digit;
            if (seen != 1022) throw new IllegalStateException(toString());
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int[] row : cells) {
            for (int digit : row) text.append(digit == 0 ? "." : String.valueOf(digit));
            text.append('\n');
        }
        return text.toString();
    }
}
