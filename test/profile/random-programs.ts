/**
 * Random Java programs that end, throw a lot, and do the same in every run:
 * `Programs.java` with so many methods and a `main` that calls each with
 * several arguments.
 */

/** A pure generator of numbers below a bound (Park and Miller's, 1988). */
function createRandom(seed: number): (below: number) => number {
  let state = (seed % 2147483646) + 1;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

interface Scope {
  readonly random: (below: number) => number;
  /** Number of the program; it may call those before it. */
  readonly program: number;
  readonly depth: number;
  /** Labels of the loops around. */
  readonly loops: readonly string[];
  readonly names: { next: number };
}

export function randomPrograms(count: number, seed: number): string {
  const random = createRandom(seed);
  const methods = Array.from({ length: count }, (_, program) => {
    const body = statements({ random, program, depth: 0, loops: [], names: { next: 0 } }, 2 + random(4));
    const modifier = random(6) === 0 ? 'static synchronized' : 'static';
    return `${modifier} int p${program}(int a, int b) {\nint c = a ^ b; int[] d = { a, b, c };\n${body}\nreturn a + b * c;\n}`;
  });
  const calls = methods.map((_, program) => `case ${program}: return p${program}(a, b);`);
  return `import java.util.function.IntUnaryOperator;
public class Programs {
static int fuel;
static final Object lock = new Object();
static final Object[] objects = { "text", 7, null, 2.5 };
static boolean burn() { return --fuel > 0; }
static class Problem extends RuntimeException { final int code; Problem(int code) { super(null, null, false, false); this.code = 10 / (code % 4); } }
${methods.join('\n')}
static int call(int program, int a, int b) { switch (program) { ${calls.join('\n')} default: return 0; } }
public static void main(String[] arguments) {
long sum = 0;
for (int program = 0; program < ${count}; program++) {
for (int i = 0; i < 6; i++) {
fuel = 300;
try { sum += call(program, i * 7 - 5, program % 11 - i); } catch (RuntimeException e) { sum += 3; }
}
}
System.out.println(sum);
}
}
`;
}

function statements(scope: Scope, count: number): string {
  return Array.from({ length: count }, () => statement(scope)).join('\n');
}

function block(scope: Scope, loop?: string): string {
  const inner = {
    ...scope,
    depth: scope.depth + 1,
    loops: loop === undefined ? scope.loops : [...scope.loops, loop],
  };
  return `{\n${statements(inner, 1 + scope.random(3))}\n}`;
}

function statement(scope: Scope): string {
  const { random, depth, loops } = scope;
  // Deep in, only what is simple, so that programs end.
  switch (depth > 3 ? random(5) : random(17)) {
    case 0:
    case 1:
      return `${variable(scope)} ${['=', '+=', '-=', '^=', '%='][random(5)] ?? '='} ${expression(scope, 0)};`;
    case 2:
      return `d[${expression(scope, 1)} & ${random(2) === 0 ? 3 : 1}] += ${expression(scope, 1)};`;
    case 3: {
      const label = loops[random(Math.max(1, loops.length))];
      if (label === undefined) return `if (${condition(scope)}) return ${expression(scope, 1)};`;
      return `if (${condition(scope)}) ${random(2) === 0 ? 'break' : 'continue'} ${label};`;
    }
    case 4:
      return random(2) === 0
        ? `if (${condition(scope)}) throw new Problem(${expression(scope, 1)});`
        : `c += objects[${expression(scope, 1)} & 3].hashCode() & 3;`;
    case 5:
    case 6:
      return `if (${condition(scope)}) ${block(scope)}${random(2) === 0 ? ` else ${block(scope)}` : ''}`;
    case 7: {
      const [label, index] = [fresh(scope, 'l'), fresh(scope, 'i')];
      return `${label}: for (int ${index} = 0; ${index} < ${1 + random(6)}${random(3) === 0 ? '' : ' && burn()'}; ${index}++) ${block(scope, label)}`;
    }
    case 8: {
      const label = fresh(scope, 'l');
      return `${label}: while (${condition(scope)} && burn()) ${block(scope, label)}`;
    }
    case 9: {
      const label = fresh(scope, 'l');
      return `${label}: do ${block(scope, label)} while (burn() && ${condition(scope)});`;
    }
    case 10: {
      const cases = Array.from(
        { length: 2 + random(4) },
        (_, index) =>
          `case ${index * (random(2) === 0 ? 1 : 50) + index}: ${statements({ ...scope, depth: depth + 1 }, 1)}${random(2) === 0 ? ' break;' : ''}`,
      );
      return `switch (${expression(scope, 1)} & 7) {\n${[...new Set(cases)].join('\n')}\ndefault: c++;\n}`;
    }
    case 11:
    case 12: {
      const clauses = [
        'ArithmeticException',
        'ArrayIndexOutOfBoundsException',
        'Problem',
        'RuntimeException',
      ];
      const chosen = clauses.slice(random(3), 3 + random(2)).slice(0, 1 + random(2));
      const catches = chosen.map((type) => `catch (${type} ${fresh(scope, 'e')}) ${block(scope)}`);
      // javac copies a finally to every way out: large ones in each other would not fit.
      const last = random(2) === 0 ? `finally { ${statement({ ...scope, depth: 4, loops: [] })} }` : '';
      return `try ${block(scope)} ${catches.join(' ')} ${last}`;
    }
    case 13:
      return `synchronized (lock) ${block(scope)}`;
    case 14: {
      const operator = fresh(scope, 'f');
      return `IntUnaryOperator ${operator} = v -> v > 3 ? v / (v & 3) : v * 2; a += ${operator}.applyAsInt(${expression(scope, 1)});`;
    }
    case 15:
      return scope.program > 0
        ? `if (burn()) b += p${random(scope.program)}(${expression(scope, 1)}, ${expression(scope, 1)});`
        : 'a++;';
    default:
      return `switch ("k" + (${expression(scope, 1)} & 3)) { case "k0": a++; case "k1": b--; break; case "k2": ${statement({ ...scope, depth: depth + 1 })} default: c += b; }`;
  }
}

function fresh(scope: Scope, prefix: string): string {
  return `${prefix}${scope.names.next++}`;
}

function variable({ random }: Scope): string {
  return ['a', 'b', 'c'][random(3)] ?? 'a';
}

function expression(scope: Scope, depth: number): string {
  const { random } = scope;
  switch (depth > 2 ? random(2) : random(10)) {
    case 0:
      return variable(scope);
    case 1:
      return String(random(20) - 4);
    case 2:
    case 3:
      return `(${expression(scope, depth + 1)} ${['+', '-', '*', '^', '>>'][random(5)] ?? '+'} ${expression(scope, depth + 1)})`;
    case 4:
      return `(${expression(scope, depth + 1)} ${random(2) === 0 ? '/' : '%'} (${expression(scope, depth + 1)} & 7))`;
    case 5:
      return `d[${expression(scope, depth + 1)} & 3]`;
    case 6:
      // Methods of the JDK that loops with counters of their own may call.
      return `"text".charAt(${expression(scope, depth + 1)} & 7)`;
    case 7:
      return `Math.floorMod(${expression(scope, depth + 1)}, ${variable(scope)} & 3)`;
    case 8:
      return `(${condition(scope, depth + 1)} ? ${expression(scope, depth + 1)} : ${expression(scope, depth + 1)})`;
    default:
      return `d[Math.abs(${variable(scope)} % ${2 + random(2)})]`;
  }
}

function condition(scope: Scope, depth = 0): string {
  const { random } = scope;
  if (depth < 2 && random(3) === 0)
    return `(${condition(scope, depth + 1)} ${random(2) === 0 ? '&&' : '||'} ${condition(scope, depth + 1)})`;
  if (random(8) === 0) return `objects[${variable(scope)} & 3] instanceof String`;
  return `${expression(scope, depth + 1)} ${['<', '>', '==', '!=', '<=', '>='][random(6)] ?? '<'} ${expression(scope, depth + 1)}`;
}
