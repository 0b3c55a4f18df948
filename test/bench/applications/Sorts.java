/** Arrays of ints: quicksort, a heap and binary searches, each as often as it is told. */
class Sorts {
    public static void main(String[] arguments) {
        int n = Integer.parseInt(arguments[0]);
        long sum = 0;
        for (int round = 0; round < Integer.parseInt(arguments[1]); round++) {
            int[] values = random(n, round);
            quick(values, 0, n - 1);
            sum += values[n / 2];
        }
        for (int round = 0; round < Integer.parseInt(arguments[2]); round++) sum += heap(random(n, round));
        int[] sorted = random(n, 5);
        quick(sorted, 0, n - 1);
        int searches = Integer.parseInt(arguments[3]);
        for (int i = 0; i < searches; i++) sum += search(sorted, i * 40503);
        System.out.println(sum);
    }

    static int[] random(int n, int seed) {
        int[] values = new int[n];
        int state = seed * 31 + 7;
        for (int i = 0; i < n; i++) values[i] = (state = state * 1664525 + 1013904223) >>> 1;
        return values;
    }

    static void quick(int[] values, int low, int high) {
        while (low < high) {
            int pivot = values[low + high >>> 1], i = low, j = high;
            while (i <= j) {
                while (values[i] < pivot) i++;
                while (values[j] > pivot) j--;
                if (i <= j) {
                    int value = values[i];
                    values[i++] = values[j];
                    values[j--] = value;
                }
            }
            quick(values, low, j);
            low = i;
        }
    }

    static int heap(int[] values) {
        int size = values.length;
        for (int i = size / 2 - 1; i >= 0; i--) sink(values, i, size);
        while (size > 1) {
            int largest = values[0];
            values[0] = values[--size];
            values[size] = largest;
            sink(values, 0, size);
        }
        return values[values.length / 3];
    }

    static void sink(int[] values, int at, int size) {
        int value = values[at];
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && values[child + 1] > values[child]) child++;
            if (values[child] <= value) break;
            values[at] = values[child];
            at = child;
        }
        values[at] = value;
    }

    static int search(int[] sorted, int wanted) {
        int low = 0, high = sorted.length - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            if (sorted[middle] < wanted) low = middle + 1;
            else if (sorted[middle] > wanted) high = middle - 1;
            else return middle;
        }
        return low;
    }
}
