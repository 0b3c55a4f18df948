import { describe, expect, test } from 'vitest';
import { sourceRootOf } from '../../server/src/host/files/source-files';

describe('the source root of a file', () => {
  test.each([
    ['src/com/example/A.java', 'package com.example;\nclass A {}', 'src'],
    ['/w/src/com/example/A.java', '/* header\n * package wrong;\n */\n  package com.example ;', '/w/src'],
    ['com/example/A.java', 'package com.example;', '.'],
    ['/com/A.java', 'package com;', '/'],
    ['src/A.java', 'class A {}', 'src'],
    ['A.java', '', '.'],
    ['src/ärger/A.java', 'package ärger;', 'src'],
    ['src/other/A.java', 'package com.example;', undefined],
    ['example/A.java', 'package com.example;', undefined],
  ])('%s', (path, text, expected) => {
    expect(sourceRootOf(path, text, '/')).toBe(expected);
  });
});
