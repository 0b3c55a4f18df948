/**
 * Names of frames as profilers write them: spellings seen in files of
 * async-profiler 4.1, jfr of JDK 17 and 25, and stack trace elements of Java.
 */
import { describe, expect, it } from 'vitest';
import { readFrameName } from '../../../server/src/recordings/import/frame-names';

describe('names of Java methods', () => {
  it.each([
    ['pkg/Cls.m', 'pkg/Cls', 'm', undefined],
    ['pkg/Cls.m_[j]', 'pkg/Cls', 'm', undefined],
    ['pkg/Cls.m:21_[0]', 'pkg/Cls', 'm', 21],
    ['pkg/Cls.m:65535_[i]', 'pkg/Cls', 'm', undefined],
    ['pkg/Cls.m@12_[1]', 'pkg/Cls', 'm', undefined],
    ['Hot.f', 'Hot', 'f', undefined],
    ['com.example.Outer$Inner.<init>', 'com/example/Outer$Inner', '<init>', undefined],
    ['com.example.A._init_', 'com/example/A', '<init>', undefined],
    ['java.base/java.util.HashMap.get', 'java/util/HashMap', 'get', undefined],
    ['app//a.b.C.run:7', 'a/b/C', 'run', 7],
    ['a/b/Дом.вес', 'a/b/Дом', 'вес', undefined],
    ['A.lambda$main$0', 'A', 'lambda$main$0', undefined],
  ])('%s', (name, owner, method, line) => {
    const frame = readFrameName(name);
    expect([frame.kind, frame.class, frame.method, frame.line]).toEqual(['java', owner, method, line]);
  });

  it('have descriptors, also with bars', () => {
    const frame = readFrameName('a/B.f(ILjava/lang/String|[J)Ljava/lang/Object|_[j]');
    expect([frame.method, frame.descriptor]).toEqual(['f', '(ILjava/lang/String;[J)Ljava/lang/Object;']);
  });

  it('are one for all addresses of a hidden class', () => {
    const spellings = [
      'nights.Nights$$Lambda$101+0x00007fdc2400b258/952486988.applyAsDouble',
      'nights/Nights$$Lambda$15.0x00007f164800c410.applyAsDouble',
      'nights.Nights$$Lambda/0x000000005e04c420.applyAsDouble',
      'nights.Nights$$Lambda$3/1234567.applyAsDouble',
    ];
    expect(new Set(spellings.map((name) => readFrameName(name).name))).toEqual(
      new Set(['nights.Nights$$Lambda.applyAsDouble']),
    );
    expect(readFrameName(spellings[0] ?? '').kind).toBe('runtime');
  });

  it('are the runtime’s where it made the class', () => {
    for (const name of [
      'java/lang/invoke/LambdaForm$MH.0x00007f1648008400.invoke',
      'jdk/proxy2/$Proxy14.run',
      'jdk/internal/reflect/GeneratedMethodAccessor7.invoke',
      'java.lang.String$$StringConcat/0x000000005e046c00.concat',
    ])
      expect(readFrameName(name).kind).toBe('runtime');
    expect(readFrameName('java/lang/invoke/LambdaForm$Name.<init>').kind).toBe('java');
  });
});

describe('other names', () => {
  it.each([
    ['CompileBroker::compiler_thread_loop', 'runtime'],
    ['std::sort<int*>', 'native'],
    ['pthread_mutex_lock@@GLIBC_2.2.5', 'native'],
    ['libjvm.so', 'native'],
    ['foo.constprop.0', 'native'],
    ['operator new(unsigned long)', 'native'],
    ['do_syscall_64_[k]', 'kernel'],
    ['[main tid=12]', 'thread'],
    ['[unknown]', 'native'],
    ['', 'native'],
  ])('%s is %s', (name, kind) => {
    expect(readFrameName(name).kind).toBe(kind);
  });

  it('hold nothing that breaks a line or turns a text around', () => {
    const frame = readFrameName('a/B.f\u202egnp.exe\n<b>');
    expect(frame.name).not.toMatch(/[\n\u202e]/);
    expect(readFrameName('x'.repeat(100_000)).name.length).toBeLessThan(1100);
  });
});
