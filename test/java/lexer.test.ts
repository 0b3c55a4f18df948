import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Scanner, TokenKind } from '../../server/src/java/text/lexer';

function scan(text: string): { readonly images: string[]; readonly kinds: number[] } {
  const scanner = new Scanner(text);
  const images: string[] = [];
  const kinds: number[] = [];
  scanner.next();
  while (scanner.kind !== TokenKind.end) {
    images.push(scanner.image);
    kinds.push(scanner.kind);
    scanner.next();
  }
  return { images, kinds };
}

function check(text: string, expected: readonly string[]): void {
  expect(scan(text).images).toEqual(expected);
}

describe('tokens', () => {
  it('are split as Java does', () => {
    check('a+=b>>>=c->d::e...f', ['a', '+=', 'b', '>>>=', 'c', '->', 'd', '::', 'e', '...', 'f']);
    check('List<List<A>>x', ['List', '<', 'List', '<', 'A', '>', '>', 'x']);
    check('a>>=b>=c<<=d<<e', ['a', '>>=', 'b', '>=', 'c', '<<=', 'd', '<', '<', 'e']);
    check('1.5e-3f.5 0x1F_L 0x1.8p+1 0b1_0 1..2 1.x', [
      '1.5e-3f',
      '.5',
      '0x1F_L',
      '0x1.8p+1',
      '0b1_0',
      '1.',
      '.2',
      '1.',
      'x',
    ]);
    check('$é_1 日本 _', ['$é_1', '日本', '_']);
    check('a/*b*/c//d\ne', ['a', 'c', 'e']);
  });
  it('are whole literals', () => {
    check('"a\\"b" \'\\\'\' \'"\' "//"', ['"a\\"b"', "'\\''", "'\"'", '"//"']);
    check('"""\n a " \\""" b""" c', ['"""\n a " \\""" b"""', 'c']);
    expect(scan('1 "s" """\n""" \'c\' x + #').kinds).toEqual([
      TokenKind.number,
      TokenKind.string,
      TokenKind.textBlock,
      TokenKind.character,
      TokenKind.identifier,
      '+'.charCodeAt(0),
      TokenKind.unknown,
    ]);
  });
  it('end at the line where a literal is not closed', () => {
    check('"a\nb', ['"a', 'b']);
    check("'a\nb", ["'", 'a', 'b']);
    check('"""a\nb', ['""', '"a', 'b']);
    check('a /* b', ['a']);
  });
  it('cover any text in order, without end', () => {
    const scraps = [
      '"',
      '"""',
      "'",
      '\\',
      '/*',
      '*/',
      '//',
      '\n',
      '\ud83d',
      'é',
      '0x',
      '1e',
      '.',
      '>',
      '\u0000',
      '\ufeff',
    ];
    const piece = fc.oneof(fc.constantFrom(...scraps), fc.string({ maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const scanner = new Scanner(text);
        let end = 0;
        scanner.next();
        while (scanner.kind !== TokenKind.end) {
          if (scanner.start < end || scanner.end <= scanner.start) return false;
          end = scanner.end;
          scanner.next();
        }
        return end <= text.length;
      }),
    );
  });
});

describe('braces', () => {
  it('pair outside comments and literals', () => {
    const text = '{ "}" /* } */ { } \'}\' """\n}""" }';
    const scanner = new Scanner(text);
    expect(scanner.matchingBrace(0)).toBe(text.length);
    expect(scanner.matchingBrace(text.indexOf('{', 1))).toBe(text.indexOf("} '") + 1);
    expect(new Scanner('{ {}').matchingBrace(0)).toBe(-1);
  });
});
