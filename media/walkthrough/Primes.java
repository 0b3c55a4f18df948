/** Counts primes in two ways that cost very different energy. Change it: the colors follow. */
public class Primes {
    /** Tries all divisors of all numbers. */
    static int countByDivision(int limit) {
        int count = 0;
        for (int number = 2; number < limit; number++) {
            boolean isPrime = true;
            for (int divisor = 2; divisor < number; divisor++) {
                if (number % divisor == 0) {
                    isPrime = false;
                }
            }
            if (isPrime) {
                count++;
            }
        }
        return count;
    }

    /** The sieve of Eratosthenes: strikes out multiples of primes. */
    static int countBySieve(int limit) {
        boolean[] isStruck = new boolean[limit];
        int count = 0;
        for (int number = 2; number < limit; number++) {
            if (isStruck[number]) {
                continue;
            }
            count++;
            for (int multiple = 2 * number; multiple < limit; multiple += number) {
                isStruck[multiple] = true;
            }
        }
        return count;
    }

    public static void main(String[] arguments) {
        int limit = 3000;
        System.out.println(countByDivision(limit) + " primes below " + limit + ", by division");
        System.out.println(countBySieve(limit) + " primes below " + limit + ", by the sieve");
    }
}
