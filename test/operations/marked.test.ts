import { describe, test } from 'vitest';
import { checkMarked } from './check-marked';

/** A method's statements, with the fields and methods that they use. */
function check(
  statements: string,
  header = 'void test(int a, int b, long l, float f, double d, boolean t, boolean u, Object o, String s)',
): void {
  checkMarked(`import java.util.*;
import java.util.function.*;
class Test {
  int field; static long shared; char[] chars; Test other;
  static int twice(int x) { return x; }
  long sum(long x, double y) { return 0; }
  static void all(String... parts) { }
  interface Greeter { void greet(Object whom); }
  static abstract class Base { Base(int x) { } }
  ${header} {
${statements}
  }
}`);
}

describe('arithmetic', () => {
  test('names its operands as they are written', () => {
    check(`
      int c = a + b; // Addition_int_int, Declaration_int
      double x = a * f - d; // Conversion_int_float, Multi_int_float, Conversion_float_double, Subtraction_float_double, Declaration_double
      l = a; // Conversion_int_long, Assign_long_int
    `);
  });

  test('covers every operator', () => {
    check(`
      a = a / b % a; // Division_int_int, Modulo_int_int, Assign_int_int
      a = a & b | b ^ a; // BitAnd_int_int, BitXor_int_int, BitOr_int_int, Assign_int_int
      a = a << b >> a >>> b; // ShiftLeft_int_int, ShiftRight_int_int, UnsignedShiftRight_int_int, Assign_int_int
      l = l << l; // Conversion_long_int, ShiftLeft_long_long, Assign_long_long
      a = -a + ~b; // Negation_int, BitComplement_int, Addition_int_int, Assign_int_int
      t = t & u; // BitAnd_boolean_boolean, Assign_boolean_boolean
    `);
  });

  test('folds constants to one push', () => {
    check(`
      a = 2 + 3 * 4; // Assign_int_int
      s = "a" + 1; // Assign_String_String
      final int k = 3; // Declaration_int
      a = b + k * 2; // Addition_int_int, Assign_int_int
    `);
  });

  test('steps locals in place and all else by addition', () => {
    check(`
      a++; // Increment_int
      --a; // Decrement_int
      a += 1000; // Increment_int
      a += 100000; // Addition_int_int, Assign_int_int
      l++; // Addition_long_long, Assign_long_long
      field++; // FieldReference_int, Addition_int_int, FieldStore_int
      shared += a; // StaticFieldReference_long, Conversion_int_long, Addition_long_int, StaticFieldStore_long
      chars[a]++; // FieldReference_char[], ArrayReference_char, Addition_char_int, Conversion_int_char, ArrayStore_char
    `);
  });

  test('widens, computes and narrows in compound assignments', () => {
    checkMarked(`class Test { void test(short s, byte b, int i, double d) {
      s += 1; // Addition_short_int, Conversion_int_short, Assign_short_short
      b *= s; // Multi_byte_short, Conversion_int_byte, Assign_byte_byte
      i += d; // Conversion_int_double, Addition_int_double, Conversion_double_int, Assign_int_int
      b = (byte) i; // Conversion_int_byte, Assign_byte_byte
    } }`);
  });
});

describe('conditions', () => {
  test('are the branches that javac makes of them', () => {
    check(`
      if (a < b) a = 1; // Less_int_int, Assign_int_int
      if (a >= 0) a = 1; // GreaterEqual_int_0, Assign_int_int
      if (l == a) a = 1; // Conversion_int_long, Equal_long_int, Assign_int_int
      if (o == null) a = 1; // Equal_Object_null, Assign_int_int
      if (o != s) a = 1; // NotEqual_Object_String, Assign_int_int
      if (t) a = 1; // BooleanTest_boolean, Assign_int_int
      if (!t && a > b || u) a = 1; // BooleanTest_boolean, Greater_int_int, BooleanTest_boolean, Assign_int_int
      if (o instanceof String) a = 1; // InstanceOf_String, BooleanTest_boolean, Assign_int_int
      if (t) a = 1; else b = 2; // BooleanTest_boolean, Assign_int_int, BlockGoto_if, Assign_int_int
    `);
  });

  test('as values push two constants and jump between them', () => {
    check(`
      t = a < b; // Less_int_int, BlockGoto_boolean, Assign_boolean_boolean
      t = !u; // BooleanTest_boolean, BlockGoto_boolean, Assign_boolean_boolean
      a = t ? a : b; // BooleanTest_boolean, BlockGoto_conditional, Assign_int_int
    `);
  });

  test('bind patterns', () => {
    check(`
      if (o instanceof String q) a = 1; // InstanceOf_String, BooleanTest_boolean, CheckCast_String, Declaration_String, Assign_int_int
    `);
  });

  test('hold nothing that a constant decides', () => {
    check(
      `
      if (false) a = 1; //
      while (true) { //
        if (t) break; // BooleanTest_boolean, BlockGoto_break
        a++; // Increment_int
      } // BlockGoto_while
      while (true) { //
        if (u) break; // BooleanTest_boolean, BlockGoto_break
      } //
    `,
    );
  });
});

