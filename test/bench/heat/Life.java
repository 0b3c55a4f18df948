import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Conway's game on a plane without borders, and again on a torus: `Life GENERATIONS SIZE`. */
class Life {
    private record Cell(int x, int y) {}

    public static void main(String[] arguments) {
        int generations = Integer.parseInt(arguments[0]);
        int size = Integer.parseInt(arguments[1]);
        Set<Cell> plane = start();
        for (int i = 0; i < generations; i++) plane = next(plane);
        boolean[][] torus = new boolean[size][size];
        for (Cell cell : start()) torus[cell.x() + size / 2][cell.y() + size / 2] = true;
        for (int i = 0; i < generations; i++) torus = next(torus);
        System.out.println(plane.size() + " " + count(torus));
    }

    /** The R-pentomino. */
    private static Set<Cell> start() {
        Set<Cell> cells = new HashSet<>();
        int[][] places = {{0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 1}};
        for (int[] place : places) cells.add(new Cell(place[0], place[1]));
        return cells;
    }

    private static Set<Cell> next(Set<Cell> cells) {
        Map<Cell, Integer> neighbors = new HashMap<>();
        for (Cell cell : cells) {
            for (int dx = -1; dx <= 1; dx++) {
                for (int dy = -1; dy <= 1; dy++) {
                    if (dx == 0 && dy == 0) continue;
                    neighbors.merge(new Cell(cell.x() + dx, cell.y() + dy), 1, Integer::sum);
                }
            }
        }
        Set<Cell> born = new HashSet<>();
        neighbors.forEach((cell, count) -> {
            if (count == 3 || count == 2 && cells.contains(cell)) born.add(cell);
        });
        return born;
    }

    private static boolean[][] next(boolean[][] cells) {
        boolean[][] next = new boolean[cells.length][cells.length];
        for (int x = 0; x < cells.length; x++) {
            for (int y = 0; y < cells.length; y++) {
                int count = neighbors(cells, x, y);
                next[x][y] = count == 3 || count == 2 && cells[x][y];
            }
        }
        return next;
    }

    private static int neighbors(boolean[][] cells, int x, int y) {
        int size = cells.length;
        int count = 0;
        for (int dx = -1; dx <= 1; dx++)
            for (int dy = -1; dy <= 1; dy++)
                if ((dx != 0 || dy != 0) && cells[(x + dx + size) % size][(y + dy + size) % size]) count++;
        return count;
    }

    private static int count(boolean[][] cells) {
        int count = 0;
        for (boolean[] row : cells) for (boolean cell : row) if (cell) count++;
        return count;
    }
}
