/**
 * The workspace's headers as one source: what changes its version, and what
 * its classes then say.
 */
import { describe, expect, it } from 'vitest';
import type { SignatureSource } from '../../server/src/classfile/signatures/class-signature';
import { parseDeclarations } from '../../server/src/java/headers/declarations';
import {
  createWorkspaceSignatures,
  type WorkspaceSignatures,
} from '../../server/src/java/headers/workspace-signatures';
import { describeType } from '../../server/src/java/types/types';

const noLibraries: SignatureSource = { findClass: () => undefined, hasPackage: () => false };

function setFile(workspace: WorkspaceSignatures, path: string, text: string): void {
  workspace.setFile(path, parseDeclarations(text), text);
}

function workspaceOf(files: Readonly<Record<string, string>>): WorkspaceSignatures {
  const workspace = createWorkspaceSignatures(noLibraries);
  for (const [path, text] of Object.entries(files)) setFile(workspace, path, text);
  return workspace;
}

describe('the version', () => {
  const base =
    'package p; class A { static final int K = 1; int f = 2; int m(int x) { return x; } class B {} }';

  it.each([
    [
      'a body',
      'package p; class A { static final int K = 1; int f = 2; int m(int x) { return x + 1; } class B {} }',
    ],
    [
      'a comment',
      'package p; /* new */ class A { static final int K = 1; int f = 2; int m(int x) { return x; } class B {} }',
    ],
    [
      'a parameter name',
      'package p; class A { static final int K = 1; int f = 2; int m(int y) { return y; } class B {} }',
    ],
    [
      'the value of a field that is not final',
      'package p; class A { static final int K = 1; int f = 3; int m(int x) { return x; } class B {} }',
    ],
  ])('stays when %s changes', (_what, text) => {
    const workspace = workspaceOf({ 'A.java': base });
    const source = workspace.source();
    const { version } = workspace;
    setFile(workspace, 'A.java', text);
    expect(workspace.version).toBe(version);
    expect(workspace.source()).toBe(source);
  });

  it.each([
    [
      'a type',
      'package p; class A { static final int K = 1; int f = 2; int m(long x) { return 1; } class B {} }',
    ],
    [
      'a constant',
      'package p; class A { static final int K = 2; int f = 2; int m(int x) { return x; } class B {} }',
    ],
    [
      'a member class',
      'package p; class A { static final int K = 1; int f = 2; int m(int x) { return x; } class C {} }',
    ],
    [
      'an import',
      'package p; import q.*; class A { static final int K = 1; int f = 2; int m(int x) { return x; } class B {} }',
    ],
  ])('grows when %s changes', (_what, text) => {
    const workspace = workspaceOf({ 'A.java': base });
    const source = workspace.source();
    const { version } = workspace;
    setFile(workspace, 'A.java', text);
    expect(workspace.version).toBeGreaterThan(version);
    expect(workspace.source()).not.toBe(source);
  });
});

describe('classes', () => {
  it('see each other across files, through imports and inheritance', () => {
    const workspace = workspaceOf({
      'p/Base.java':
        'package p; public class Base<T> { protected T held; public class Inner { T mine; } public static class Nested {} }',
      'q/Use.java':
        'package q; import p.*; class Use extends Base<Use> { Inner inner; Nested nested; p.Base.Nested same; Use[] all; }',
    });
    const fields = workspace
      .source()
      .findClass('q/Use')
      ?.fields.map(({ name, type }) => `${name}: ${describeType(type)}`);
    expect(fields).toEqual(['inner: Base.Inner', 'nested: Base.Nested', 'same: Base.Nested', 'all: Use[]']);
    expect(workspace.source().hasPackage('p')).toBe(true);
    workspace.removeFile('p/Base.java');
    expect(workspace.source().findClass('p/Base')).toBeUndefined();
    expect(workspace.source().findClass('q/Use')?.fields[0]?.type).toMatchObject({ name: 'Inner' });
  });

  it('name themselves where a file declares none', () => {
    const workspace = workspaceOf({ 'dir/Hello.java': 'void main() { greet(); } void greet() {}' });
    expect(workspace.classesOf('dir/Hello.java').map(({ binaryName }) => binaryName)).toEqual(['Hello']);
    expect(
      workspace
        .source()
        .findClass('Hello')
        ?.methods.map(({ name }) => name),
    ).toContain('greet');
  });

  it('survive headers that run in circles', () => {
    const workspace = workspaceOf({
      'A.java':
        'class A extends B<A.X> { class X extends A {} } class B<T extends B<T>> extends A { T t; } interface I extends I {}',
    });
    const source = workspace.source();
    for (const name of ['A', 'B', 'A$X', 'I']) {
      const signature = source.findClass(name);
      expect([
        signature?.superclass,
        signature?.interfaces,
        signature?.fields,
        signature?.methods,
      ]).toBeDefined();
    }
    expect(source.findClass('B')?.fields[0]?.type).toEqual({ kind: 'variable', name: 'T' });
  });

  it('belong to the file that asks, where two files declare one', () => {
    const workspace = workspaceOf({
      'one/Main.java': 'class Main { int x; }',
      'two/Main.java': 'class Main { long y; }',
    });
    expect(workspace.source('two/Main.java').findClass('Main')?.fields[0]?.name).toBe('y');
    expect(workspace.source('one/Main.java').findClass('Main')?.fields[0]?.name).toBe('x');
    expect(workspace.source('one/Main.java')).toBe(workspace.source());
  });
});

describe('the memory', () => {
  it('holds what some hundred files resolve: then another source answers the same, under the same version', () => {
    const names = Array.from({ length: 1500 }, (_, index) => `C${index}`);
    const workspace = workspaceOf(
      Object.fromEntries(
        names.map((name) => [`p/${name}.java`, `package p; class ${name} { ${name} next; int f; }`]),
      ),
    );
    const { version } = workspace;
    const sources = new Set<SignatureSource>();
    for (const name of names) {
      const source = workspace.source();
      sources.add(source);
      const fields = source.findClass(`p/${name}`)?.fields.map(({ type }) => describeType(type));
      expect(fields).toEqual([name, 'int']);
    }
    expect(sources.size).toBe(3);
    expect(workspace.version).toBe(version);
  });
});
