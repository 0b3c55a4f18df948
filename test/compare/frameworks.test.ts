/** The owner of a class, the program or a framework, by packages, of which the nearest mark counts. */
import { expect, test } from 'vitest';
import { applicationClasses, classifyByMarks } from '../../server/src/compare/trees/frameworks';

const own = (classes: readonly string[], isApplication: (className: string) => boolean): readonly string[] =>
  classes.filter(isApplication);

const classes = [
  'com.shop.Main',
  'com.shop.util.Text',
  'com.shopping.Cart',
  'org.other.Db',
  'java.util.List',
  'javafx.Stage',
  'org.springframework.core.Env',
  'Main',
  '',
];

test('without marks all is the application but known frameworks, and what a recording names no class of', () => {
  expect(own(classes, applicationClasses([]))).toEqual([
    'com.shop.Main',
    'com.shop.util.Text',
    'com.shopping.Cart',
    'org.other.Db',
    'javafx.Stage',
    'Main',
  ]);
});

test('packages of the application leave the rest to frameworks', () => {
  expect(own(classes, applicationClasses(['com.shop.*', 'Main']))).toEqual([
    'com.shop.Main',
    'com.shop.util.Text',
    'Main',
  ]);
});

test('packages taken for a framework show the paths of calls within a program', () => {
  expect(own(classes, applicationClasses([], ['com.shop.util', 'org']))).toEqual([
    'com.shop.Main',
    'com.shopping.Cart',
    'javafx.Stage',
    'Main',
  ]);
  expect(own(classes, applicationClasses(['com.shop'], ['com.shop.util']))).toEqual(['com.shop.Main']);
  expect(own(classes, applicationClasses(['com.shop.util'], ['com.shop']))).toEqual(['com.shop.util.Text']);
});

test('a known framework may be marked', () => {
  const marks = { application: ['org.springframework.core'], framework: [] };
  expect(own(classes, classifyByMarks(marks))).toContain('org.springframework.core.Env');
});