describe('arrays, fields, objects', () => {
  test('are read and stored', () => {
    check(`
      chars[a] = 'x'; // FieldReference_char[], ArrayStore_char
      a = chars.length; // FieldReference_char[], ArrayLength, Assign_int_int
      other.field = other.other.field; // FieldReference_Object, FieldReference_Object, FieldReference_Object, FieldReference_int, FieldStore_int
      shared = 3; // StaticFieldStore_long
      chars = null; // FieldStore_char[]
    `);
  });

  test('are made', () => {
    check(`
      int[] ints = new int[a]; // NewArray_int, Declaration_int[]
      int[][] grid = new int[a][b]; // NewMultiArray_int[][], Declaration_int[][]
      String[] words = {s, "x"}; // NewArray_String, ArrayStore_String, ArrayStore_String, Declaration_String[]
      o = new Test(); // NewObject_Object, MethodInvocation_special, Assign_Object_Object
      o = new ArrayList<String>(10); // NewObject_Object, java.util.ArrayList.<init>, Assign_Object_Object
      Runnable r = () -> { }; // LambdaCreation, Return_void, Declaration_Object
      Supplier<String> get = o::toString; // java.util.Objects.requireNonNull, LambdaCreation, Declaration_Object
    `);
  });

  test('are boxed, unboxed and cast', () => {
    check(`
      Integer box = a; // java.lang.Integer.valueOf, Declaration_Object
      a = box + 1; // java.lang.Integer.intValue, Addition_int_int, Assign_int_int
      s = (String) o; // CheckCast_String, Assign_String_String
      o = (Object) s; // Assign_Object_Object
      a = (int) o; // CheckCast_Object, java.lang.Integer.intValue, Assign_int_int
    `);
  });
});

describe('calls', () => {
  test('of application code pass parameters; libraries are operations by name', () => {
    check(`
      a = twice(b); // Parameter_int, MethodInvocation_static, Assign_int_int
      l = sum(a, 2); // Conversion_int_long, Parameter_long, Parameter_double, MethodInvocation_virtual, Assign_long_long
      all("x", s); // NewArray_String, ArrayStore_String, ArrayStore_String, Parameter_String[], MethodInvocation_static
      a = Math.max(a, b); // java.lang.Math.max, Assign_int_int
      a = s.length(); // java.lang.String.length, Assign_int_int
      System.out.println(a); // StaticFieldReference_Object, java.io.PrintStream.println
    `);
  });

  test('cast what generics give where it is used', () => {
    check(`
      List<String> list = List.of(s); // java.util.List.of, Declaration_Object
      s = list.get(0); // java.util.List.get, CheckCast_String, Assign_String_String
      o = list.get(0); // java.util.List.get, Assign_Object_String
      list.get(0); // java.util.List.get
      a = list.get(0).length(); // java.util.List.get, CheckCast_String, java.lang.String.length, Assign_int_int
    `);
  });

  test('that are not found are counted, with what could not be typed', () => {
    check(`
      a = missing(b); // Parameter_int, MethodInvocation_?, Assign_int_?
      a = b + missing(); // MethodInvocation_?, Addition_int_?, Assign_int_?
    `);
  });

  test('return', () => {
    checkMarked(
      `class Test {
      long plain(int i) {
        return i; // Conversion_int_long, Return_long
      }
      void nothing() {
      } // Return_void
      Test() { // MethodInvocation_special
      } // Return_void
      void early(boolean t) {
        if (t) return; // BooleanTest_boolean, Return_void
      } // Return_void
      int never() {
        throw new IllegalStateException(); // NewObject_Object, java.lang.IllegalStateException.<init>, Throw_Object
      }
    }`,
    );
  });

  test('of constructors that nobody wrote', () => {
    checkMarked(`class Test extends java.util.ArrayList<String> {
      int f = 3; // FieldStore_int
      Test() { // java.util.ArrayList.<init>
      } // Return_void
      Test(int x) {
        super(x); // java.util.ArrayList.<init>
      } // Return_void
    }`);
  });
});

describe('enum constants', () => {
  test('call the constructor that their arguments choose', () => {
    checkMarked(`enum Test {
      SMALL(1), // NewObject_Object, Parameter_int, MethodInvocation_special, StaticFieldStore_Object
      NAMED("x".length(), null), // NewObject_Object, java.lang.String.length, Parameter_int, Parameter_String, MethodInvocation_special, StaticFieldStore_Object
      MANY(1.5, 2) { }; // NewObject_Object, NewArray_double, ArrayStore_double, ArrayStore_double, Parameter_double[], MethodInvocation_special, StaticFieldStore_Object
      Test(int a) { } // java.lang.Enum.<init>, Return_void
      Test(int a, String b) { } // java.lang.Enum.<init>, Return_void
      Test(double... all) { } // java.lang.Enum.<init>, Return_void
      void inside() {
        enum Local { ONE(2); // NewObject_Object, Parameter_long, MethodInvocation_special, StaticFieldStore_Object
          Local(long x) { } // java.lang.Enum.<init>, Return_void
        }
      } // Return_void
    }`);
  });
});

