/** Objects with fields: bodies that attract each other, a wave on a string, cells that live, each as often as it is told. */
class Bodies {
    static final class Body {
        double x, y, vx, vy, mass;
    }

    public static void main(String[] arguments) {
        Body[] bodies = new Body[Integer.parseInt(arguments[0])];
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = new Body();
            bodies[i].x = Math.cos(i);
            bodies[i].y = Math.sin(i);
            bodies[i].mass = 1 + i % 3;
        }
        for (int step = 0; step < Integer.parseInt(arguments[1]); step++) move(bodies, 0.001);
        double sum = bodies[0].x + wave(2000, Integer.parseInt(arguments[2]));
        System.out.println(sum + live(128, Integer.parseInt(arguments[3])));
    }

    static void move(Body[] bodies, double time) {
        for (Body one : bodies) {
            for (Body other : bodies) {
                if (one == other) continue;
                double dx = other.x - one.x, dy = other.y - one.y;
                double square = dx * dx + dy * dy + 0.01;
                double pull = other.mass / (square * Math.sqrt(square)) * time;
                one.vx += dx * pull;
                one.vy += dy * pull;
            }
        }
        for (Body body : bodies) {
            body.x += body.vx * time;
            body.y += body.vy * time;
        }
    }

    static float wave(int points, int steps) {
        float[] before = new float[points], now = new float[points], next = new float[points];
        now[points / 2] = 1;
        for (int step = 0; step < steps; step++) {
            for (int i = 1; i < points - 1; i++)
                next[i] = 1.9f * now[i] - 0.95f * before[i] + 0.2f * (now[i - 1] - 2 * now[i] + now[i + 1]);
            float[] oldest = before;
            before = now;
            now = next;
            next = oldest;
        }
        return now[points / 3];
    }

    static int live(int size, int rounds) {
        boolean[][] cells = new boolean[size][size];
        for (int i = 0; i < size; i++) for (int j = 0; j < size; j++) cells[i][j] = (i * 7 + j * 13) % 5 < 2;
        for (int round = 0; round < rounds; round++) {
            boolean[][] next = new boolean[size][size];
            for (int i = 0; i < size; i++)
                for (int j = 0; j < size; j++) {
                    int around = 0;
                    for (int di = -1; di <= 1; di++)
                        for (int dj = -1; dj <= 1; dj++)
                            if ((di != 0 || dj != 0) && cells[(i + di + size) % size][(j + dj + size) % size]) around++;
                    next[i][j] = around == 3 || around == 2 && cells[i][j];
                }
            cells = next;
        }
        int alive = 0;
        for (boolean[] row : cells) for (boolean cell : row) if (cell) alive++;
        return alive;
    }
}
