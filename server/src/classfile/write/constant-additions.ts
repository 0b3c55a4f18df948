/**
 * Constants that are added behind those of a class file: nothing is renumbered,
 * so that whatever names a constant stays as it is (JVMS 4.4).
 *
 * Sits in `classfile/` under `write-class.ts`. Equal additions are made once;
 * functions here throw {@link MalformedInput} when the pool is full.
 */
import { encodeModifiedUtf8 } from '../read/bytes';
import { ByteSink } from './byte-sink';
import { ConstantTag } from '../read/constant-pool';
import { MalformedInput } from '../../base/outcome';

/** Index into the constant pool. */
export type ConstantIndex = number;

export class ConstantAdditions {
  readonly #first: number;
  readonly #sink = new ByteSink();
  readonly #known = new Map<string, ConstantIndex>();
  #next: number;

  /** A new class has no entries before these, and index 0 is none. */
  constructor(pool: { readonly offsets: { readonly length: number } }) {
    this.#first = pool.offsets.length;
    this.#next = this.#first;
  }

  /** Entries that were added; a long counts as two. */
  get count(): number {
    return this.#next - this.#first;
  }

  /** The entries as they stand in a file. */
  encode(): Uint8Array {
    return this.#sink.finish();
  }

  utf8(text: string): ConstantIndex {
    return this.#add(`utf8 ${text}`, (sink) => {
      const bytes = encodeModifiedUtf8(text);
      sink.u1(ConstantTag.utf8);
      sink.u2(bytes.length);
      sink.copy(bytes);
    });
  }

  integer(value: number): ConstantIndex {
    return this.#add(`int ${value}`, (sink) => {
      sink.u1(ConstantTag.integer);
      sink.u4(value);
    });
  }

  float(value: number): ConstantIndex {
    return this.#number(`float ${value}`, ConstantTag.float, 4, (view) => {
      view.setFloat32(0, value);
    });
  }

  long(value: bigint): ConstantIndex {
    return this.#number(`long ${value}`, ConstantTag.long, 8, (view) => {
      view.setBigInt64(0, value);
    });
  }

  double(value: number): ConstantIndex {
    return this.#number(`double ${value}`, ConstantTag.double, 8, (view) => {
      view.setFloat64(0, value);
    });
  }

  /** Internal form with slashes, or the descriptor of an array class. */
  classNamed(name: string): ConstantIndex {
    const text = this.utf8(name);
    return this.#add(`class ${name}`, (sink) => {
      sink.u1(ConstantTag.class);
      sink.u2(text);
    });
  }

  field(owner: string, name: string, descriptor: string): ConstantIndex {
    return this.#member(ConstantTag.fieldRef, owner, name, descriptor);
  }

  method(owner: string, name: string, descriptor: string): ConstantIndex {
    return this.#member(ConstantTag.methodRef, owner, name, descriptor);
  }

  interfaceMethod(owner: string, name: string, descriptor: string): ConstantIndex {
    return this.#member(ConstantTag.interfaceMethodRef, owner, name, descriptor);
  }

  /** A number of eight bytes takes two entries. */
  #number(key: string, tag: number, bytes: 4 | 8, set: (view: DataView) => void): ConstantIndex {
    const content = new Uint8Array(bytes);
    set(new DataView(content.buffer));
    return this.#add(
      key,
      (sink) => {
        sink.u1(tag);
        sink.copy(content);
      },
      bytes / 4,
    );
  }

  #member(tag: number, owner: string, name: string, descriptor: string): ConstantIndex {
    const ownerIndex = this.classNamed(owner);
    const [nameIndex, descriptorIndex] = [this.utf8(name), this.utf8(descriptor)];
    const nameAndType = this.#add(`name ${name} ${descriptor}`, (sink) => {
      sink.u1(ConstantTag.nameAndType);
      sink.u2(nameIndex);
      sink.u2(descriptorIndex);
    });
    return this.#add(`member ${tag} ${owner} ${name} ${descriptor}`, (sink) => {
      sink.u1(tag);
      sink.u2(ownerIndex);
      sink.u2(nameAndType);
    });
  }

  #add(key: string, write: (sink: ByteSink) => void, entries = 1): ConstantIndex {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const index = this.#next;
    if (index > 0xfffe) throw new MalformedInput('The constant pool is full', 8);
    write(this.#sink);
    this.#next += entries;
    this.#known.set(key, index);
    return index;
  }
}
