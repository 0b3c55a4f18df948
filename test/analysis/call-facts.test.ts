/** Java text to the ways in which the outside reaches its methods. */
import { describe, expect, it } from 'vitest';
import { newAnalyzer, operationsOf } from '../support/analyze-text';

function reachesIn(text: string): Readonly<Record<string, string | undefined>> {
  const { members } = operationsOf(newAnalyzer(), 'A.java', text);
  return Object.fromEntries(
    members
      .filter(({ kind }) => kind === 'method')
      .map(({ name, facts }) => [name.slice(name.lastIndexOf('.') + 1), facts?.reach]),
  );
}

describe('the outside reaches', () => {
  it('main methods, those of instances included', () => {
    const main = (head: string): unknown => Object.values(reachesIn(`public class A { ${head} { } }`))[0];
    expect(main('public static void main(String[] a)')).toBe('main');
    expect(main('static void main(String... a)')).toBe('main');
    expect(main('void main()')).toBe('main');
    expect(main('private static void main(String[] a)')).toBe('inner');
    expect(main('public static int main(String[] a)')).toBe('public');
    expect(main('public static void main(String a)')).toBe('public');
    expect(Object.values(reachesIn('void main() { }'))).toEqual(['main']);
  });

  it('tests and what prepares them', () => {
    const reaches = reachesIn(`
      class A extends junit.framework.TestCase {
        public void testOne() { }
        protected void setUp() { }
        @org.junit.jupiter.api.Test void two() { }
        @DisplayName("@Before is no more") @ParameterizedTest(name = "{0}") @ValueSource(ints = {1})
        void three(int a) { }
        @BeforeMethod(alwaysRun = true) public final void four() { }
        void help() { }
      }`);
    expect(reaches).toEqual({
      ...{ 'testOne()': 'test', 'setUp()': 'test', 'two()': 'test', 'three(int)': 'test' },
      ...{ 'four()': 'test', 'help()': 'inner' },
    });
  });

  it('what servers and other frameworks call, without their jars', () => {
    const reaches = reachesIn(`
      import org.springframework.web.bind.annotation.*;
      public class A extends HttpServlet {
        protected void doGet(HttpServletRequest a, HttpServletResponse b) { }
        @GetMapping("/shop") public String list() { return ""; }
        @jakarta.ws.rs.GET @Produces("text/plain") public String get() { return ""; }
        @Scheduled(fixedRate = 5000) void tick() { }
        @Override public String toString() { return ""; }
        public void other() { }
      }`);
    expect(reaches).toEqual({
      'doGet(HttpServletRequest, HttpServletResponse)': 'handler',
      ...{ 'list()': 'handler', 'get()': 'handler', 'tick()': 'handler' },
      ...{ 'toString()': 'public', 'other()': 'public' },
    });
  });
});
