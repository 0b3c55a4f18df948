/**
 * Class files made to cost as much as their format allows: counts and nesting
 * at their limits, where a reader multiplies one by another. Chance would not
 * find them.
 */
import {
  type Bytes,
  codeOf,
  concat,
  table,
  times,
  u2,
  u4,
  type WrittenAttribute,
  type WrittenClass,
  writeClass,
} from './write-class';

const MOST = 0xffff;
const RETURN = 0xb1;
const INVOKESTATIC = 0xb8;

/** A class that has a method with such code so many times. */
function methods(count: number, code: WrittenAttribute): WrittenClass {
  return {
    name: 'h/Hostile',
    methods: Array.from({ length: count }, (_, index) => ({
      name: `m${index}`,
      descriptor: '()V',
      attributes: [code],
    })),
  };
}

/** Code with as many calls as fit in one method, of each in turn. */
function calls(references: readonly number[]): Uint8Array {
  const each = Math.floor((MOST - 1) / 3 / references.length);
  return concat(...references.map((reference) => times(each, [INVOKESTATIC, ...u2(reference)])), [RETURN]);
}

/** The functions that write the files, by name: each is called when it is its turn. */
export const HOSTILE_CLASSES: Readonly<Record<string, () => Uint8Array>> = {
  'arrays of 65,000 dimensions': () =>
    writeClass((pool) => {
      const deep = `${'['.repeat(MOST - 10)}I`;
      const code = concat(
        times(5000, [0xc5, ...u2(pool.classRef(deep)), 255]),
        times(5000, [0xbd, ...u2(pool.classRef(deep))]),
        times(5000, [0xb2, ...u2(pool.member(9, 'h/H', 'f', deep))]),
        times(5000, [INVOKESTATIC, ...u2(pool.member(10, 'h/H', 'm', `(${deep.slice(10)})V`))]),
        [RETURN],
      );
      return {
        ...methods(3, codeOf(pool, code)),
        fields: [
          { name: 'f', descriptor: deep, attributes: [{ name: 'Signature', content: u2(pool.utf8(deep)) }] },
        ],
      };
    }),

  'type arguments 9,000 deep': () =>
    writeClass((pool) => {
      const deep = `${'La<'.repeat(9000)}LB;${'>;'.repeat(9000)}`;
      return { name: 'h/Hostile', attributes: [{ name: 'Signature', content: u2(pool.utf8(deep)) }] };
    }),

  'a class of 8,000 type parameters': () =>
    writeClass((pool) => {
      const parameters = Array.from({ length: 8000 }, (_, i) => `T${i.toString(36)}::`).join('');
      const text = `<${parameters.slice(0, -1)}Lh/Hostile<${'*'.repeat(8000)}>;>Ljava/lang/Object;`;
      return { name: 'h/Hostile', attributes: [{ name: 'Signature', content: u2(pool.utf8(text)) }] };
    }),

  '20,000 calls with 65,000 parameters': () =>
    writeClass((pool) => {
      const reference = pool.member(10, 'h/H', 'm', `(${'I'.repeat(MOST - 10)})V`);
      return methods(3, codeOf(pool, calls([reference])));
    }),

  'calls by thousands of names of 180,000 letters': () =>
    writeClass((pool) => {
      const long = (letter: string): readonly string[] =>
        Array.from({ length: 12 }, (_, i) => `${i}${letter.repeat(MOST - 10)}`);
      const owners = long('o');
      const names = long('n');
      const references = owners.flatMap((owner) =>
        names.flatMap((name) =>
          long('d').map((type) => pool.member(10, owner, name, `(L${type.slice(10)};)V`)),
        ),
      );
      return methods(3, codeOf(pool, calls(references)));
    }),

  '65,535 handlers at one place': () =>
    writeClass((pool) => {
      const row = [...u2(0), ...u2(100), ...u2(50), ...u2(0)];
      const code = concat(times(100, [0x03]), [RETURN]);
      return methods(8, codeOf(pool, code, { handlers: times(MOST, row) }));
    }),

  '65,535 handlers of 20,000 blocks': () =>
    writeClass((pool) => {
      const row = [...u2(0), ...u2(60_000), ...u2(0), ...u2(0)];
      const code = concat(times(20_000, [0xa7, 0, 3]), [RETURN]);
      return methods(3, codeOf(pool, code, { handlers: times(MOST, row) }));
    }),

  '65,535 variables in one slot': () =>
    writeClass((pool) => {
      const row = [...u2(60_000), ...u2(1), ...u2(pool.utf8('v')), ...u2(pool.utf8('I')), ...u2(0)];
      const code = concat(times(30_000, [0x1a, 0x3b]), [RETURN]);
      return methods(4, codeOf(pool, code, { tables: [table('LocalVariableTable', MOST, row)] }));
    }),

  '65,000 bootstrap methods, and 30,000 methods': () =>
    writeClass((pool) => {
      const handle = pool.methodHandle(pool.member(10, 'h/H', 'bootstrap', '()V'));
      return {
        ...methods(30_000, codeOf(pool, [RETURN])),
        attributes: [table('BootstrapMethods', MOST, [...u2(handle), ...u2(0)])],
      };
    }),

  'a million attributes': () =>
    writeClass((pool) => ({
      name: 'h/Hostile',
      fields: Array.from({ length: 15 }, (_, index) => ({
        name: `f${index}`,
        descriptor: 'I',
        attributes: Array.from({ length: MOST }, () => ({ name: 'Deprecated', content: [] })),
      })),
      methods: [{ name: 'm', descriptor: '()V', attributes: [codeOf(pool, [RETURN])] }],
    })),

  '65,535 fields and methods': () =>
    writeClass((pool) => {
      const fields = Array.from({ length: MOST }, () => ({ name: 'f', descriptor: 'Ljava/lang/String;' }));
      const code = codeOf(pool, [RETURN]);
      const own = Array.from({ length: MOST }, () => ({ name: 'm', descriptor: '()V', attributes: [code] }));
      return { name: 'h/Hostile', fields, methods: own };
    }),

  'switches with as many labels as fit': () =>
    writeClass((pool) => {
      const labels = 8000;
      const pairs = Array.from({ length: labels }, (_, i) => [...u4(i), ...u4(1)]).flat();
      const lookup = concat([0x03, 0xab, 0, 0], u4(1), u4(labels), pairs);
      const empty = [0xaa, 0, 0, 0, ...u4(1), ...u4(5), ...u4(4)];
      return {
        name: 'h/Hostile',
        methods: [
          { name: 'lookup', descriptor: '()V', attributes: [codeOf(pool, concat(lookup, [RETURN]))] },
          {
            name: 'empty',
            descriptor: '()V',
            attributes: [codeOf(pool, concat(times(4000, empty), [RETURN]))],
          },
          {
            name: 'wide',
            descriptor: '()V',
            attributes: [codeOf(pool, concat([0xaa, 0, 0, 0], u4(1), u4(0x80000000), u4(0x7fffffff), times(1000, [0])))], // prettier-ignore
          },
          {
            name: 'all',
            descriptor: '()V',
            attributes: [codeOf(pool, concat([0xaa, 0, 0, 0], u4(1), u4(0), u4(0xffffffff), [RETURN]))],
          },
        ],
      };
    }),

  'annotations as deep as their length': () =>
    writeClass((pool) => {
      const type = u2(pool.utf8('La;'));
      const arrays = concat(u2(1), type, u2(1), type, times(20_000, [0x5b, 0, 1]), [0x49, 0, 1]);
      const nested = concat(
        u2(1),
        type,
        u2(1),
        type,
        times(9_000, [0x40, ...type, 0, 1, ...type]),
        [0x49, 0, 1],
      );
      const wide = concat(u2(MOST), times(MOST, [...type, 0, 0]));
      const of = (content: Bytes): WrittenAttribute => ({ name: 'RuntimeVisibleAnnotations', content });
      return { name: 'h/Hostile', attributes: [of(arrays), of(nested), of(wide)] };
    }),

  '65,535 inner classes that are one': () =>
    writeClass((pool) => {
      const self = pool.classRef('h/Hostile');
      const row = [...u2(self), ...u2(self), ...u2(pool.utf8('Hostile')), ...u2(1)];
      const permitted = table('PermittedSubclasses', MOST, u2(self));
      return { name: 'h/Hostile', attributes: [table('InnerClasses', MOST, row), permitted] };
    }),

  'a class that extends and implements itself 65,535 times': () =>
    writeClass(() => ({
      name: 'h/Hostile',
      superName: 'h/Hostile',
      interfaces: Array.from({ length: MOST }, () => 'h/Hostile'),
    })),

  'a stack that grows under thousands of branches': () =>
    writeClass((pool) => {
      const code = concat([0x09], times(20_000, [0x5c]), times(10_000, [0xc6, 0, 3]), [RETURN]);
      return methods(8, codeOf(pool, code));
    }),

  'locals that are copied under thousands of branches': () =>
    writeClass((pool) => {
      const stores = concat(...Array.from({ length: 256 }, (_, slot) => [0x03, 0x36, slot]));
      const code = concat(stores, times(13_000, [0x03, 0x99, 0, 3]), [RETURN]);
      return methods(3, codeOf(pool, code));
    }),

  'names that break the table of line numbers and variables': () =>
    writeClass((pool) => {
      const lines = table('LineNumberTable', MOST, [...u2(0), ...u2(MOST)]);
      const many = Array.from({ length: 200 }, () => table('LineNumberTable', 1000, [...u2(0), ...u2(1)]));
      return methods(5, codeOf(pool, [0, RETURN], { tables: [lines, ...many] }));
    }),

  'a constant pool full of empty texts': () =>
    writeClass((pool) => {
      for (let i = 0; i < 60_000; i++) pool.utf8(i.toString(36));
      return { name: 'h/Hostile' };
    }),

  'almost six megabytes of text': () =>
    writeClass((pool) => {
      for (let i = 0; i < 90; i++) pool.utf8(`${i}${'x'.repeat(MOST - 10)}`);
      return { name: 'h/Hostile' };
    }),
};
