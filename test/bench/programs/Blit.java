import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** CCGrid3D.blit() of Li and Gallagher, programs 1 and 2, and each of their three changes by itself. */
public class Blit {
    private static final int SIZE = 2112;
    private final FloatBuffer vertices = allocate();
    private final FloatBuffer mVertexBuffer = allocate();

    private static FloatBuffer allocate() {
        return ByteBuffer.allocateDirect(SIZE * 4).order(ByteOrder.nativeOrder()).asFloatBuffer();
    }

    void original() {
        for (int i = 0; i < vertices.limit(); i = i + 3) {
            mVertexBuffer.put(vertices.get(i));
            mVertexBuffer.put(vertices.get(i + 1));
            mVertexBuffer.put(vertices.get(i + 2));
        }
    }

    void hoisted() {
        int limit = vertices.limit();
        for (int i = 0; i < limit; i = i + 3) {
            mVertexBuffer.put(vertices.get(i));
            mVertexBuffer.put(vertices.get(i + 1));
            mVertexBuffer.put(vertices.get(i + 2));
        }
    }

    void unrolled() {
        for (int i = 0; i < vertices.limit(); i = i + 24) {
            mVertexBuffer.put(vertices.get(i));
            mVertexBuffer.put(vertices.get(i + 1));
            mVertexBuffer.put(vertices.get(i + 2));
            mVertexBuffer.put(vertices.get(i + 3));
            mVertexBuffer.put(vertices.get(i + 4));
            mVertexBuffer.put(vertices.get(i + 5));
            mVertexBuffer.put(vertices.get(i + 6));
            mVertexBuffer.put(vertices.get(i + 7));
            mVertexBuffer.put(vertices.get(i + 8));
            mVertexBuffer.put(vertices.get(i + 9));
            mVertexBuffer.put(vertices.get(i + 10));
            mVertexBuffer.put(vertices.get(i + 11));
            mVertexBuffer.put(vertices.get(i + 12));
            mVertexBuffer.put(vertices.get(i + 13));
            mVertexBuffer.put(vertices.get(i + 14));
            mVertexBuffer.put(vertices.get(i + 15));
            mVertexBuffer.put(vertices.get(i + 16));
            mVertexBuffer.put(vertices.get(i + 17));
            mVertexBuffer.put(vertices.get(i + 18));
            mVertexBuffer.put(vertices.get(i + 19));
            mVertexBuffer.put(vertices.get(i + 20));
            mVertexBuffer.put(vertices.get(i + 21));
            mVertexBuffer.put(vertices.get(i + 22));
            mVertexBuffer.put(vertices.get(i + 23));
        }
    }

    void bulk() {
        mVertexBuffer.put(vertices.asReadOnlyBuffer());
    }

    private void run(int variant) {
        mVertexBuffer.clear();
        if (variant == 0) original();
        else if (variant == 1) hoisted();
        else if (variant == 2) unrolled();
        else bulk();
    }

    /** Arguments: samples, and calls in each. Prints a line for each sample: CPU nanoseconds a call, by variant. */
    public static void main(String[] arguments) {
        int samples = Integer.parseInt(arguments[0]);
        int calls = Integer.parseInt(arguments[1]);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Blit blit = new Blit();
        for (int i = 0; i < SIZE; i++) blit.vertices.put(i, i);
        for (int sample = 0; sample < samples; sample++) {
            StringBuilder line = new StringBuilder();
            for (int variant = 0; variant < 4; variant++) {
                long begun = threads.getCurrentThreadCpuTime();
                for (int call = 0; call < calls; call++) blit.run(variant);
                line.append((threads.getCurrentThreadCpuTime() - begun) / calls).append(' ');
                if (blit.mVertexBuffer.position() != SIZE || blit.mVertexBuffer.get(SIZE - 1) != SIZE - 1)
                    throw new AssertionError("variant " + variant + " does not do the same");
            }
            System.out.println(line.toString().trim());
        }
    }
}