describe('loops', () => {
  test('jump back', () => {
    check(`
      for (int i = 0; i < a; i++) b = i; // Declaration_int, Less_int_int, Assign_int_int, Increment_int, BlockGoto_for
      while (a > b) a--; // Greater_int_int, Decrement_int, BlockGoto_while
      do a--; while (a > b); // Decrement_int, Greater_int_int
    `);
  });

  test('over arrays and collections are what javac makes of them', () => {
    check(`
      for (char c : chars) a = c; // FieldReference_char[], Declaration_char[], ArrayLength, Declaration_int, Declaration_int, Less_int_int, ArrayReference_char, Declaration_char, Assign_int_char, Increment_int, BlockGoto_for
      List<Integer> list = null; // Declaration_Object
      for (int x : list) a = x; // java.util.List.iterator, Declaration_Object, java.util.Iterator.hasNext, BooleanTest_boolean, java.util.Iterator.next, CheckCast_Object, java.lang.Integer.intValue, Declaration_int, Assign_int_int, BlockGoto_for
    `);
  });

  test('are left and repeated by jumps', () => {
    check(`
      while (t) { // BooleanTest_boolean
        if (u) break; // BooleanTest_boolean, BlockGoto_break
        if (a > b) continue; // Greater_int_int, BlockGoto_continue
        a = 1; // Assign_int_int
      } // BlockGoto_while
    `);
  });
});

describe('switches', () => {
  test('are tables where labels lie close', () => {
    check(`
      switch (a) { // SwitchConsecutive_int
        case 1: b = 1; break; // Assign_int_int, BlockGoto_switch
        case 2: b = 2; break; // Assign_int_int, BlockGoto_switch
        case 3: b = 3; break; // Assign_int_int, BlockGoto_switch
        default: b = 4; // Assign_int_int
      }
      switch (a) { // SwitchNonConsecutive_int
        case 1 -> b = 1; // Assign_int_int, BlockGoto_switch
        case 1000 -> b = 2; // Assign_int_int
      }
      a = switch (b) { case 7 -> 1; default -> 2; }; // SwitchNonConsecutive_int, BlockGoto_switch, Assign_int_int
    `);
  });

  test('over strings hash, compare and switch again', () => {
    check(`
      switch (s) { // Declaration_String, Declaration_int, java.lang.String.hashCode, SwitchNonConsecutive_int, SwitchNonConsecutive_int
        case "a": b = 1; // java.lang.String.equals, BooleanTest_boolean, Assign_int_int, Assign_int_int
      }
    `);
  });
});

describe('strings', () => {
  test('are joined by one operation for the whole chain', () => {
    check(`
      s = s + a + "x" + l; // Concatenation_String_int_long, Assign_String_String
      s += o; // java.lang.String.valueOf, Concatenation_String_String, Assign_String_String
    `);
  });
});

describe('exceptions and locks', () => {
  test('jump over their handlers', () => {
    check(
      `
      try {
        a = 1; // Assign_int_int
      } catch (RuntimeException e) { // BlockGoto_try, Declaration_Object
        a = 2; // Assign_int_int
      }
      synchronized (o) { // Declaration_Object, MonitorEnter_Object
        a = 3; // Assign_int_int
      } // MonitorExit_Object, BlockGoto_synchronized
    `,
    );
  });

  test('assertions test first whether they are on', () => {
    check(`
      assert a > 0; // StaticFieldReference_boolean, BooleanTest_boolean, Greater_int_0, NewObject_Object, java.lang.AssertionError.<init>, Throw_Object
    `);
  });
});

describe('classes inside bodies', () => {
  test('are members of their own', () => {
    check(`
      Greeter g = new Greeter() { // NewObject_Object, MethodInvocation_special, Declaration_Object
        public void greet(Object whom) {
          System.out.println(whom); // StaticFieldReference_Object, java.io.PrintStream.println
          field = a; // FieldReference_Object, FieldReference_int, FieldStore_int
        } // Return_void
      };
      g.greet(o); // Parameter_Object, MethodInvocation_interface
    `);
  });

  test('reach what they inherit by themselves, and what is around them by hidden fields', () => {
    checkMarked(`class Test { int around; void outside() { }
      static class Base { int inherited; void own() { } }
      void test() {
        new Base() { // NewObject_Object, MethodInvocation_special
          void run() {
            inherited = 1; // FieldStore_int
            own(); // MethodInvocation_virtual
            around = 2; // FieldReference_Object, FieldStore_int
            new Object() { // NewObject_Object, MethodInvocation_special
              void deeper() {
                outside(); // FieldReference_Object, FieldReference_Object, MethodInvocation_virtual
              } // Return_void
            };
          } // Return_void
        };
      } // Return_void
    }`);
  });
});
